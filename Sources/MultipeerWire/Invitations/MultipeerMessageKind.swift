import WireCoding

/// What a message of the invitation channel is, by the names of the report.
@nonexhaustive
public enum MultipeerMessageKind: String, Hashable, Sendable, CaseIterable {
    /// 2000: instance name and display name of the sender (B2).
    case hello
    /// 2000 with the receipt flag, no body (B2).
    case helloAck
    /// 2200: one per side, ends the greeting (B2).
    case connectionAccept
    /// 2100: property list with message ID 1 (B2).
    case invite
    /// 2100: property list with message ID 2 that accepts (B).
    case accept
    /// 2100: property list with message ID 2 that declines (S).
    case decline
    /// 2100: property list with message ID 3 (B2).
    case connectionData
    /// 2100 without body. The framework sets the receipt flag, another client does not (B2).
    case receipt
    /// A message of another type, or one whose body is not one of these property lists.
    case unknown

    /// The kind of a message with a right checksum. Any bytes have one.
    public init(_ header: MultipeerMessageHeader, body: Span<UInt8>) {
        switch (header.type, header.flags) {
        case (.hello, []) where !body.isEmpty: self = .hello
        case (.hello, .receipt) where body.isEmpty: self = .helloAck
        case (.accept, []) where body.isEmpty: self = .connectionAccept
        case (.data, []), (.data, .receipt): self = body.isEmpty ? .receipt : Self.kind(ofList: body)
        default: self = .unknown
        }
    }

    private static func kind(ofList body: Span<UInt8>) -> Self {
        guard let list = try? PropertyListObjects(body, baseOffset: 0),
            let messageID = list.value(forKey: MultipeerListKey.messageID.name),
            case .integer(let number) = list.scalar(messageID)
        else { return .unknown }
        switch number {
        case MultipeerInvitation.messageID: return .invite
        case MultipeerAnswer.messageID:
            guard let answer = list.value(forKey: MultipeerListKey.isAccepted.name),
                case .boolean(let isAccepted) = list.scalar(answer)
            else { return .unknown }
            return isAccepted ? .accept : .decline
        case MultipeerAddressMessage.messageID: return .connectionData
        default: return .unknown
        }
    }
}
