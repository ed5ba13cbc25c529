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
    public var header: AWDLActionHeader
    public var elements: [AWDLTLV]
    /// Bytes behind the last element that make none: from one whose length goes beyond the frame, or fewer than type and
    /// length take.
    public var rest: [UInt8]

    public init(header: AWDLActionHeader, elements: [AWDLTLV], rest: [UInt8] = []) {
        self.header = header
        self.elements = elements
        self.rest = rest
    }

    /// Reads a frame from the category to the end of the input, which is without the frame check sequence.
    ///
    /// - Throws: What ``AWDLActionHeader`` does. What is wrong with elements is in ``AWDLTLV/error`` and
    ///   ``fault(baseOffset:limit:)``.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        header = try AWDLActionHeader(parsing: &input)
        elements = []
        while !input.isAtEnd {
            let start = input
            do throws(WireError) {
                elements.append(try AWDLTLV(parsing: &input))
            } catch {
                input = start
                break
            }
        }
        rest = input.readRemainingBytes()
    }

    /// Looks for what the wire has no room for, and what would be read back as something else.
    ///
    /// - Parameter offset: Where the category lies, for the error.
    /// - Throws: What ``AWDLTLV/validate(at:)`` does, and `invalidValue` for a ``rest`` that makes an element.
    public func validate(at offset: Int = 0) throws(WireError) {
        var position = offset + AWDLActionHeader.size
        for element in elements {
            try element.validate(at: position)
            position += AWDLTLVs.headerSize + element.valueBytes.count
        }
        guard let first = rest.first, fault() == nil else { return }
        throw WireError(.invalidValue(UInt64(first)), field: "rest of the AWDL action frame", offset: position)
    }

    /// Writes each element with the length of what is written of it. ``validate(at:)`` tells whether that is all.
    public func serialize(into output: inout ByteWriter) {
        header.serialize(into: &output)
        for element in elements { element.serialize(into: &output) }
        output.writeBytes(rest)
    }

    /// Why there is a ``rest``; nil where there is none.
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
    public var synchronizationParameters: AWDLSynchronizationParameters? {
        first { if case .synchronizationParameters(let value) = $0 { value } else { nil } }
    }
    /// Element 18, not the sequence within element 4.
    public var channelSequence: AWDLChannelSequence? {
        first { if case .channelSequence(let value) = $0 { value } else { nil } }
    }
    public var electionParametersV2: AWDLElectionParametersV2? {
        first { if case .electionParametersV2(let value) = $0 { value } else { nil } }
    }
    public var hostName: AWDLHostName? {
        first { if case .hostName(let value) = $0 { value } else { nil } }
    }
    public var version: AWDLVersion? {
        first { if case .version(let value) = $0 { value } else { nil } }
    }
    public var serviceResponses: [AWDLServiceResponse] {
        elements.compactMap { if case .serviceResponse(let value) = $0.value { value } else { nil } }
    }

    private func first<Value>(_ value: (AWDLTLV.Value) -> Value?) -> Value? {
        for element in elements {
            if let found = value(element.value) { return found }
        }
        return nil
    }
}
