import WireCoding

extension RadiotapField {
    /// Reads the field of a number below 28 at its position.
    init(number: Int, parsing input: inout ByteReader) throws(WireError) {
        let field: WireError.Field = "radiotap field"
        try input.require(Self.layout[number].size, field)
        switch number {
        case 0: self = .tsft(try input.readUInt64LittleEndian(field))
        case 1: self = .flags(RadiotapFlags(rawValue: try input.readUInt8(field)))
        case 2: self = .rate(try input.readUInt8(field))
        case 3:
            let frequency = try input.readUInt16LittleEndian(field)
            self = .channel(frequency: frequency, flags: try input.readUInt16LittleEndian(field))
        case 4:
            let hopSet = try input.readUInt8(field)
            self = .fhss(hopSet: hopSet, hopPattern: try input.readUInt8(field))
        case 5: self = .signal(Int8(bitPattern: try input.readUInt8(field)))
        case 6: self = .noise(Int8(bitPattern: try input.readUInt8(field)))
        case 7: self = .lockQuality(try input.readUInt16LittleEndian(field))
        case 8: self = .txAttenuation(try input.readUInt16LittleEndian(field))
        case 9: self = .txAttenuationDecibels(try input.readUInt16LittleEndian(field))
        case 10: self = .txPower(Int8(bitPattern: try input.readUInt8(field)))
        case 11: self = .antenna(try input.readUInt8(field))
        case 12: self = .signalDecibels(try input.readUInt8(field))
        case 13: self = .noiseDecibels(try input.readUInt8(field))
        case 14: self = .rxFlags(try input.readUInt16LittleEndian(field))
        case 15: self = .txFlags(try input.readUInt16LittleEndian(field))
        case 16: self = .rtsRetries(try input.readUInt8(field))
        case 17: self = .dataRetries(try input.readUInt8(field))
        case 18:
            let flags = try input.readUInt32LittleEndian(field)
            let frequency = try input.readUInt16LittleEndian(field)
            let channel = try input.readUInt8(field)
            self = .extendedChannel(
                flags: flags, frequency: frequency, channel: channel, maxPower: try input.readUInt8(field))
        case 19:
            let known = try input.readUInt8(field)
            let flags = try input.readUInt8(field)
            self = .mcs(known: known, flags: flags, index: try input.readUInt8(field))
        case 20:
            let reference = try input.readUInt32LittleEndian(field)
            let flags = try input.readUInt16LittleEndian(field)
            self = .ampdu(reference: reference, flags: flags, delimiter: try input.readUInt16LittleEndian(field))
        case 21: self = .vht(try VHT(parsing: &input))
        case 22:
            let value = try input.readUInt64LittleEndian(field)
            let accuracy = try input.readUInt16LittleEndian(field)
            let unit = try input.readUInt8(field)
            self = .timestamp(
                value: value, accuracy: accuracy, unitAndPosition: unit, flags: try input.readUInt8(field))
        case 23: self = .he(try HE(parsing: &input))
        case 24:
            let flags1 = try input.readUInt16LittleEndian(field)
            let flags2 = try input.readUInt16LittleEndian(field)
            let channel1 = try input.readUInt32(field)
            self = .heMultiUser(
                flags1: flags1, flags2: flags2, channel1: channel1, channel2: try input.readUInt32(field))
        case 25:
            let user1 = try input.readUInt16LittleEndian(field)
            let user2 = try input.readUInt16LittleEndian(field)
            let position = try input.readUInt8(field)
            self = .heOtherUser(user1: user1, user2: user2, position: position, known: try input.readUInt8(field))
        case 26: self = .zeroLengthPSDU(try input.readUInt8(field))
        default:
            let known = try input.readUInt16LittleEndian(field)
            self = .legacySignal(known: known, rateAndLength: try input.readUInt16LittleEndian(field))
        }
    }

    /// Writes the field's bytes, without what aligns them.
    func serialize(into output: inout ByteWriter) {
        switch self {
        case .tsft(let value): output.writeUInt64LittleEndian(value)
        case .flags(let flags): output.writeUInt8(flags.rawValue)
        case .rate(let value), .antenna(let value), .signalDecibels(let value), .noiseDecibels(let value),
            .rtsRetries(let value), .dataRetries(let value), .zeroLengthPSDU(let value):
            output.writeUInt8(value)
        case .lockQuality(let value), .txAttenuation(let value), .txAttenuationDecibels(let value),
            .rxFlags(let value), .txFlags(let value):
            output.writeUInt16LittleEndian(value)
        case .signal(let value), .noise(let value), .txPower(let value):
            output.writeUInt8(UInt8(bitPattern: value))
        case .channel(let first, let second), .legacySignal(let first, let second):
            output.writeUInt16LittleEndian(first)
            output.writeUInt16LittleEndian(second)
        case .fhss(let hopSet, let hopPattern):
            output.writeUInt8(hopSet)
            output.writeUInt8(hopPattern)
        case .extendedChannel(let flags, let frequency, let channel, let maxPower):
            output.writeUInt32LittleEndian(flags)
            output.writeUInt16LittleEndian(frequency)
            output.writeUInt8(channel)
            output.writeUInt8(maxPower)
        case .mcs(let known, let flags, let index):
            output.writeUInt8(known)
            output.writeUInt8(flags)
            output.writeUInt8(index)
        case .ampdu(let reference, let flags, let delimiter):
            output.writeUInt32LittleEndian(reference)
            output.writeUInt16LittleEndian(flags)
            output.writeUInt16LittleEndian(delimiter)
        case .vht(let vht): vht.serialize(into: &output)
        case .timestamp(let value, let accuracy, let unit, let flags):
            output.writeUInt64LittleEndian(value)
            output.writeUInt16LittleEndian(accuracy)
            output.writeUInt8(unit)
            output.writeUInt8(flags)
        case .he(let he): he.serialize(into: &output)
        case .heMultiUser(let flags1, let flags2, let channel1, let channel2):
            output.writeUInt16LittleEndian(flags1)
            output.writeUInt16LittleEndian(flags2)
            output.writeUInt32(channel1)
            output.writeUInt32(channel2)
        case .heOtherUser(let user1, let user2, let position, let known):
            output.writeUInt16LittleEndian(user1)
            output.writeUInt16LittleEndian(user2)
            output.writeUInt8(position)
            output.writeUInt8(known)
        case .vendor(let organization, let subspace, let bytes):
            let kept = bytes.prefix(0xFFFF)
            output.writeUInt24(organization)
            output.writeUInt8(subspace)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
            output.writeBytes(kept)
        case .tlv(let type, let bytes):
            let kept = bytes.prefix(0xFFFF)
            output.writeUInt16LittleEndian(type)
            output.writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
            output.writeBytes(kept)
            output.writeBytes(repeatElement(0, count: (4 - kept.count % 4) % 4))
        }
    }
}

extension RadiotapField.VHT {
    /// - Throws: `truncated` when fewer than 12 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let field: WireError.Field = "radiotap VHT"
        known = try input.readUInt16LittleEndian(field)
        flags = try input.readUInt8(field)
        bandwidth = try input.readUInt8(field)
        mcsNSS = try input.readUInt32(field)
        coding = try input.readUInt8(field)
        group = try input.readUInt8(field)
        partialAID = try input.readUInt16LittleEndian(field)
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16LittleEndian(known)
        output.writeUInt8(flags)
        output.writeUInt8(bandwidth)
        output.writeUInt32(mcsNSS)
        output.writeUInt8(coding)
        output.writeUInt8(group)
        output.writeUInt16LittleEndian(partialAID)
    }
}

extension RadiotapField.HE {
    /// - Throws: `truncated` when fewer than 12 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let field: WireError.Field = "radiotap HE"
        data1 = try input.readUInt16LittleEndian(field)
        data2 = try input.readUInt16LittleEndian(field)
        data3 = try input.readUInt16LittleEndian(field)
        data4 = try input.readUInt16LittleEndian(field)
        data5 = try input.readUInt16LittleEndian(field)
        data6 = try input.readUInt16LittleEndian(field)
    }

    public func serialize(into output: inout ByteWriter) {
        for word in [data1, data2, data3, data4, data5, data6] { output.writeUInt16LittleEndian(word) }
    }
}
