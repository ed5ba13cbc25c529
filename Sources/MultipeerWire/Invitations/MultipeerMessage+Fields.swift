import WireCoding

extension MultipeerMessage {
    /// What the message says, for people and for JSON: kind, number, and what the body has. A body that cannot be read is
    /// there in bytes, with what is wrong.
    public var namedFields: [FrameField] {
        var fields: [FrameField] = [.text("kind", kind.rawValue), .number("number", number)]
        do throws(WireError) {
            let content = try content()
            fields += content.namedFields
            if content == .unknown {
                fields += [.code("type", type), .code("flags", flags), .hex("body", body)]
            }
        } catch {
            fields += [.hex("body", body), .text("fault", error)]
        }
        return fields
    }
}

extension MultipeerMessage.Content {
    /// What the body says; nothing for kinds without a body and for unknown ones.
    public var namedFields: [FrameField] {
        switch self {
        case .helloAck, .connectionAccept, .receipt, .unknown: []
        case .hello(let hello):
            [
                .number("word", hello.word), FrameField("text", .textOrBytes(hello.text)),
                FrameField("peer", hello.peer.map { .object($0.namedFields) } ?? .null),
            ]
        case .invitation(let invitation):
            [.signed("inviteID", invitation.inviteID)] + peers(invitation.sender, invitation.recipient)
                + [FrameField("context", invitation.context.map { .hex($0) } ?? .null)] + keys(invitation.others)
        case .answer(let answer):
            [.signed("inviteID", answer.inviteID), .flag("isAccepted", answer.isAccepted)]
                + peers(answer.sender, answer.recipient) + connectionData(answer.connectionData) + keys(answer.others)
        case .addresses(let message):
            [.signed("inviteID", message.inviteID)] + peers(message.sender, message.recipient)
                + connectionData(message.connectionData) + keys(message.others)
        }
    }

    private func peers(_ sender: MultipeerPeerID, _ recipient: MultipeerPeerID) -> [FrameField] {
        [
            FrameField("sender", .object(sender.namedFields)),
            FrameField("recipient", .object(recipient.namedFields)),
        ]
    }

    /// The keys of entries that are not known.
    private func keys(_ others: [BinaryPropertyList.Entry]) -> [FrameField] {
        others.isEmpty ? [] : [FrameField("otherKeys", .list(others.map { .text($0.key.string) }))]
    }

    private func connectionData(_ bytes: [UInt8]?) -> [FrameField] {
        guard let bytes else { return [FrameField("connectionData", .null)] }
        do throws(WireError) {
            return [FrameField("connectionData", .object(try MultipeerConnectionData(bytes: bytes).namedFields))]
        } catch {
            return [.hex("connectionData", bytes), .text("connectionDataFault", error)]
        }
    }
}
