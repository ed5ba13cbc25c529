import WireCoding

/// An action frame of AWDL with all its elements in their order.
///
/// ```swift
/// var input = ByteReader(body)
/// let frame = try AWDLActionFrame(parsing: &input)
/// if let host = frame.hostName { print(host.name) }
/// ```
///
/// ``AWDLActionFrameView`` reads the same in place, for many frames.
public struct AWDLActionFrame: Hashable, Sendable {
    /// The 16 bytes before the elements.
    public var header: AWDLActionHeader
    /// All elements in the order of the frame, known or not; a type may occur several times.
    public var elements: [AWDLTLV]
    /// Bytes after the last element that are not an element: from one whose length goes beyond the frame, or fewer than
    /// type and length take.
    public var rest: [UInt8]

    /// A frame with these elements.
    public init(header: AWDLActionHeader, elements: [AWDLTLV], rest: [UInt8] = []) {
        self.header = header
        self.elements = elements
        self.rest = rest
    }

    /// Reads a frame from the category to the end of the input, which is without the frame check sequence.
    ///
    /// - Throws: Any error from ``AWDLActionHeader``. Errors in elements are in ``AWDLTLV/error`` and
    ///   ``fault(baseOffset:limit:)``.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        header = try AWDLActionHeader(parsing: &input)
        (elements, rest, _) = input.readElements(of: AWDLTLV.self)
    }

    /// Checks for values that do not fit on the wire, or that would be read back as something else.
    ///
    /// - Parameter offset: The offset of the category, for the error.
    /// - Throws: Any error from ``AWDLTLV/validate(at:)``, and `invalidValue` for a ``rest`` that is an element.
    public func validate(at offset: Int = 0) throws(WireError) {
        var position = offset + AWDLActionHeader.size
        for element in elements {
            try element.validate(at: position)
            position += AWDLTLVs.headerSize + element.valueBytes.count
        }
        guard let first = rest.first, fault() == nil else { return }
        throw WireError(.invalidValue(UInt64(first)), field: "rest of the AWDL action frame", offset: position)
    }

    /// Writes each element with the length of its written bytes. ``validate(at:)`` checks whether that is all of it.
    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        for element in elements { element.serialize(into: &output) }
        output.writeBytes(rest)
    }

    /// The reason for a ``rest``; nil if there is none.
    ///
    /// - Parameters:
    ///   - baseOffset: Where the category lies in the frame.
    ///   - limit: Which length ends the frame.
    public func fault(baseOffset: Int = 0, limit: WireError.Field = .input) -> WireError? {
        guard !rest.isEmpty else { return nil }
        let start = elements.reduce(AWDLActionHeader.size) { $0 + AWDLTLVs.headerSize + $1.valueBytes.count }
        var input = ByteReader(rest.span, baseOffset: baseOffset + start, limit: limit)
        do throws(WireError) {
            _ = try AWDLTLV(parsing: &input)
            return nil
        } catch {
            return error
        }
    }
}

extension AWDLActionFrame {
    /// Element 4, of which there is one in known frames.
    public var synchronizationParameters: AWDLSynchronizationParameters? { first() }
    /// Element 18, not the sequence within element 4.
    public var channelSequence: AWDLChannelSequence? { first() }
    /// Element 24: whom the sender follows; nil without it, and for one that contradicts itself.
    public var electionParametersV2: AWDLElectionParametersV2? { first() }
    /// Element 16: the sender's host name; nil in most periodic synchronization frames, which leave it out.
    public var hostName: AWDLHostName? { first() }
    /// Element 21: the sender's version of AWDL and its operating system; nil without it.
    public var version: AWDLVersion? { first() }
    /// All elements 2, in the order of the frame: a record for each, several for a service.
    public var serviceResponses: [AWDLServiceResponse] { elements.compactMap { $0.value() } }

    private func first<Element: AWDLElement>() -> Element? { elements.lazy.compactMap { $0.value() }.first }
}

/// Times are in microseconds of the sender's clock, modulo 2³².
extension AWDLActionFrame: DescribedElement {
    public init() {
        self.init(
            header: AWDLActionHeader(subtype: .periodicSynchronization, phyTxTime: 0, targetTxTime: 0), elements: [])
    }

    public static let fields: [FieldDescription<Self>] = [
        .fixed("type", AWDLActionHeader.type, "is not 8, as it is in AWDL"),
        .field("headerVersion", \.header.version, .nibbles),
        .required("subtype", \.header.subtype, .subtype.meaning(AWDLFrameSubtype.meaning)),
        .field("phyTxTime", \.header.phyTxTime, .number(in: .microseconds)),
        .field("targetTxTime", \.header.targetTxTime, .number(in: .microseconds)),
        .derived("txDelay", .unit(.microseconds)) { .number($0.header.txDelay) },
        .unusual("reserved", \.header.reserved, .number, usual: 0),
        .field("tlvs", \.elements, .list(.anyObject)),
        .unusual("rest", \.rest, .hex, usual: []),
    ]

    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        if let object, let delay: UInt32 = try object.number("txDelay"), delay != header.txDelay {
            throw object.error("txDelay", "contradicts phyTxTime and targetTxTime; leave it out")
        }
    }
}

extension FieldCodec where Value == AWDLFrameSubtype {
    /// A number, or `PSF` or `MIF`.
    fileprivate static var subtype: FieldCodec {
        FieldCodec(
            encode: { .number($0.rawValue) },
            decode: { (field, path) throws(FieldError) in
                switch field {
                case .text("PSF"): .periodicSynchronization
                case .text("MIF"): .masterIndication
                case .text: throw FieldError(path, "is neither PSF nor MIF, nor a number from 0 to 255")
                default: try code.decode(field, path)
                }
            },
            extreme: { code.extreme(&$0) })
    }
}
