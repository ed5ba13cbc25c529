import WireCoding
import WirelessFrames

/// Devices, and the services that they offer and look for.
extension NANFields {
    static func fields(_ cluster: NANClusterAttribute) -> [FrameField] {
        let rank = cluster.anchorMasterRank
        var written = ByteWriter()
        rank.serialize(into: &written)
        return [
            FrameField("anchorMasterRank", .hex(written.bytes)),
            FrameField("anchorMasterAddress", .text(rank.address.description)),
            FrameField("anchorMasterRandomFactor", .number(rank.randomFactor)),
            FrameField("anchorMasterPreference", .number(rank.masterPreference)),
            FrameField("hops", .number(cluster.hops)),
            FrameField("anchorMasterBeaconTransmitTime", .number(cluster.anchorMasterBeaconTransmitTime)),
        ]
    }

    static func fields(_ descriptor: NANServiceDescriptor) -> [FrameField] {
        var fields = [
            FrameField("serviceID", .text(descriptor.serviceID.description)),
            FrameField("instanceID", .number(descriptor.instanceID)),
            FrameField("requestorInstanceID", .number(descriptor.requestorInstanceID)),
            FrameField("control", .number(descriptor.control.rawValue)),
            FrameField("type", descriptor.control.type.map { .text(name($0)) } ?? .null),
        ]
        if let bitmap = descriptor.bindingBitmap { fields.append(FrameField("bindingBitmap", .number(bitmap))) }
        if let entries = descriptor.matchingFilter {
            fields.append(FrameField("matchingFilter", .list(entries.map { .hex($0) })))
        }
        if let filter = descriptor.serviceResponseFilter {
            fields.append(FrameField("serviceResponseFilter", .hex([filter.control] + filter.content)))
        }
        if let info = descriptor.serviceInfo { fields.append(FrameField("serviceInfo", .hex(info))) }
        return fields
    }

    /// The name of a type in reports.
    public static func name(_ type: NANServiceControl.ServiceType) -> String {
        switch type {
        case .publish: "publish"
        case .subscribe: "subscribe"
        case .followUp: "followUp"
        }
    }

    static func fields(_ descriptor: NANServiceDescriptorExtension) -> [FrameField] {
        var fields = [
            FrameField("instanceID", .number(descriptor.instanceID)),
            FrameField("control", .number(descriptor.control.rawValue)),
        ]
        if let limit = descriptor.rangeLimit {
            fields.append(FrameField("rangeLimit", .list([.number(limit.inner), .number(limit.outer)])))
        }
        if let indicator = descriptor.serviceUpdateIndicator {
            fields.append(FrameField("serviceUpdateIndicator", .number(indicator)))
        }
        guard let info = descriptor.serviceInfo else { return fields }
        let organization = [16, 8, 0].map { UInt8(truncatingIfNeeded: info.organization >> $0) }
        return fields + [
            FrameField("oui", .hex(organization)), FrameField("protocolType", .number(info.protocolType)),
            FrameField("serviceInfo", .hex(info.data)),
        ]
    }

    static func fields(_ capability: NANDeviceCapability) -> [FrameField] {
        [
            FrameField("mapID", .number(capability.mapID)), FrameField("committedDW", .number(capability.committedDW)),
            FrameField("supportedBands", .number(capability.supportedBands)),
            FrameField("operationMode", .number(capability.operationMode)),
            FrameField("txAntennas", .number(capability.txAntennas)),
            FrameField("rxAntennas", .number(capability.rxAntennas)),
            FrameField("maxChannelSwitchTime", .number(capability.maxChannelSwitchTime)),
            FrameField("capabilities", .number(capability.capabilities)),
        ]
    }
}
