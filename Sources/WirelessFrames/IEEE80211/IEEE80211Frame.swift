import WireCoding

/// A whole 802.11 frame: MAC header, body, and the frame check sequence if there is one.
///
/// A frame that was read is written back unchanged, including a wrong check sequence.
public struct IEEE80211Frame: Hashable, Sendable {
    /// The MAC header, whose frame control says what the body is.
    public var header: IEEE80211Header
    /// The padding that some radios put between header and body, to align the body to four bytes.
    public var headerPadding: [UInt8]
    /// The part between header and frame check sequence.
    public var body: Body
    /// As it was sent, right or wrong; nil where it is not part of the bytes.
    public var frameCheckSequence: UInt32?

    /// The part after the MAC header.
    public enum Body: Hashable, Sendable {
        /// Beacons and probe responses.
        case beacon(BeaconBody)
        /// Action frames, with and without acknowledgment.
        case action(ActionBody)
        /// Other management frames: fixed fields, ``IEEE80211FrameControl/fixedFieldsSize`` bytes, then elements. Of an
        /// authentication whose algorithm has fields of other sizes, all bytes are fixed fields (SAE, FILS, vendors').
        case elements(fixed: [UInt8], InformationElementList)
        /// Data: an ``AMSDUSubframe`` for each content, and the bytes from the first on that contradicts the frame.
        case aggregate([AMSDUSubframe], rest: [UInt8])
        /// Encrypted: the last bytes are the check of the cipher.
        case protected(CipherHeader, [UInt8])
        /// Data that begin with LLC, pieces of bodies, control frames, and bodies too short for what they should be.
        case bytes([UInt8])
    }

    /// A frame of these parts. The check sequence is written as given: ``computedCheckSequence`` is the right one.
    public init(
        header: IEEE80211Header, body: Body, headerPadding: [UInt8] = [], frameCheckSequence: UInt32? = nil
    ) {
        self.header = header
        self.body = body
        self.headerPadding = headerPadding
        self.frameCheckSequence = frameCheckSequence
    }

    /// Reads all that is left.
    ///
    /// - Parameters:
    ///   - input: The frame from its MAC header to the end of what was captured.
    ///   - flags: What the radio says: whether a check sequence is at the end, and whether the header is padded.
    ///   - isCut: Whether bytes are missing at the end, and with them the check sequence.
    /// - Throws: Any error from ``IEEE80211Header``, and `truncated` if there is no room for the check sequence. Bodies
    ///   that contradict themselves are kept as bytes; ``fault(baseOffset:limit:)`` reports them.
    public init(parsing input: inout ByteReader, flags: RadiotapFlags = [], isCut: Bool = false) throws(WireError) {
        header = try IEEE80211Header(parsing: &input)
        let size = header.frameControl.headerSize
        let gap = flags.contains(.headerPadding) ? (4 &- size % 4) % 4 : 0
        let hasCheck = flags.contains(.frameCheckSequence) && !isCut
        if hasCheck { try input.require(FrameCheckSequence.size, "frame check sequence") }
        var region = try input.subreader(
            input.remaining &- (hasCheck ? FrameCheckSequence.size : 0), "802.11 body", limit: input.limit)
        // Frames without a body are not padded by every radio.
        headerPadding = try region.readBytes(min(gap, region.remaining), "802.11 header padding")
        body = Body.parse(&region, of: header).body
        if hasCheck { frameCheckSequence = try input.readUInt32LittleEndian("frame check sequence") }
    }

    /// Writes the parts in their order, without a check sequence that is nil.
    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        output.writeBytes(headerPadding)
        body.serialize(into: &output)
        if let frameCheckSequence { output.writeUInt32LittleEndian(frameCheckSequence) }
    }

    /// The check of header and body as they are. What pads the header is not on the air and does not count.
    public var computedCheckSequence: UInt32 {
        let bytes = ByteWriter.bytes(header.serialize(into:)) + ByteWriter.bytes(body.serialize(into:))
        return FrameCheckSequence.of(bytes.span)
    }

    /// The reason why the body is only bytes, or why its last bytes are not an element or subframe; nil for valid ones.
    ///
    /// - Parameters:
    ///   - baseOffset: Where the frame lies in the packet.
    ///   - limit: Which length says where the body ends.
    public func fault(baseOffset: Int = 0, limit: WireError.Field = .input) -> WireError? {
        let bytes = ByteWriter.bytes(body.serialize(into:))
        let start = baseOffset &+ header.frameControl.headerSize &+ headerPadding.count
        var input = ByteReader(bytes.span, baseOffset: start, limit: limit)
        return Body.parse(&input, of: header).error
    }

    /// Whether the check sequence is right, nil without one.
    public var isCheckSequenceValid: Bool? { frameCheckSequence.map { $0 == computedCheckSequence } }
}

extension IEEE80211FrameControl {
    /// Bytes before the elements of a management frame, nil where no elements follow or frames are not of that type
    /// (IEEE 802.11 §9.3.3). An authentication has at least these.
    public var fixedFieldsSize: Int? {
        guard type == .management else { return nil }
        switch subtype {
        case 0: return 4
        case 1, 3: return 6
        case 2: return 10
        case 4: return 0
        case 5, 8: return BeaconBody.fixedSize
        case 10, 12: return 2
        case 11: return 6
        default: return nil
        }
    }
}

extension IEEE80211Frame.Body {
    /// The last algorithm of an authentication whose fixed fields are algorithm, transaction and status: open system, shared
    /// key and fast transition are 0 to 2 (IEEE 802.11 §9.3.3.11, §9.4.1.1). Those of SAE go on with a group and numbers as
    /// long as the group wants.
    private static let lastPlainAlgorithm: UInt16 = 2

    /// Reads all that is left as the body that the header announces.
    ///
    /// - Returns: The body, as bytes if it is too short for its kind; and in `error` the reason for that, or why its
    ///   last bytes are not an element or subframe.
    public static func parse(
        _ input: inout ByteReader, of header: IEEE80211Header
    ) -> (body: IEEE80211Frame.Body, error: WireError?) {
        let start = input
        do throws(WireError) {
            return try read(&input, header)
        } catch {
            input = start
            return (.bytes(input.readRemainingBytes()), error)
        }
    }

    @_lifetime(input: copy input)
    private static func read(
        _ input: inout ByteReader, _ header: IEEE80211Header
    ) throws(WireError) -> (body: IEEE80211Frame.Body, error: WireError?) {
        let control = header.frameControl
        if control.isProtected, control.hasSequenceControl, !control.isNullData {
            let cipher = try CipherHeader(parsing: &input)
            return (.protected(cipher, input.readRemainingBytes()), nil)
        }
        guard !header.isFragment else { return (.bytes(input.readRemainingBytes()), nil) }
        let start = input.offset
        if control.isAction { return (.action(try ActionBody(parsing: &input)), nil) }
        if let size = control.fixedFieldsSize {
            let fault: WireError?
            guard size == BeaconBody.fixedSize else {
                var fixed = try input.readBytes(size, "management fixed fields")
                if control.isAuthentication, UInt16(fixed[1]) << 8 | UInt16(fixed[0]) > lastPlainAlgorithm {
                    fixed += input.readRemainingBytes()
                }
                let limit = input.limit
                let list = InformationElementList(parsing: &input)
                fault = list.fault(baseOffset: start &+ fixed.count, limit: limit)
                return (.elements(fixed: fixed, list), fault)
            }
            let limit = input.limit
            let beacon = try BeaconBody(parsing: &input)
            fault = beacon.elements.fault(baseOffset: start &+ size, limit: limit)
            return (.beacon(beacon), fault)
        }
        guard control.type == .data, !control.isNullData, header.isAggregate else {
            return (.bytes(input.readRemainingBytes()), nil)
        }
        let (subframes, rest, error) = input.readElements(of: AMSDUSubframe.self)
        return (.aggregate(subframes, rest: rest), error)
    }

    /// Writes the body without padding and check sequence.
    public func serialize(into output: inout ByteWriter) {
        switch self {
        case .beacon(let beacon): beacon.serialize(into: &output)
        case .action(let action): action.serialize(into: &output)
        case .elements(let fixed, let elements):
            output.writeBytes(fixed)
            elements.serialize(into: &output)
        case .aggregate(let subframes, let rest):
            for subframe in subframes { subframe.serialize(into: &output) }
            output.writeBytes(rest)
        case .protected(let header, let content):
            header.serialize(into: &output)
            output.writeBytes(content)
        case .bytes(let bytes): output.writeBytes(bytes)
        }
    }
}
