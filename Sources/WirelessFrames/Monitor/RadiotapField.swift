import WireCoding

/// One field of a ``RadiotapHeader``, by its number in the presence words (radiotap.org, "Defined fields"). All numbers
/// are little-endian.
@nonexhaustive
public enum RadiotapField: Hashable, Sendable {
    /// Bit 0: the radio's clock in microseconds when the first bit arrived.
    case tsft(UInt64)
    /// Bit 1.
    case flags(RadiotapFlags)
    /// Bit 2, in units of 500 kb/s.
    case rate(UInt8)
    /// Bit 3: MHz and flags (0x0010 turbo, 0x0020 CCK, 0x0040 OFDM, 0x0080 2.4 GHz, 0x0100 5 GHz, 0x0400 dynamic).
    case channel(frequency: UInt16, flags: UInt16)
    /// Bit 4.
    case fhss(hopSet: UInt8, hopPattern: UInt8)
    /// Bit 5, in dBm.
    case signal(Int8)
    /// Bit 6, in dBm.
    case noise(Int8)
    /// Bit 7, without a unit.
    case lockQuality(UInt16)
    /// Bit 8: below the greatest power, without a unit.
    case txAttenuation(UInt16)
    /// Bit 9: below the greatest power, in dB.
    case txAttenuationDecibels(UInt16)
    /// Bit 10, in dBm.
    case txPower(Int8)
    /// Bit 11.
    case antenna(UInt8)
    /// Bit 12, in dB from an unspecified reference.
    case signalDecibels(UInt8)
    /// Bit 13, in dB from the same reference.
    case noiseDecibels(UInt8)
    /// Bit 14: 0x0002 the check of the physical header failed.
    case rxFlags(UInt16)
    /// Bit 15: 0x0001 sending failed, 0x0008 no acknowledgment is expected.
    case txFlags(UInt16)
    /// Bit 16.
    case rtsRetries(UInt8)
    /// Bit 17.
    case dataRetries(UInt8)
    /// Bit 18: MHz, and the greatest power in dBm.
    case extendedChannel(flags: UInt32, frequency: UInt16, channel: UInt8, maxPower: UInt8)
    /// Bit 19: the rate of 802.11n.
    case mcs(known: UInt8, flags: UInt8, index: UInt8)
    /// Bit 20: the reference is common to all parts of one aggregate; the last two bytes are delimiter CRC and reserved.
    case ampdu(reference: UInt32, flags: UInt16, delimiter: UInt16)
    /// Bit 21: the rate of 802.11ac.
    case vht(VHT)
    /// Bit 22: a clock, and how exact it is in its unit. The lower four bits of `unitAndPosition` are the unit (0 ms, 1 µs,
    /// 2 ns), the upper ones what was timed (0 first bit of the frame, 1 start of the preamble, 2 end of the transmission,
    /// 3 end of the frame, 15 unknown); bit 0 of `flags` a counter of 32 bits, bit 1 that the accuracy is known.
    case timestamp(value: UInt64, accuracy: UInt16, unitAndPosition: UInt8, flags: UInt8)
    /// Bit 23: the rate of 802.11ax.
    case he(HE)
    /// Bit 24: what frames for several users have in common; four bytes each of the resource units of both channels.
    case heMultiUser(flags1: UInt16, flags2: UInt16, channel1: UInt32, channel2: UInt32)
    /// Bit 25: the rate of another user.
    case heOtherUser(user1: UInt16, user2: UInt16, position: UInt8, known: UInt8)
    /// Bit 26: a frame without content; 0 sounding, 1 not captured, 255 of the vendor.
    case zeroLengthPSDU(UInt8)
    /// Bit 27: what is known, and rate (lower four bits) and length of the legacy preamble.
    case legacySignal(known: UInt16, rateAndLength: UInt16)
    /// Bit 30: data of another vendor's namespace.
    case vendor(organization: UInt32, subspace: UInt8, bytes: [UInt8])
    /// Behind bit 28: a field with its own length.
    case tlv(type: UInt16, bytes: [UInt8])

    /// How a VHT frame was sent, 12 bytes (radiotap.org, "VHT").
    public struct VHT: Hashable, Sendable {
        /// Bits 0 to 8: STBC, TXOP PS, guard interval, short guard interval, LDPC, beamforming, bandwidth, group, partial AID.
        public var known: UInt16
        /// Bit 0 STBC, bit 1 TXOP PS not allowed, bit 2 short guard interval, bit 4 extra LDPC symbol, bit 5 beamformed.
        public var flags: UInt8
        /// A code: 0 for 20 MHz, 1 for 40, 4 for 80, 11 for 160; those between for parts of them.
        public var bandwidth: UInt8
        /// Values for four users: MCS in the upper, number of spatial streams in the lower half of a byte; the first
        /// user most significant.
        public var mcsNSS: UInt32
        /// Bits 0 to 3, one for each user: 0 BCC, 1 LDPC.
        public var coding: UInt8
        /// The group ID of the frame, 0 to 63.
        public var group: UInt8
        /// The partial association ID in the lower nine bits, for frames to a single user.
        public var partialAID: UInt16

        /// The numbers of the field in the order of the wire.
        public init(
            known: UInt16, flags: UInt8, bandwidth: UInt8, mcsNSS: UInt32, coding: UInt8, group: UInt8,
            partialAID: UInt16
        ) {
            self.known = known
            self.flags = flags
            self.bandwidth = bandwidth
            self.mcsNSS = mcsNSS
            self.coding = coding
            self.group = group
            self.partialAID = partialAID
        }
    }

    /// Six words (radiotap.org, "HE").
    public struct HE: Hashable, Sendable {
        /// Bits 0 and 1 format (0 single user, 1 its extended range, 2 several users, 3 triggered); above what is known.
        public var data1: UInt16
        /// Bits 0 to 7 and 14 which further values are known, bit 1 of them the guard interval; bits 8 to 13 the offset of
        /// the resource unit; bit 15 whether the frame lies in the secondary 80 MHz.
        public var data2: UInt16
        /// Bits 8 to 11 MCS, bit 13 coding.
        public var data3: UInt16
        /// Bits 0 to 3 spatial reuse; in frames for several users bits 4 to 14 the station's ID.
        public var data4: UInt16
        /// Bits 0 to 3 bandwidth or resource unit, bits 4 and 5 guard interval.
        public var data5: UInt16
        /// Bits 0 to 3 number of space-time streams.
        public var data6: UInt16

        /// The words of the field in the order of the wire.
        public init(
            data1: UInt16, data2: UInt16 = 0, data3: UInt16 = 0, data4: UInt16 = 0, data5: UInt16 = 0, data6: UInt16 = 0
        ) {
            self.data1 = data1
            self.data2 = data2
            self.data3 = data3
            self.data4 = data4
            self.data5 = data5
            self.data6 = data6
        }

        /// Nil where the radio did not know it.
        public var mcs: UInt8? { data1 & 0x0020 != 0 ? UInt8(truncatingIfNeeded: data3 >> 8 & 15) : nil }
        /// 0 to 3 for 20 to 160 MHz, then resource units; nil where the radio did not know it.
        public var bandwidth: UInt8? { data1 & 0x4000 != 0 ? UInt8(truncatingIfNeeded: data5 & 15) : nil }
        /// Space-time streams.
        public var streams: UInt8 { UInt8(truncatingIfNeeded: data6 & 15) }
    }

    /// The number in the presence words; 28 and 30 are for TLVs and vendors' data.
    public var number: UInt8 { content.number }

    /// The number in the presence words, and the numbers that ``layouts`` describes, in their order.
    var content: (number: UInt8, values: [UInt64]) {
        func values<each Number: FixedWidthInteger>(_ number: repeat each Number) -> [UInt64] {
            var values: [UInt64] = []
            repeat values.append(UInt64(truncatingIfNeeded: each number))
            return values
        }
        switch self {
        case .tsft(let time): return (0, values(time))
        case .flags(let flags): return (1, values(flags.rawValue))
        case .rate(let rate): return (2, values(rate))
        case .channel(let frequency, let flags): return (3, values(frequency, flags))
        case .fhss(let hopSet, let hopPattern): return (4, values(hopSet, hopPattern))
        case .signal(let power): return (5, values(power))
        case .noise(let power): return (6, values(power))
        case .lockQuality(let quality): return (7, values(quality))
        case .txAttenuation(let attenuation): return (8, values(attenuation))
        case .txAttenuationDecibels(let attenuation): return (9, values(attenuation))
        case .txPower(let power): return (10, values(power))
        case .antenna(let index): return (11, values(index))
        case .signalDecibels(let power): return (12, values(power))
        case .noiseDecibels(let power): return (13, values(power))
        case .rxFlags(let flags): return (14, values(flags))
        case .txFlags(let flags): return (15, values(flags))
        case .rtsRetries(let count): return (16, values(count))
        case .dataRetries(let count): return (17, values(count))
        case .extendedChannel(let flags, let frequency, let channel, let maxPower):
            return (18, values(flags, frequency, channel, maxPower))
        case .mcs(let known, let flags, let index): return (19, values(known, flags, index))
        case .ampdu(let reference, let flags, let delimiter): return (20, values(reference, flags, delimiter))
        case .vht(let vht):
            let streams = vht.mcsNSS.byteSwapped
            return (
                21, values(vht.known, vht.flags, vht.bandwidth, streams, vht.coding, vht.group, vht.partialAID)
            )
        case .timestamp(let value, let accuracy, let unitAndPosition, let flags):
            return (22, values(value, accuracy, unitAndPosition & 15, unitAndPosition >> 4, flags))
        case .he(let he): return (23, values(he.data1, he.data2, he.data3, he.data4, he.data5, he.data6))
        case .heMultiUser(let flags1, let flags2, let channel1, let channel2):
            return (24, values(flags1, flags2, channel1.byteSwapped, channel2.byteSwapped))
        case .heOtherUser(let user1, let user2, let position, let known):
            return (25, values(user1, user2, position, known))
        case .zeroLengthPSDU(let type): return (26, values(type))
        case .legacySignal(let known, let rateAndLength): return (27, values(known, rateAndLength))
        case .tlv: return (28, [])
        case .vendor: return (30, [])
        }
    }
}
