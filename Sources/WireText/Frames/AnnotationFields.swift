import PacketCapture
import WireCoding

/// The options of a packet's block, as fields: those that it has.
enum AnnotationFields {
    static func fields(_ annotations: PacketAnnotations) -> [FrameField] {
        let comments = annotations.comments.isEmpty ? [] : [FrameField("comments", .texts(annotations.comments))]
        let flags: [FrameField?] = annotations.flags.map(Self.fields) ?? []
        let verdicts = FieldValue.list(annotations.verdicts.map(verdict))
        let others: [FrameField?] = [
            annotations.dropCount.map { FrameField.number("dropCount", $0) },
            annotations.packetID.map { FrameField.number("packetID", $0) },
            annotations.queue.map { FrameField.number("queue", $0) },
            annotations.verdicts.isEmpty ? nil : FrameField("verdicts", verdicts),
            annotations.process.map { FrameField("process", process($0)) },
            annotations.effectiveProcess.map { FrameField("effectiveProcess", process($0)) },
            annotations.serviceClass.map { FrameField.number("serviceClass", $0) },
            annotations.flowID.map { FrameField.number("flowID", $0) },
            annotations.damage.map { FrameField.text("damage", $0) },
        ]
        return comments + (flags + others).compactMap(\.self)
    }

    private static func fields(_ flags: PacketFlags) -> [FrameField?] {
        let direction: String? =
            switch flags.direction {
            case .inbound: "inbound"
            case .outbound: "outbound"
            case .unknown, .reserved: nil
            }
        let reception: String? =
            switch flags.receptionType {
            case .unicast: "unicast"
            case .multicast: "multicast"
            case .broadcast: "broadcast"
            case .promiscuous: "promiscuous"
            default: nil
            }
        return [
            .code("flags", flags), direction.map { .text("direction", $0) },
            reception.map { .text("receptionType", $0) },
            flags.linkErrors.rawValue == 0 ? nil : .code("linkErrors", flags.linkErrors),
        ]
    }

    private static func verdict(_ verdict: PacketVerdict) -> FieldValue {
        let source =
            switch verdict.source {
            case .hardware: "hardware"
            case .linuxTrafficControl: "tc"
            case .linuxExpressDataPath: "xdp"
            case .other(let number): "\(number)"
            }
        return .object([.text("source", source), .hex("value", verdict.bytes)])
    }

    private static func process(_ reference: ProcessReference) -> FieldValue {
        guard let process = reference.process else { return .object([.number("index", reference.index)]) }
        let name = process.name.map { [FrameField.text("name", $0)] } ?? []
        return .object([.number("processID", process.processID)] + name)
    }
}
