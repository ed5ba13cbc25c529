import WireCoding
import WirelessFrames

/// The content of AWDL's frames, as fields with the names that `nearscope frames` and `nearscope decode awdl` use.
///
/// The fields cover everything in the frame. Reserved numbers are included if they are not 0. If text does not
/// determine how a name was written, its bytes are included as well.
public enum AWDLFields {
    /// The layer `awdl`: `type`, `headerVersion`, `subtype`, `phyTxTime` and `targetTxTime` (microseconds of the sender's
    /// clock, modulo 2³²), `txDelay` (microseconds), `tlvs`, and `rest` where bytes make no element.
    public static func fields(_ frame: AWDLActionFrame) -> [FrameField] {
        let header = frame.header
        var fields = [
            FrameField("type", .number(AWDLActionHeader.type)),
            FrameField("headerVersion", .text("\(header.version >> 4).\(header.version & 15)")),
            FrameField("subtype", .number(header.subtype.rawValue)),
            FrameField("phyTxTime", .number(header.phyTxTime)),
            FrameField("targetTxTime", .number(header.targetTxTime)), FrameField("txDelay", .number(header.txDelay)),
        ]
        fields += nonzero("reserved", header.reserved)
        fields.append(FrameField("tlvs", .list(frame.elements.map { .object(Self.fields($0)) })))
        if !frame.rest.isEmpty { fields.append(FrameField("rest", .hex(frame.rest))) }
        return fields
    }

    /// An element of `tlvs`: `type`, `length` of the value in bytes, and its decoded content by type, or else `value`;
    /// element 33 has both. Lengths of time are in time units of 1024 µs. Bytes after the value are `padding` in
    /// elements 4 and 18, and `trailing` in others; `error` is the reason why a known element is shown as bytes.
    public static func fields(_ element: AWDLTLV) -> [FrameField] {
        let bytes = element.valueBytes
        var fields = [
            FrameField("type", .number(element.type.rawValue)), FrameField("length", .integer(Int64(bytes.count))),
        ]
        // The meaning of this element's bytes is known only in part.
        if case .sixGHzAssociation = element.value { fields.append(FrameField("value", .hex(bytes))) }
        fields += Self.fields(element.value)
        switch element.value {
        case .synchronizationParameters, .channelSequence: fields.append(FrameField("padding", .hex(element.trailing)))
        default: if !element.trailing.isEmpty { fields.append(FrameField("trailing", .hex(element.trailing))) }
        }
        if let error = element.error { fields.append(FrameField("error", .text(error.description))) }
        return fields
    }

    private static func fields(_ value: AWDLTLV.Value) -> [FrameField] {
        switch value {
        case .serviceResponse(let response): fields(response)
        case .synchronizationParameters(let parameters): fields(parameters)
        case .electionParameters(let election): fields(election)
        case .serviceParameters(let parameters):
            [
                FrameField("serviceUpdateIndicator", .number(parameters.serviceUpdateIndicator)),
                FrameField("mask", .number(parameters.mask)),
                FrameField("values", .list(parameters.values.map { .number($0) })),
            ] + nonzero("reserved", parameters.reserved)
        case .htCapabilities(let capabilities):
            [
                FrameField("htCapabilityInfo", .number(capabilities.htCapabilityInfo)),
                FrameField("ampduParameters", .number(capabilities.ampduParameters)),
                FrameField("supportedMCSSet", .hex(capabilities.supportedMCSSet)),
            ] + nonzero("unknown", capabilities.unknown)
        case .dataPathState(let state): fields(state)
        case .hostName(let host): [FrameField("flags", .number(host.flags))] + fields("hostName", host.name)
        case .ieee80211Container(let elements):
            [FrameField("elements", .list(elements.map { .object(ElementFields.fields($0)) }))]
        case .channelSequence(let sequence): fields(sequence)
        case .synchronizationTree(let tree): [FrameField("addresses", .list(tree.addresses.map(address)))]
        case .version(let version):
            [
                FrameField("version", .text(version.description)),
                FrameField("deviceClass", .number(version.deviceClass.rawValue)),
            ]
        case .electionParametersV2(let election): fields(election)
        case .sixGHzAssociation(let association): fields(association)
        case .raw(let bytes): [FrameField("value", .hex(bytes))]
        }
    }

    /// Element 18 and a part of element 4: `count` of slots, `encoding` (0 simple, 1 legacy, 3 operating class),
    /// `duplicateCount`, `stepCount` (windows of a slot), `fillChannel`, the control channels as `channels`, 0 where the
    /// sender is absent; and by the encoding `operatingClasses`, or `slots` with the two bytes of each.
    public static func fields(_ sequence: AWDLChannelSequence) -> [FrameField] {
        var fields = [
            FrameField("count", .integer(Int64(sequence.count))),
            FrameField("encoding", .number(sequence.encoding.rawValue)),
            FrameField("duplicateCount", .number(sequence.duplicateCount)),
            FrameField("stepCount", .integer(Int64(sequence.stepCount))),
            FrameField("fillChannel", .number(sequence.fillChannel)),
            FrameField("channels", .list(sequence.channels.map { .number($0.controlChannel) })),
        ]
        let classes: [FieldValue] = sequence.channels.compactMap { channel in
            guard case .operatingClass(_, let operatingClass) = channel else { return nil }
            return .number(operatingClass)
        }
        if !classes.isEmpty { fields.append(FrameField("operatingClasses", .list(classes))) }
        if sequence.encoding == .legacy {
            let slots = sequence.slots.map { slot in
                FieldValue.hex([UInt8(truncatingIfNeeded: slot >> 8), UInt8(truncatingIfNeeded: slot)])
            }
            fields.append(FrameField("slots", .list(slots)))
        }
        return fields
    }

    private static func fields(_ parameters: AWDLSynchronizationParameters) -> [FrameField] {
        [
            FrameField("nextChannel", .number(parameters.nextChannel)),
            FrameField("txCounter", .number(parameters.txCounter)),
            FrameField("masterChannel", .number(parameters.masterChannel)),
            FrameField("guardTime", .number(parameters.guardTime)),
            FrameField("awPeriod", .number(parameters.awPeriod)),
            FrameField("actionFramePeriod", .number(parameters.actionFramePeriod)),
            FrameField("flags", .number(parameters.flags)),
            FrameField("awExtensionLength", .number(parameters.awExtensionLength)),
            FrameField("awCommonLength", .number(parameters.awCommonLength)),
            FrameField("remainingAWLength", .number(parameters.remainingAWLength)),
            FrameField("minimumExtensionCount", .number(parameters.minimumExtensionCount)),
            FrameField("maxExtensionMulticast", .number(parameters.maxExtensionMulticast)),
            FrameField("maxExtensionUnicast", .number(parameters.maxExtensionUnicast)),
            FrameField("maxExtensionActionFrame", .number(parameters.maxExtensionActionFrame)),
            FrameField("masterAddress", address(parameters.masterAddress)),
            FrameField("presenceMode", .number(parameters.presenceMode)),
            FrameField("awSequenceNumber", .number(parameters.awSequenceNumber)),
            FrameField("apBeaconAlignmentDelta", .number(parameters.apBeaconAlignmentDelta)),
            FrameField("channelSequence", .object(fields(parameters.channelSequence))),
        ] + nonzero("reserved", parameters.reserved)
    }

    private static func fields(_ election: AWDLElectionParameters) -> [FrameField] {
        var fields = [
            FrameField("flags", .number(election.flags)), FrameField("id", .number(election.id)),
            FrameField("distance", .number(election.distance)),
            FrameField("masterAddress", address(election.masterAddress)),
            FrameField("masterMetric", .number(election.masterMetric)),
            FrameField("selfMetric", .number(election.selfMetric)),
        ]
        if let election = election.privateElection {
            let members = [
                FrameField("masterAddress", address(election.masterAddress)),
                FrameField("masterMetric", .number(election.masterMetric)), FrameField("id", .number(election.id)),
                FrameField("hopCount", .number(election.hopCount)),
            ]
            fields.append(FrameField("privateElection", .object(members)))
        }
        return fields + nonzero("unknown", election.unknown) + nonzero("reserved", election.reserved)
    }

    private static func fields(_ election: AWDLElectionParametersV2) -> [FrameField] {
        [
            FrameField("masterAddress", address(election.masterAddress)),
            FrameField("parentAddress", address(election.parentAddress)),
            FrameField("masterCounter", .number(election.masterCounter)),
            FrameField("distance", .number(election.distance)),
            FrameField("masterMetric", .number(election.masterMetric)),
            FrameField("selfMetric", .number(election.selfMetric)),
            FrameField("selfCounter", .number(election.selfCounter)),
        ] + nonzero("unknown", election.unknown) + nonzero("reserved", election.reserved)
    }
}

extension AWDLFields {
    private static func fields(_ association: AWDLSixGHzAssociation) -> [FrameField] {
        [
            FrameField("head", .number(association.head)),
            FrameField("channel", .number(association.channel.number)),
            FrameField("operatingClass", .number(association.channel.operatingClass)),
            FrameField("mark", .number(association.mark)),
            FrameField("otherChannel", .number(association.otherChannel.number)),
            FrameField("otherOperatingClass", .number(association.otherChannel.operatingClass)),
            FrameField("unknown", .number(association.unknown)),
        ] + nonzero("reserved", association.reserved)
    }

    private static func fields(_ response: AWDLServiceResponse) -> [FrameField] {
        var data = ByteWriter()
        response.data.serialize(into: &data)
        var fields =
            Self.fields("name", response.name) + [
                FrameField("recordType", .number(response.recordType.rawValue)),
                FrameField("dataLength", .integer(Int64(data.count))),
            ]
        switch response.data {
        case .pointer(let name): fields += Self.fields("pointer", name)
        case .service(let priority, let weight, let port, let target):
            fields += [
                FrameField("priority", .number(priority)), FrameField("weight", .number(weight)),
                FrameField("port", .number(port)),
            ]
            fields += Self.fields("target", target)
        case .text(let strings):
            fields.append(FrameField("strings", .list(strings.map(FieldValue.textOrBytes))))
            if !strings.allSatisfy({ String(validUTF8: $0) != nil }) {
                fields.append(FrameField("data", .hex(data.bytes)))
            }
        case .other: fields.append(FrameField("data", .hex(data.bytes)))
        }
        return fields + nonzero("reserved", response.reserved)
    }

    private static func fields(_ state: AWDLDataPathState) -> [FrameField] {
        var fields = [FrameField("flags", .number(state.flags.rawValue))]
        func add(_ name: String, _ value: FieldValue?) {
            if let value { fields.append(FrameField(name, value)) }
        }
        add("countryCode", state.countryCode.map { .text($0.description) })
        add("socialChannels", state.socialChannels.map { .number($0.rawValue) })
        add("infrastructureBSSID", state.infrastructure.map { address($0.bssid) })
        add("infrastructureChannel", state.infrastructure.map { .number($0.channel) })
        add("infrastructureAddress", state.infrastructureAddress.map(address))
        add("awdlAddress", state.awdlAddress.map(address))
        add("umi", state.umi.map { .number($0) })
        add("unicastOptions", state.unicastOptions.map { _ in .hex(state.unicastOptionBytes) })
        add("extendedFlags", state.extendedFlags.map { .number($0.rawValue) })
        add("logTriggerID", state.logTriggerID.map { .number($0) })
        add("masterCounter", state.masterCounter.map { .number($0) })
        add(
            "statistics",
            state.statistics.map { statistics in
                .list([
                    .number(statistics.clock), .number(statistics.awCounter), .number(statistics.updateCounter),
                ])
            })
        return fields
    }

    /// A name as text, and where that text would be written in other pieces, the bytes.
    private static func fields(_ key: String, _ name: AWDLName) -> [FrameField] {
        let text = name.description
        let field = FrameField(key, .text(text))
        guard AWDLName(text) != name else { return [field] }
        var bytes = ByteWriter()
        name.serialize(into: &bytes)
        return [field, FrameField(key + "Bytes", .hex(bytes.bytes))]
    }

    private static func address(_ address: LinkAddress) -> FieldValue { .text(address.description) }

    /// A number that is 0 in all known frames, where it is not.
    private static func nonzero(_ name: String, _ value: some UnsignedInteger & FixedWidthInteger) -> [FrameField] {
        value == 0 ? [] : [FrameField(name, .number(value))]
    }
}

extension AWDLFields {
    /// The layer `awdlData`: `sequenceNumber`, `form` (`short` or `long`), for the long form `leading`, `tlvs` and
    /// `trailing`, `etherType`; and `head` if the header does not begin with 03 04.
    public static func fields(_ header: AWDLDataHeader) -> [FrameField] {
        var fields = [FrameField("sequenceNumber", .number(header.sequenceNumber))]
        switch header.form {
        case .short(let mark): fields += [FrameField("form", .text("short"))] + nonzero("mark", mark)
        case .long(let leading, let elements, let trailing):
            let values = elements.map { element in
                FieldValue.object([
                    FrameField("type", .number(element.type)),
                    FrameField("length", .integer(Int64(element.value.count))),
                    FrameField("value", .hex(element.value)),
                ])
            }
            fields += [
                FrameField("form", .text("long")), FrameField("leading", .hex(leading)),
                FrameField("tlvs", .list(values)), FrameField("trailing", .hex(trailing)),
            ]
        }
        fields.append(FrameField("etherType", .number(header.etherType)))
        return header.head == AWDLDataHeader.magic ? fields : fields + [FrameField("head", .number(header.head))]
    }
}
