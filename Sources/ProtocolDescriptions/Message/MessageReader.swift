import WireCoding

/// Reads what messages say, with memory that it keeps from one to the next.
struct MessageReader: Sendable {
    private let plan: ProtocolPlan
    private var registers: [UInt64]
    private var headerValues: [MessageValue]
    private var bodyValues: [MessageValue]
    private var inflater: Inflater?
    private var inflated: [UInt8] = []
    private var types = TextCache<MessageType>()
    private var senders = TextCache<String>()
    /// The bodies that a header's texts choose.
    private var choices = TextCache<Int>()
    private(set) var summary = DescribedDirectionSummary()

    init(_ plan: ProtocolPlan) {
        self.plan = plan
        registers = Array(repeating: 0, count: plan.registerCount)
        headerValues = Array(repeating: .absent, count: plan.headerValueCount)
        bodyValues = Array(repeating: .absent, count: plan.bodyValueCount)
    }

    /// Reads a message, or tests whether it is sound.
    ///
    /// - Returns: Whether to go on, or whether it is sound.
    mutating func visit(
        _ frame: FramedMessage, _ purpose: FramePurpose, _ receive: (DescribedMessageView) -> Void
    ) -> Bool {
        let fault = read(frame, purpose, receive)
        guard purpose == .take else { return fault == nil }
        guard let fault else {
            summary.messages += 1
            summary.messageBytes += frame.wireSize
            return true
        }
        note(fault, frame)
        return summary.messages > 0 || summary.malformed > 1
    }

    /// Counts a malformed message.
    mutating func note(_ fault: DescriptionFault) {
        summary.malformed += 1
        summary.add(fault)
    }

    /// Gives up memory that is kept for the next message.
    mutating func evict() {
        inflated = []
        types = TextCache()
        senders = TextCache()
        choices = TextCache()
    }

    private mutating func note(_ fault: BodyFault, _ frame: FramedMessage) {
        let message = frame.bytes.extracting(0..<max(frame.body.upperBound, min(frame.wireSize, frame.bytes.count)))
        // Offsets within a compressed body are none of the message.
        let isCompressed = plan.compression != nil
        let place = isCompressed ? frame.body.lowerBound : min(frame.body.lowerBound + fault.offset, message.count)
        let start = max(0, place - 16)
        let bytes = message.copied(start..<min(message.count, start + FramingFaultRecord.shownBytes))
        note(
            DescriptionFault(
                kind: fault.key.hasPrefix("header.") ? .framing : .body, key: fault.key,
                streamOffset: frame.streamOffset, message: fault.message, bytes: bytes))
    }

    // MARK: - One message

    private mutating func read(
        _ frame: FramedMessage, _ purpose: FramePurpose, _ receive: (DescribedMessageView) -> Void
    ) -> BodyFault? {
        if plan.hasHeader, let fault = readHeader(frame) { return fault }
        let body = frame.bytes.extracting(frame.body)
        guard isCompressed(frame.bytes), !body.isEmpty else { return read(frame, body, purpose, receive) }
        if let fault = inflate(body) { return fault }
        // The text moves out while it is read, and back for its memory.
        var text = inflated
        inflated = []
        let fault = read(frame, text.span, purpose, receive)
        if text.capacity > 1 << 16 { text = [] }
        inflated = text
        return fault
    }

    private mutating func readHeader(_ frame: FramedMessage) -> BodyFault? {
        for index in headerValues.indices { headerValues[index] = .absent }
        do {
            _ = try plan.header.read(
                frame.bytes.extracting(0..<frame.header.upperBound), from: frame.header.lowerBound,
                registers: &registers, values: &headerValues)
            return nil
        } catch {
            return BodyFault(
                key: "header.\(error.field)", offset: error.offset - frame.body.lowerBound, message: error.sentence)
        }
    }

    private func isCompressed(_ bytes: Span<UInt8>) -> Bool {
        guard plan.compression != nil else { return false }
        guard let when = plan.compressedWhen else { return true }
        switch headerValues[when.index] {
        case .boolean(let flag): return flag
        case .integer(let number): return number != 0
        case .unsigned: return true
        default: return false
        }
    }

    private mutating func inflate(_ body: Span<UInt8>) -> BodyFault? {
        if inflater == nil { inflater = Inflater(plan.compression == .gzip ? .gzip : .zlib) }
        let name = plan.compression?.rawValue ?? ""
        do {
            try inflater?.inflate(body, into: &inflated, maximum: plan.framing.maximum)
            return nil
        } catch .damaged {
            return BodyFault(key: "body", offset: 0, message: "the body is not \(name), or damaged")
        } catch {
            return BodyFault(
                key: "body", offset: 0,
                message: "the \(name) body becomes more than the maximum of \(plan.framing.maximum) bytes")
        }
    }

    private mutating func read(
        _ frame: FramedMessage, _ body: Span<UInt8>, _ purpose: FramePurpose,
        _ receive: (DescribedMessageView) -> Void
    ) -> BodyFault? {
        for index in bodyValues.indices { bodyValues[index] = .absent }
        do {
            try plan.bodies[bodyIndex(frame.bytes)].read(body, registers: &registers, values: &bodyValues)
        } catch {
            return error
        }
        guard purpose == .take else { return nil }
        let type = type(frame.bytes, body)
        let sender = plan.sender.flatMap { senders.value(value($0), in: $0.isHeader ? frame.bytes : body) { $0 } }
        receive(
            DescribedMessageView(
                plan, frame, body, header: headerValues.span, values: bodyValues.span, type: type, sender: sender))
        return nil
    }

    private mutating func bodyIndex(_ bytes: Span<UInt8>) -> Int {
        guard case .byType(let header, let cases, let other) = plan.bodyChoice else { return 0 }
        return choices.value(headerValues[header], in: bytes) { cases[$0] ?? other } ?? other
    }

    private mutating func type(_ header: Span<UInt8>, _ body: Span<UInt8>) -> MessageType? {
        guard let reference = plan.type else { return nil }
        let plan = plan
        // The names are only asked for types that are new.
        return types.value(value(reference), in: reference.isHeader ? header : body) { plan.typeNames.type($0) }
            ?? plan.typeNames.absent
    }

    private func value(_ reference: PathReference) -> MessageValue {
        reference.isHeader ? headerValues[reference.index] : bodyValues[reference.index]
    }
}
