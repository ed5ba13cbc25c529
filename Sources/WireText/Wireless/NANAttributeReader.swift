import PacketDissection
import WireCoding
import WirelessFrames

/// Makes an attribute of Wi-Fi Aware of the JSON object that tells of it.
struct NANAttributeReader {
    let object: JSONObjectReader

    func attribute() throws(WireJSONError) -> NANAttribute {
        let id = NANAttributeID(rawValue: try object.required(object.number("id"), "id"))
        if let body = try object.bytes("value") {
            try object.expectOnly(["id", "length", "value", "error"])
            return try attribute(id, body: body)
        }
        guard let value = try value(id) else { throw object.error("value", "is missing") }
        let attribute = NANAttribute(id: id, value: value, rest: try object.bytes("rest") ?? [])
        try object.expectAgreement(with: NANFields.fields(attribute), ignoring: ["serviceName"])
        try expectReadBack(of: attribute)
        return attribute
    }

    /// Throws for an attribute whose bytes say another thing than it was made of, as those do that have no room for a part.
    private func expectReadBack(of attribute: NANAttribute) throws(WireJSONError) {
        var written = ByteWriter()
        attribute.serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        let read = try? NANAttribute(parsing: &input)
        guard read != attribute || !input.isAtEnd else { return }
        if case .malformed(_, let error) = read?.value {
            throw object.error("id", "is of an attribute that has no room for all that is given: \(error)")
        }
        let told = read.map(NANFields.fields) ?? []
        let lost = NANFields.fields(attribute).first { field in
            field.name != "length" && !told.contains(field)
        }
        throw object.error(lost?.name ?? "id", "does not fit into the attribute")
    }

    /// What these bytes are in an attribute with that ID.
    private func attribute(_ id: NANAttributeID, body: [UInt8]) throws(WireJSONError) -> NANAttribute {
        guard body.count <= 0xFFFF else { throw object.error("value", "has more than 65535 bytes") }
        var written = ByteWriter()
        NANAttribute(id: id, value: .other(body)).serialize(into: &written)
        let bytes = written.bytes
        var input = ByteReader(bytes.span)
        guard let attribute = try? NANAttribute(parsing: &input) else {
            throw object.error("value", "makes no attribute")
        }
        return attribute
    }

    private func value(_ id: NANAttributeID) throws(WireJSONError) -> NANAttribute.Value? {
        switch id {
        case .masterIndication:
            .masterIndication(
                NANMasterIndication(
                    masterPreference: try number("masterPreference"), randomFactor: try number("randomFactor")))
        case .cluster: .cluster(try cluster())
        case .serviceIDList, .subscribeServiceIDList: .serviceIDs(try serviceIDs())
        case .serviceDescriptor: .serviceDescriptor(try serviceDescriptor())
        case .serviceDescriptorExtension: .serviceDescriptorExtension(try serviceDescriptorExtension())
        case .deviceCapability: .deviceCapability(try deviceCapability())
        case .dataPath: .dataPath(try NANScheduleReader(object: object).dataPath())
        case .dataPathExtension: .dataPathExtension(try NANScheduleReader(object: object).dataPathExtension())
        case .availability: .availability(try NANScheduleReader(object: object).availability())
        case .dataCluster: .dataCluster(try NANScheduleReader(object: object).dataCluster())
        case .dataLink: .dataLink(try NANScheduleReader(object: object).dataLink())
        case .dataLinkQoS:
            .dataLinkQoS(
                NANDataLinkQoS(
                    minimumSlots: try number("minimumSlots"),
                    maximumLatency: try object.number("maximumLatency") ?? NANDataLinkQoS.noLatencyLimit))
        case .elementContainer:
            .elementContainer(
                NANElementContainer(
                    mapID: try number("mapID"), elements: try object.value("elements", .list(.informationElement)) ?? []
                ))
        case .cipherSuites: .cipherSuites(try cipherSuites())
        case .securityContexts: .securityContexts(try securityContexts())
        case .sharedKeyDescriptor:
            .sharedKeyDescriptor(
                NANSharedKeyDescriptor(publishID: try number("publishID"), key: try object.bytes("key") ?? []))
        default: nil
        }
    }

    /// Zero where it is missing.
    private func number<Number: FixedWidthInteger & UnsignedInteger & Sendable>(
        _ key: String
    ) throws(WireJSONError) -> Number {
        try object.number(key) ?? 0
    }

    private func cluster() throws(WireJSONError) -> NANClusterAttribute {
        let rank: NANMasterRank
        if let bytes = try object.bytes("anchorMasterRank", count: 8) {
            rank = NANMasterRank(
                masterPreference: bytes[7], randomFactor: bytes[6],
                address: LinkAddress(rawValue: bytes.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }))
        } else {
            rank = NANMasterRank(
                masterPreference: try number("anchorMasterPreference"),
                randomFactor: try number("anchorMasterRandomFactor"),
                address: try object.required(object.address("anchorMasterAddress"), "anchorMasterAddress"))
        }
        return NANClusterAttribute(
            anchorMasterRank: rank, hops: try number("hops"),
            anchorMasterBeaconTransmitTime: try number("anchorMasterBeaconTransmitTime"))
    }

    private func serviceIDs() throws(WireJSONError) -> [NANServiceID] {
        var identifiers: [NANServiceID] = []
        for (text, path) in try object.texts("serviceIDs") ?? [] {
            guard let bytes = Hex.decode(text), bytes.count == NANServiceID.size else {
                throw WireJSONError(path, "is not a service ID of twelve hexadecimal digits")
            }
            identifiers.append(Self.serviceID(bytes))
        }
        return identifiers
    }

    private static func serviceID(_ bytes: [UInt8]) -> NANServiceID {
        NANServiceID(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    private func serviceDescriptor() throws(WireJSONError) -> NANServiceDescriptor {
        let id: NANServiceID
        if let bytes = try object.bytes("serviceID", count: NANServiceID.size) {
            id = Self.serviceID(bytes)
            if let name = try object.text("serviceName"), NANServiceID(name: name) != id {
                throw object.error("serviceName", "has another ID than serviceID; leave one of them out")
            }
        } else {
            id = NANServiceID(name: try object.required(object.text("serviceName"), "serviceID"))
        }
        let given: UInt8? = try object.number("control")
        let filter = try object.bytes("serviceResponseFilter")
        if filter?.isEmpty == true { throw object.error("serviceResponseFilter", "has no control byte") }
        var descriptor = NANServiceDescriptor(
            serviceID: id, type: try type() ?? NANServiceControl(rawValue: given ?? 0).type ?? .publish,
            instanceID: try number("instanceID"), requestorInstanceID: try number("requestorInstanceID"),
            bindingBitmap: try object.number("bindingBitmap"), matchingFilter: try object.byteArrays("matchingFilter"),
            serviceResponseFilter: filter.map { .init(control: $0[0], content: Array($0.dropFirst())) },
            serviceInfo: try object.bytes("serviceInfo"))
        if let given { descriptor.control = NANServiceControl(rawValue: given) }
        return descriptor
    }

    private func type() throws(WireJSONError) -> NANServiceControl.ServiceType? {
        guard object.members["type"] != .null, let text = try object.text("type") else { return nil }
        for type in [NANServiceControl.ServiceType.publish, .subscribe, .followUp] where NANFields.name(type) == text {
            return type
        }
        throw object.error("type", "is neither publish nor subscribe nor followUp")
    }

    private func serviceDescriptorExtension() throws(WireJSONError) -> NANServiceDescriptorExtension {
        let limits: [UInt16]? = try object.numbers("rangeLimit")
        if let limits, limits.count != 2 { throw object.error("rangeLimit", "is not two numbers") }
        let indicator: UInt8? = try object.number("serviceUpdateIndicator")
        var info: NANServiceInfo?
        if object.has("protocolType") || object.has("serviceInfo") || object.has("oui") {
            info = NANServiceInfo(
                organization: try object.organization("oui") ?? NANView.organization,
                protocolType: try object.number("protocolType") ?? NANServiceInfo.generic,
                data: try object.bytes("serviceInfo") ?? [])
        }
        let implied: UInt16 = (limits == nil ? 0 : 0x0100) | (indicator == nil ? 0 : 0x0200)
        return NANServiceDescriptorExtension(
            instanceID: try number("instanceID"),
            control: .init(rawValue: try object.number("control") ?? implied),
            rangeLimit: limits.map { .init(inner: $0[0], outer: $0[1]) }, serviceUpdateIndicator: indicator,
            serviceInfo: info)
    }

    private func deviceCapability() throws(WireJSONError) -> NANDeviceCapability {
        let txAntennas: UInt8 = try object.number("txAntennas", maximum: 15) ?? 1
        let rxAntennas: UInt8 = try object.number("rxAntennas", maximum: 15) ?? 1
        return NANDeviceCapability(
            mapID: try number("mapID"), committedDW: try number("committedDW"),
            supportedBands: try number("supportedBands"), operationMode: try number("operationMode"),
            antennas: txAntennas | rxAntennas << 4, maxChannelSwitchTime: try number("maxChannelSwitchTime"),
            capabilities: try number("capabilities"))
    }

    private func cipherSuites() throws(WireJSONError) -> NANCipherSuites {
        var suites: [NANCipherSuites.Suite] = []
        for object in try object.objects("suites") ?? [] {
            suites.append(
                .init(
                    suite: try object.required(object.number("suite"), "suite"),
                    publishID: try object.number("publishID") ?? 0))
        }
        return NANCipherSuites(capabilities: try number("capabilities"), suites: suites)
    }

    private func securityContexts() throws(WireJSONError) -> [NANSecurityContext] {
        var contexts: [NANSecurityContext] = []
        for object in try object.objects("contexts") ?? [] {
            contexts.append(
                NANSecurityContext(
                    type: try object.number("type") ?? 1, publishID: try object.number("publishID") ?? 0,
                    identifier: try object.required(object.bytes("identifier"), "identifier")))
        }
        return contexts
    }
}
