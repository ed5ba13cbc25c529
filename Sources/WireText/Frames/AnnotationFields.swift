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
        if let count = annotations.dropCount { fields.append(.number("dropCount", count)) }
        if let number = annotations.packetID { fields.append(.number("packetID", number)) }
        if let queue = annotations.queue { fields.append(.number("queue", queue)) }
        if !annotations.verdicts.isEmpty {
            fields.append(FrameField("verdicts", .list(annotations.verdicts.map(verdict))))
        }
        if let process = annotations.process { fields.append(FrameField("process", Self.process(process))) }
        if let process = annotations.effectiveProcess {
            fields.append(FrameField("effectiveProcess", Self.process(process)))
        }
        if let serviceClass = annotations.serviceClass {
            fields.append(.number("serviceClass", serviceClass))
        }
        if let flow = annotations.flowID { fields.append(.number("flowID", flow)) }
        if let damage = annotations.damage { fields.append(.text("damage", damage)) }
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
        var fields: [FrameField] = [.code("flags", flags)]
        if let direction { fields.append(.text("direction", direction)) }
        if let reception { fields.append(.text("receptionType", reception)) }
        if flags.linkErrors.rawValue != 0 {
            fields.append(.code("linkErrors", flags.linkErrors))
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
        return .object([.text("source", source), .hex("value", verdict.bytes)])
    }

    private static func process(_ reference: ProcessReference) -> FieldValue {
        guard let process = reference.process else {
            return .object([.number("index", reference.index)])
        }
        var fields: [FrameField] = [.number("processID", process.processID)]
        if let name = process.name { fields.append(.text("name", name)) }
        return .object(fields)
    }
}
