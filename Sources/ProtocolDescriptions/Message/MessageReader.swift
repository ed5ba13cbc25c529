import WireCoding

/// Reads what messages say, with memory that it keeps from one to the next.
struct MessageReader: Sendable {
    private let plan: ProtocolPlan
    private var registers: [UInt64]
    private var headerValues: [MessageValue]
    private var bodyValues: [MessageValue]
    private var inflater: Inflater?
    private var inflated: [UInt8] = []
    private var texts = TextCache()
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
        texts = TextCache()
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
        for index in headerValues.indices { headerValues[index] = .absent }
        do {
            _ = try plan.header.read(
                frame.bytes.extracting(0..<frame.header.upperBound), from: frame.header.lowerBound,
                registers: &registers, values: &headerValues)
        } catch {
            return BodyFault(
                key: "header.\(error.field)", offset: error.offset - frame.body.lowerBound, message: error.sentence)
        }
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
        let type = typeName(frame.bytes, body)
        let sender = text(plan.sender, frame.bytes, body)
        receive(
            DescribedMessageView(
                plan, frame, body, header: headerValues.span, values: bodyValues.span, type: type, sender: sender))
        return nil
    }

    private mutating func bodyIndex(_ bytes: Span<UInt8>) -> Int {
        guard case .byType(let header, let cases, let other) = plan.bodyChoice else { return 0 }
        guard let text = texts.text(headerValues[header], in: bytes) else { return other }
        return cases[text] ?? other
    }

    private mutating func typeName(_ header: Span<UInt8>, _ body: Span<UInt8>) -> String? {
        guard plan.type != nil else { return nil }
        guard let text = text(plan.type, header, body) else { return plan.absentType }
        return plan.typeNames[text] ?? text
    }

    private mutating func text(
        _ reference: PathReference?, _ header: Span<UInt8>, _ body: Span<UInt8>
    ) -> String? {
        switch reference?.root {
        case .header: texts.text(headerValues[reference?.index ?? 0], in: header)
        case .body: texts.text(bodyValues[reference?.index ?? 0], in: body)
        case nil: nil
        }
    }
}

/// The texts of values that came before, so that types and senders are made once and not for each message.
struct TextCache {
    /// Texts that are kept.
    private static let maximumCount = 1024
    /// Longer texts are none that come often.
    private static let maximumLength = 256

    private struct Entry {
        let bytes: [UInt8]
        let text: String
    }

    private var known: [UInt64: Entry] = [:]
    /// The last ones: a direction has one sender and few types, which are found here without hashing.
    private var recent: [Entry] = []
    private var oldest = 0
    private static let recentCount = 4

    /// The value's own text; nil where it has none.
    mutating func text(_ value: MessageValue, in bytes: Span<UInt8>) -> String? {
        switch value {
        case .text(let place, hasEscapes: false) where place.count <= Self.maximumLength:
            let content = bytes.extracting(place.range)
            for entry in recent where entry.bytes.span.elementsEqual(content) { return entry.text }
            guard let key = value.key(in: bytes) else { return nil }
            if let entry = known[key], entry.bytes.span.elementsEqual(content) {
                note(entry)
                return entry.text
            }
            guard let text = value.ownText(in: bytes) else { return nil }
            let entry = Entry(bytes: content.copied(), text: text)
            note(entry)
            if known.count < Self.maximumCount { known[key] = entry }
            return text
        // Numbers up to fifteen digits are within the string, without memory of their own.
        default: return value.ownText(in: bytes)
        }
    }

    private mutating func note(_ entry: Entry) {
        guard recent.count == Self.recentCount else { return recent.append(entry) }
        recent[oldest] = entry
        oldest = (oldest + 1) % Self.recentCount
    }
}
