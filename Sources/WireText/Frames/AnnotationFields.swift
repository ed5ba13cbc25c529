import PacketCapture
import WireCoding

/// The options of a packet's block, as fields: those that it has.
enum AnnotationFields {
    static func fields(_ annotations: PacketAnnotations) -> [FrameField] {
        var fields: [FrameField] = []
        if !annotations.comments.isEmpty {
            fields.append(FrameField("comments", .list(annotations.comments.map { .text($0) })))
        }
        if let flags = annotations.flags { fields += Self.fields(flags) }
        if let count = annotations.dropCount { fields.append(FrameField("dropCount", .number(count))) }
        if let number = annotations.packetID { fields.append(FrameField("packetID", .number(number))) }
        if let queue = annotations.queue { fields.append(FrameField("queue", .number(queue))) }
        if !annotations.verdicts.isEmpty {
            fields.append(FrameField("verdicts", .list(annotations.verdicts.map(verdict))))
        }
        if let process = annotations.process { fields.append(FrameField("process", Self.process(process))) }
        if let process = annotations.effectiveProcess {
            fields.append(FrameField("effectiveProcess", Self.process(process)))
        }
        if let serviceClass = annotations.serviceClass {
            fields.append(FrameField("serviceClass", .number(serviceClass)))
        }
        if let flow = annotations.flowID { fields.append(FrameField("flowID", .number(flow))) }
        if let damage = annotations.damage { fields.append(FrameField("damage", .text(damage.description))) }
        return fields
    }

    private static func fields(_ flags: PacketFlags) -> [FrameField] {
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
        var fields = [FrameField("flags", .number(flags.rawValue))]
        if let direction { fields.append(FrameField("direction", .text(direction))) }
        if let reception { fields.append(FrameField("receptionType", .text(reception))) }
        if flags.linkErrors.rawValue != 0 {
            fields.append(FrameField("linkErrors", .number(flags.linkErrors.rawValue)))
        }
        return fields
    }

    private static func verdict(_ verdict: PacketVerdict) -> FieldValue {
        let source =
            switch verdict.source {
            case .hardware: "hardware"
            case .linuxTrafficControl: "tc"
            case .linuxExpressDataPath: "xdp"
            case .other(let number): "\(number)"
            }
        return .object([FrameField("source", .text(source)), FrameField("value", .hex(verdict.bytes))])
    }

    private static func process(_ reference: ProcessReference) -> FieldValue {
        guard let process = reference.process else {
            return .object([FrameField("index", .number(reference.index))])
        }
        var fields = [FrameField("processID", .number(process.processID))]
        if let name = process.name { fields.append(FrameField("name", .text(name))) }
        return .object(fields)
    }
}
