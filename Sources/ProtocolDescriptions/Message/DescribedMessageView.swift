import WireCoding

/// A message as its description reads it, in the bytes of the stream.
public struct DescribedMessageView: ~Escapable {
    /// The first byte with framing, from the start of the stream.
    public let streamOffset: Int
    /// Bytes with framing.
    public let wireSize: Int
    /// Bytes of the body as on the wire.
    public let bodySize: Int
    /// The name of the type, or the value as text where it has no name; nil where the message has none.
    public let type: String?
    /// Whether its type has a name in the description; true where it has no type, or the description no names.
    public let isKnownType: Bool
    /// Who wrote it.
    public let sender: String?
    /// The message with its header, which header values are places in.
    let message: Span<UInt8>
    /// The header's place in ``message``.
    let headerPlace: Range<Int>
    /// The body, decompressed.
    public let body: Span<UInt8>
    private let headerValues: Span<MessageValue>
    private let bodyValues: Span<MessageValue>
    private let plan: ProtocolPlan

    @_lifetime(copy frame, copy body, copy header, copy values)
    init(
        _ plan: ProtocolPlan, _ frame: FramedMessage, _ body: Span<UInt8>, header: Span<MessageValue>,
        values: Span<MessageValue>, type: MessageType?, sender: String?
    ) {
        self.plan = plan
        streamOffset = frame.streamOffset
        wireSize = frame.wireSize
        bodySize = frame.body.count
        message = frame.bytes
        headerPlace = frame.header
        self.body = body
        headerValues = header
        bodyValues = values
        self.type = type?.name
        isKnownType = type?.isKnown ?? true
        self.sender = sender
    }

    private func value(_ reference: PathReference) -> MessageValue {
        reference.isHeader ? headerValues[reference.index] : bodyValues[reference.index]
    }

    /// The bytes in which the value is a place.
    @_lifetime(copy self)
    private func bytes(_ reference: PathReference) -> Span<UInt8> { reference.isHeader ? message : body }

    private func key(_ reference: PathReference) -> UInt64? { value(reference).key(in: bytes(reference)) }

    private func fieldValue(_ reference: PathReference) -> FieldValue {
        value(reference).fieldValue(in: bytes(reference))
    }

    /// The message's own name, as a number for comparing.
    public var id: UInt64? { plan.id.flatMap { key($0) } }

    /// The message's own name as a value.
    public var idValue: FieldValue? { plan.id.map { fieldValue($0) }.flatMap { $0 == .null ? nil : $0 } }

    /// The number that counts messages; one above `Int64.max` by its bits.
    public var number: Int64? {
        guard let reference = plan.number else { return nil }
        let value = value(reference)
        if case .unsigned(let number) = value { return Int64(bitPattern: number) }
        return value.wholeNumber
    }

    /// The sender's clock in nanoseconds, since 1970 unless its epoch is not known.
    public var sent: Int64? {
        guard let clock = plan.sentClock, let reference = plan.sent else { return nil }
        let value = value(reference)
        // Property lists have dates, whatever clock is behind them.
        if case .owned(.text(let text)) = value { return RFC3339.nanoseconds(text) }
        switch clock {
        case .number(let unit, let epoch):
            if case .real(let number) = value { return Self.nanoseconds(number, unit, epoch) }
            return value.wholeNumber.flatMap { Self.nanoseconds($0, unit, epoch) }
        case .rfc3339:
            guard case .text(let place, hasEscapes: false) = value,
                let time = RFC3339.time(bytes(reference).extracting(place.range))
            else { return nil }
            let (whole, overflows) = time.seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, isTooLarge) = whole.addingReportingOverflow(time.nanoseconds)
            return overflows || isTooLarge ? nil : sum
        }
    }

    private static func nanoseconds(_ number: Int64, _ unit: SentRule.Unit, _ epoch: SentRule.Epoch) -> Int64? {
        let (value, overflows) = number.multipliedReportingOverflow(by: unit.nanoseconds)
        let (sum, isTooLarge) = value.addingReportingOverflow(epoch.seconds * 1_000_000_000)
        return overflows || isTooLarge ? nil : sum
    }

    private static func nanoseconds(_ number: Double, _ unit: SentRule.Unit, _ epoch: SentRule.Epoch) -> Int64? {
        guard abs(number) < 1e18 else { return nil }
        // The whole part is exact, which all of it times a billion would not be.
        let whole = Int64(number)
        guard let base = nanoseconds(whole, unit, epoch) else { return nil }
        let (sum, overflows) = base.addingReportingOverflow(
            Int64(((number - Double(whole)) * Double(unit.nanoseconds)).rounded()))
        return overflows ? nil : sum
    }

    /// Bytes of the payload within the body.
    public var payloadSize: Int? {
        guard let reference = plan.payload else { return nil }
        let value = value(reference)
        if case .owned(let owned) = value {
            switch owned {
            case .text(let text): return text.utf8.count
            case .hex(let bytes): return bytes.count
            default: return nil
            }
        }
        if case .text(let place, hasEscapes: true) = value { return JSONTree.utf8(body.extracting(place.range)).count }
        return value.place?.count
    }

    /// The number of values that are shown.
    public var fieldCount: Int { plan.show.count }

    /// A value that is shown, by its path; null where it is absent.
    public func field(_ index: Int) -> FrameField {
        let (name, reference) = plan.show[index]
        return FrameField(name, fieldValue(reference))
    }

    /// All values that are shown.
    public var fields: [FrameField] { (0..<fieldCount).map { field($0) } }

    /// The pairs of the description.
    public var pairCount: Int { plan.pairs.count }

    /// The roles that a message has in a pair.
    public enum PairRole: Hashable, Sendable {
        /// The message wants an answer.
        case ask
        /// The message answers one.
        case answer
    }

    /// Which role the message has in a pair of the description, and the value that pairs it; 0 where answers come in
    /// order. Nil where it has none.
    public func role(inPair index: Int) -> (role: PairRole, key: UInt64)? {
        let pair = plan.pairs[index]
        guard let type else { return nil }
        let role: PairRole
        switch pair.asks {
        case _ where type == pair.answer: role = .answer
        case .types(let types):
            guard types.contains(type) else { return nil }
            role = .ask
        // What answers in another pair asks nothing in this one.
        case .any:
            if plan.pairs.contains(where: { $0.answer == type }) { return nil }
            role = .ask
        }
        let reference = role == .ask ? pair.askBy : pair.answerBy
        guard let reference else { return (role, 0) }
        return key(reference).map { (role, $0) }
    }
}

/// A message that stays when its bytes are gone.
public struct DescribedMessage: Hashable, Sendable {
    /// The first byte with framing, from the start of the stream.
    public var streamOffset: Int
    /// Bytes with framing.
    public var wireSize: Int
    /// Bytes of the body as on the wire.
    public var bodySize: Int
    /// The name of the type, or the value as text where it has no name; nil where the message has none.
    public var type: String?
    /// Who wrote it; nil where the message does not say.
    public var sender: String?
    /// The message's own name, as a number for comparing; nil where it has none.
    public var id: UInt64?
    /// The number that counts messages; nil where it has none.
    public var number: Int64?
    /// The sender's clock in nanoseconds; nil where it has none.
    public var sent: Int64?
    /// Bytes of the payload within the body; nil where the description names none.
    public var payloadSize: Int?
    /// All values that are shown, in the order of the description.
    public var fields: [FrameField]

    /// Copies what the view says; the bytes of the body are not kept.
    public init(_ view: DescribedMessageView) {
        streamOffset = view.streamOffset
        wireSize = view.wireSize
        bodySize = view.bodySize
        type = view.type
        sender = view.sender
        id = view.id
        number = view.number
        sent = view.sent
        payloadSize = view.payloadSize
        fields = view.fields
    }
}
