import PacketDissection
import WireCoding
import WirelessFrames

/// Makes an element of an AWDL action frame of the JSON object that tells of it.
struct AWDLElementReader {
    let object: JSONObjectReader

    init(_ object: JSONObjectReader) { self.object = object }

    func element() throws(WireJSONError) -> AWDLTLV {
        let type = AWDLTLVType(rawValue: try object.required(object.number("type"), "type"))
        let element = try element(type)
        do throws(WireError) {
            try element.validate()
        } catch {
            throw WireJSONError(object.path, "cannot be written: \(error)")
        }
        return element
    }

    private func element(_ type: AWDLTLVType) throws(WireJSONError) -> AWDLTLV {
        if let bytes = try object.bytes("value") {
            var input = ByteReader(bytes.span)
            let element = AWDLTLV(type: type, parsing: &input)
            try object.expectAgreement(with: AWDLFields.fields(element), ignoring: ["value"])
            return element
        }
        guard let value = try value(type) else { throw object.error("value", "is missing") }
        var element = AWDLTLV(value)
        if let trailing = try object.bytes(hasPadding(type) ? "padding" : "trailing") { element.trailing = trailing }
        return element
    }

    private func hasPadding(_ type: AWDLTLVType) -> Bool {
        type == .synchronizationParameters || type == .channelSequence
    }

    /// Of what every element may have, and these.
    private func expectOnly(_ keys: [String]) throws(WireJSONError) {
        try object.expectOnly(["type", "length", "error"] + keys)
    }

    private func value(_ type: AWDLTLVType) throws(WireJSONError) -> AWDLTLV.Value? {
        switch type {
        case .serviceResponse: .serviceResponse(try serviceResponse())
        case .synchronizationParameters: .synchronizationParameters(try synchronizationParameters())
        case .electionParameters: .electionParameters(try electionParameters())
        case .serviceParameters: .serviceParameters(try serviceParameters())
        case .htCapabilities: .htCapabilities(try htCapabilities())
        case .dataPathState: .dataPathState(try AWDLDataPathReader(object: object).state())
        case .hostName: .hostName(try hostName())
        case .ieee80211Container: .ieee80211Container(try informationElements())
        case .channelSequence: .channelSequence(try channelSequence())
        case .synchronizationTree: .synchronizationTree(try tree())
        case .version: .version(try version())
        case .electionParametersV2: .electionParametersV2(try electionParametersV2())
        case .sixGHzAssociation: .sixGHzAssociation(try sixGHzAssociation())
        default: nil
        }
    }

    private func channelSequence() throws(WireJSONError) -> AWDLChannelSequence {
        try expectOnly(AWDLSequenceReader.keys + ["padding"])
        return try AWDLSequenceReader(object: object).sequence()
    }

    private func synchronizationParameters() throws(WireJSONError) -> AWDLSynchronizationParameters {
        try expectOnly([
            "nextChannel", "txCounter", "masterChannel", "guardTime", "awPeriod", "actionFramePeriod", "flags",
            "awExtensionLength", "awCommonLength", "remainingAWLength", "minimumExtensionCount",
            "maxExtensionMulticast", "maxExtensionUnicast", "maxExtensionActionFrame", "masterAddress", "presenceMode",
            "awSequenceNumber", "apBeaconAlignmentDelta", "channelSequence", "reserved", "padding",
        ])
        let key = "channelSequence"
        let inner = try JSONObjectReader(object.required(object.members[key], key), path: object.path(key))
        try inner.expectOnly(AWDLSequenceReader.keys)
        var parameters = AWDLSynchronizationParameters(
            masterAddress: try object.required(object.address("masterAddress"), "masterAddress"),
            masterChannel: try object.number("masterChannel") ?? 0, txCounter: try object.number("txCounter") ?? 0,
            awSequenceNumber: try object.number("awSequenceNumber") ?? 0,
            channelSequence: try AWDLSequenceReader(object: inner).sequence())
        func set<Number: FixedWidthInteger & UnsignedInteger & Sendable>(
            _ number: inout Number, _ key: String
        ) throws(WireJSONError) {
            number = try object.number(key) ?? number
        }
        try set(&parameters.nextChannel, "nextChannel")
        try set(&parameters.guardTime, "guardTime")
        try set(&parameters.awPeriod, "awPeriod")
        try set(&parameters.actionFramePeriod, "actionFramePeriod")
        try set(&parameters.flags, "flags")
        try set(&parameters.awExtensionLength, "awExtensionLength")
        try set(&parameters.awCommonLength, "awCommonLength")
        try set(&parameters.remainingAWLength, "remainingAWLength")
        try set(&parameters.minimumExtensionCount, "minimumExtensionCount")
        try set(&parameters.maxExtensionMulticast, "maxExtensionMulticast")
        try set(&parameters.maxExtensionUnicast, "maxExtensionUnicast")
        try set(&parameters.maxExtensionActionFrame, "maxExtensionActionFrame")
        try set(&parameters.presenceMode, "presenceMode")
        try set(&parameters.apBeaconAlignmentDelta, "apBeaconAlignmentDelta")
        try set(&parameters.reserved, "reserved")
        return parameters
    }

    private func electionParameters() throws(WireJSONError) -> AWDLElectionParameters {
        try expectOnly([
            "flags", "id", "distance", "masterAddress", "masterMetric", "selfMetric", "privateElection", "unknown",
            "reserved", "trailing",
        ])
        var election = AWDLElectionParameters(
            masterAddress: try object.required(object.address("masterAddress"), "masterAddress"),
            distance: try object.number("distance") ?? 0, masterMetric: try object.number("masterMetric") ?? 0,
            selfMetric: try object.number("selfMetric") ?? 0, id: try object.number("id") ?? 0,
            privateElection: try privateElection())
        election.flags = try object.number("flags") ?? election.flags
        guard (election.flags != 0) == (election.privateElection != nil) else {
            throw object.error("flags", "must be 0 without privateElection, and another number with it")
        }
        election.unknown = try object.number("unknown") ?? 0
        election.reserved = try object.number("reserved") ?? 0
        return election
    }

    private func privateElection() throws(WireJSONError) -> AWDLElectionParameters.PrivateElection? {
        guard let value = object.members["privateElection"] else { return nil }
        let inner = try JSONObjectReader(value, path: object.path("privateElection"))
        try inner.expectOnly(["masterAddress", "masterMetric", "id", "hopCount"])
        return AWDLElectionParameters.PrivateElection(
            masterAddress: try inner.required(inner.address("masterAddress"), "masterAddress"),
            masterMetric: try inner.number("masterMetric") ?? 0, id: try inner.number("id") ?? 0,
            hopCount: try inner.number("hopCount") ?? 0)
    }

    private func electionParametersV2() throws(WireJSONError) -> AWDLElectionParametersV2 {
        try expectOnly([
            "masterAddress", "parentAddress", "masterCounter", "distance", "masterMetric", "selfMetric", "selfCounter",
            "unknown", "reserved", "trailing",
        ])
        return AWDLElectionParametersV2(
            masterAddress: try object.required(object.address("masterAddress"), "masterAddress"),
            parentAddress: try object.required(object.address("parentAddress"), "parentAddress"),
            distance: try object.number("distance") ?? 0, masterMetric: try object.number("masterMetric") ?? 0,
            masterCounter: try object.number("masterCounter") ?? 0, selfMetric: try object.number("selfMetric") ?? 0,
            selfCounter: try object.number("selfCounter") ?? 0, unknown: try object.number("unknown") ?? 0,
            reserved: try object.number("reserved") ?? 0)
    }

    private func sixGHzAssociation() throws(WireJSONError) -> AWDLSixGHzAssociation {
        try expectOnly([
            "head", "channel", "operatingClass", "mark", "otherChannel", "otherOperatingClass", "unknown", "reserved",
            "trailing",
        ])
        var association = AWDLSixGHzAssociation(
            channel: AWDLSixGHzAssociation.Channel(
                number: try object.number("channel") ?? 0,
                operatingClass: try object.number("operatingClass") ?? 0),
            otherChannel: AWDLSixGHzAssociation.Channel(
                number: try object.number("otherChannel") ?? 0,
                operatingClass: try object.number("otherOperatingClass") ?? 0),
            unknown: try object.number("unknown") ?? 0)
        association.head = try object.number("head") ?? association.head
        association.mark = try object.number("mark") ?? association.mark
        association.reserved = try object.number("reserved") ?? 0
        return association
    }

    private func serviceParameters() throws(WireJSONError) -> AWDLServiceParameters {
        try expectOnly(["serviceUpdateIndicator", "mask", "values", "reserved", "trailing"])
        let values: [UInt8] = try object.numbers("values") ?? []
        var parameters = AWDLServiceParameters(
            serviceUpdateIndicator: try object.number("serviceUpdateIndicator") ?? 0, values: values)
        if let mask: UInt32 = try object.number("mask"), mask != parameters.mask {
            guard parameters.mask & ~mask == 0 else { throw object.error("mask", "lacks a group that values are in") }
            // Groups of the mask without a value have a byte 0.
            var groups = parameters.groups[...]
            let used = parameters.mask
            parameters.groups = (0..<32).filter { mask >> UInt32($0) & 1 == 1 }.map { group in
                used >> UInt32(group) & 1 == 1 ? groups.removeFirst() : 0
            }
            parameters.mask = mask
        }
        parameters.reserved = try object.number("reserved", maximum: 0xFF_FFFF) ?? 0
        return parameters
    }

    private func htCapabilities() throws(WireJSONError) -> AWDLHTCapabilities {
        try expectOnly(["htCapabilityInfo", "ampduParameters", "supportedMCSSet", "unknown", "trailing"])
        return AWDLHTCapabilities(
            htCapabilityInfo: try object.number("htCapabilityInfo") ?? 0,
            ampduParameters: try object.number("ampduParameters") ?? 0,
            supportedMCSSet: try object.bytes("supportedMCSSet") ?? [], unknown: try object.number("unknown") ?? 0)
    }

    private func hostName() throws(WireJSONError) -> AWDLHostName {
        try expectOnly(["flags", "hostName", "hostNameBytes", "trailing"])
        return AWDLHostName(try name("hostName"), flags: try object.number("flags") ?? 3)
    }

    private func informationElements() throws(WireJSONError) -> [InformationElement] {
        try expectOnly(["elements", "trailing"])
        return try ElementReader.elements(object, "elements")
    }

    private func tree() throws(WireJSONError) -> AWDLSynchronizationTree {
        try expectOnly(["addresses", "trailing"])
        var addresses: [LinkAddress] = []
        for (text, path) in try object.texts("addresses") ?? [] {
            guard let address = LinkAddress(text) else {
                throw WireJSONError(path, "is no address like 02:00:00:00:00:01")
            }
            addresses.append(address)
        }
        return AWDLSynchronizationTree(addresses)
    }

    private func version() throws(WireJSONError) -> AWDLVersion {
        try expectOnly(["version", "deviceClass", "trailing"])
        return AWDLVersion(
            version: try object.required(object.nibbles("version"), "version"),
            deviceClass: AWDLDeviceClass(rawValue: try object.number("deviceClass") ?? 0))
    }
}

extension AWDLElementReader {
    private func serviceResponse() throws(WireJSONError) -> AWDLServiceResponse {
        let type = AWDLRecordType(rawValue: try object.required(object.number("recordType"), "recordType"))
        let keys: [String] =
            switch type {
            case .pointer: ["pointer", "pointerBytes"]
            case .service: ["priority", "weight", "port", "target", "targetBytes"]
            case .text: ["strings", "data"]
            default: ["data"]
            }
        try expectOnly(["name", "nameBytes", "recordType", "dataLength", "reserved", "trailing"] + keys)
        return AWDLServiceResponse(
            name: try name("name"), data: try data(type), reserved: try object.number("reserved") ?? 0)
    }

    private func data(_ type: AWDLRecordType) throws(WireJSONError) -> AWDLServiceResponse.Data {
        switch type {
        case .pointer: return .pointer(try name("pointer"))
        case .service:
            return .service(
                priority: try object.number("priority") ?? 0, weight: try object.number("weight") ?? 0,
                port: try object.required(object.number("port"), "port"), target: try name("target"))
        case .text:
            guard let bytes = try object.bytes("data") else { return .text(try strings()) }
            let data: AWDLServiceResponse.Data
            do throws(WireError) {
                var input = ByteReader(bytes.span)
                data = try AWDLServiceResponse.Data(parsing: &input, as: .text)
            } catch {
                throw object.error("data", "is no row of strings: \(error)")
            }
            try expectAgreement(with: data)
            return data
        default: return .other(type, try object.bytes("data") ?? [])
        }
    }

    private func strings() throws(WireJSONError) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        for (string, path) in try object.textsOrBytes("strings") ?? [] {
            guard string.count <= 255 else { throw WireJSONError(path, "has more than 255 bytes") }
            strings.append(string)
        }
        return strings
    }

    /// Throws where `strings` are given and say another thing than `data`.
    private func expectAgreement(with data: AWDLServiceResponse.Data) throws(WireJSONError) {
        guard case .text(let strings) = data, let given = try object.textsOrBytes("strings") else { return }
        guard given.map(\.bytes) == strings else {
            throw object.error("strings", "says another thing than data; leave one of them out")
        }
    }

    /// By its bytes, where they are given, else by its text.
    private func name(_ key: String) throws(WireJSONError) -> AWDLName {
        if let bytes = try object.bytes(key + "Bytes") {
            do {
                var input = ByteReader(bytes.span)
                let name = try AWDLName(parsing: &input)
                if let text = try object.text(key), text != name.description {
                    throw object.error(key, "says another thing than \(key)Bytes; leave one of them out")
                }
                return name
            } catch let error as WireJSONError {
                throw error
            } catch {
                throw object.error(key + "Bytes", "is no name: \(error)")
            }
        }
        guard let name = AWDLName(try object.required(object.text(key), key)) else {
            throw object.error(key, "is no name of labels of 1 to 63 bytes")
        }
        return name
    }
}
