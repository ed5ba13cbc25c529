import WireCoding
import WirelessFrames

/// The content of Wi-Fi Aware frames, as fields with the names that `nearscope frames` and `nearscope decode nan` use.
///
/// The fields have all that is in the frame; where one says a part of another again (`type` of `control`), it is for
/// reading.
public enum NANFields {
    /// The fields of a frame, its attributes in their order.
    public static func fields(_ frame: NANFrame) -> [FrameField] {
        var fields: [FrameField] = []
        switch frame.kind {
        case .beacon: fields.append(FrameField("frame", .text("beacon")))
        case .serviceDiscovery: fields.append(FrameField("frame", .text("serviceDiscovery")))
        case .action(let subtype):
            fields += [FrameField("frame", .text("action")), FrameField("subtype", .number(subtype.rawValue))]
        }
        if frame.kind != .beacon { fields.append(FrameField("category", .number(frame.category))) }
        let attributes = frame.attributes
        fields.append(
            FrameField("attributes", .list(attributes.attributes.map { .object(Self.fields($0)) })))
        if !attributes.rest.isEmpty { fields.append(FrameField("rest", .hex(attributes.rest))) }
        if !frame.elementSizes.isEmpty {
            fields.append(FrameField("elementSizes", .list(frame.elementSizes.map { .integer(Int64($0)) })))
        }
        if !frame.trailing.isEmpty { fields.append(FrameField("trailing", .hex(frame.trailing))) }
        return fields
    }

    /// The fields of one attribute: number, length, and what its value says.
    public static func fields(_ attribute: NANAttribute) -> [FrameField] {
        var fields = [
            FrameField("id", .number(attribute.id.rawValue)),
            FrameField("length", .integer(Int64(attribute.body.count))),
        ]
        fields += Self.fields(attribute.value)
        if !attribute.rest.isEmpty { fields.append(FrameField("rest", .hex(attribute.rest))) }
        return fields
    }

    private static func fields(_ value: NANAttribute.Value) -> [FrameField] {
        switch value {
        case .masterIndication(let indication):
            [
                FrameField("masterPreference", .number(indication.masterPreference)),
                FrameField("randomFactor", .number(indication.randomFactor)),
            ]
        case .cluster(let cluster): fields(cluster)
        case .serviceIDs(let identifiers):
            [FrameField("serviceIDs", .list(identifiers.map { .text($0.description) }))]
        case .serviceDescriptor(let descriptor): fields(descriptor)
        case .serviceDescriptorExtension(let descriptor): fields(descriptor)
        case .deviceCapability(let capability): fields(capability)
        case .dataPath(let path):
            fields(path.header) + (path.specificInfo.map { [FrameField("specificInfo", .hex($0))] } ?? [])
        case .dataPathExtension(let path):
            fields(path.header) + [
                FrameField(
                    "tlvs",
                    .list(
                        path.elements.map { element in
                            .object([
                                FrameField("type", .number(element.type)), FrameField("value", .hex(element.value)),
                            ])
                        }))
            ]
        case .availability(let availability): fields(availability)
        case .dataCluster(let cluster):
            [
                FrameField("ndcID", .text(cluster.ndcID.description)), FrameField("control", .number(cluster.control)),
                FrameField("entries", .list(cluster.entries.map { .object(fields($0)) })),
            ]
        case .dataLink(let link): fields(link)
        case .dataLinkQoS(let quality):
            [
                FrameField("minimumSlots", .number(quality.minimumSlots)),
                FrameField("maximumLatency", .number(quality.maximumLatency)),
            ]
        case .elementContainer(let container):
            [
                FrameField("mapID", .number(container.mapID)),
                FrameField("elements", .list(container.elements.map { .object($0.fieldValues) })),
            ]
        case .cipherSuites(let suites):
            [
                FrameField("capabilities", .number(suites.capabilities)),
                FrameField(
                    "suites",
                    .list(
                        suites.suites.map { suite in
                            .object([
                                FrameField("suite", .number(suite.suite)),
                                FrameField("publishID", .number(suite.publishID)),
                            ])
                        })),
            ]
        case .securityContexts(let contexts):
            [
                FrameField(
                    "contexts",
                    .list(
                        contexts.map { context in
                            .object([
                                FrameField("type", .number(context.type)),
                                FrameField("publishID", .number(context.publishID)),
                                FrameField("identifier", .hex(context.identifier)),
                            ])
                        }))
            ]
        case .sharedKeyDescriptor(let descriptor):
            [FrameField("publishID", .number(descriptor.publishID)), FrameField("key", .hex(descriptor.key))]
        case .other(let bytes): [FrameField("value", .hex(bytes))]
        case .malformed(let bytes, let error):
            [FrameField("value", .hex(bytes)), FrameField("error", .text(error.description))]
        }
    }
}
