import WireCoding

extension MultipeerPacket {
    /// What the packet says, for people and for JSON: kind, channel, ends, and what the body has. A body that cannot be
    /// read is there in bytes, with what is wrong.
    public var namedFields: [FrameField] {
        var fields: [FrameField] = [
            .text("kind", kind.rawValue), .number("channel", channel), .text("sender", sender),
            .text("receiver", receiver),
        ]
        do throws(WireError) {
            let content = try content()
            fields += content == .unknown ? [.code("type", type), .hex("body", body)] : content.namedFields
        } catch {
            fields += [.hex("body", body), .text("fault", error)]
        }
        return fields
    }
}

extension MultipeerPacket.Content {
    /// What the body says; nothing of an unknown one.
    public var namedFields: [FrameField] {
        switch self {
        case .hello(let hello): hello.namedFields + trailing(hello.trailing)
        case .database(let database): [nodes(database.nodes)] + trailing(database.trailing)
        case .linkState(let state):
            [.number("sequence", state.sequence), nodes(state.nodes)] + trailing(state.trailing)
        case .linkStateAck(let ack): [.number("sequence", ack.sequence)] + trailing(ack.trailing)
        case .heartbeat(let heartbeat):
            [.flag("isRequest", heartbeat.kind == .request), .number("number", heartbeat.number)]
                + trailing(heartbeat.trailing)
        case .delivery(let delivery):
            [
                FrameField("delivery", .object(delivery.namedFields)), .number("number", delivery.number),
                .hex("payload", delivery.payload),
            ]
        case .unknown: []
        }
    }

    private func nodes(_ nodes: [MultipeerNode]) -> FrameField {
        FrameField("nodes", .list(nodes.map { .object($0.namedFields) }))
    }

    private func trailing(_ bytes: [UInt8]) -> [FrameField] { bytes.isEmpty ? [] : [.hex("trailing", bytes)] }
}

extension MultipeerNode {
    /// The node and its neighbors, for people and for JSON.
    public var namedFields: [FrameField] {
        let neighbors: [FieldValue] = neighbors.map { neighbor in
            .object([
                .text("participant", neighbor.participant), .number("roundTripTime", neighbor.roundTripTime),
            ])
        }
        return [
            .text("participant", participant), .number("sequence", sequence),
            FrameField("name", .textOrBytes(name)), FrameField("neighbors", .list(neighbors)),
        ]
    }
}
