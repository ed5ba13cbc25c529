import WireCoding
import WireTesting
import WirelessFrames

extension Generator where Value == PPIHeader {
    /// Headers that sniffers wrote before 802.11 frames: the common field, followed in one of three by that of 802.11n.
    public static var plausible: Generator {
        Generator { random in
            let common = Generator<PPICommonField>.plausible.wireForms.next(&random)
            var fields = [PPIHeader.Field(type: PPIHeader.commonField, value: common)]
            // 802.11n MAC extensions, 12 bytes.
            if random.chance(1, in: 3) { fields.append(PPIHeader.Field(type: 3, value: random.bytes(12))) }
            return PPIHeader(dataLinkType: 105, fields: fields)
        }
    }

    /// Fields of every type, from none to as many as 65,535 bytes hold, including the longest that fits, with or
    /// without padding to four bytes, and up to three bytes after them.
    public static var extreme: Generator { Generator { $0.extremePPIHeader() } }
}

extension Generator where Value == PPICommonField {
    /// A radio's information about a frame: clock, rate, channel, signal and noise.
    public static var plausible: Generator {
        Generator { random in
            let frequency: UInt16 = random.pick([2412, 2437, 5180, 5220, 5745])
            return PPICommonField(
                timer: UInt64(random.number(in: 0...86_400_000_000)), flags: random.pick([0, 1]),
                rate: random.pick([2, 12, 48, 108]), channelFrequency: frequency,
                channelFlags: frequency < 3000 ? 0x00C0 : 0x0140, signal: Int8(random.number(in: -90 ... -30)),
                noise: Int8(random.number(in: -98 ... -85)))
        }
    }

    /// Any numbers.
    public static var extreme: Generator {
        Generator { random in
            PPICommonField(
                timer: random.boundary(), flags: random.half(), rate: random.half(), channelFrequency: random.half(),
                channelFlags: random.half(), hopSet: random.byte(), hopPattern: random.byte(),
                signal: random.boundary(), noise: random.boundary())
        }
    }
}

extension Generator where Value == PrismHeader {
    /// Headers as drivers wrote them: ten items, numbered in one of the two ways, in the byte order of a little-endian
    /// machine.
    public static var plausible: Generator {
        Generator { random in
            let signal = random.number(in: -90 ... -30)
            let values: [UInt32] = [
                random.integer(), random.integer(), random.pick([1, 6, 11]),
                UInt32(truncatingIfNeeded: signal + 95), 0, UInt32(truncatingIfNeeded: signal),
                UInt32(truncatingIfNeeded: -95), random.pick([2, 22, 108]), 0, UInt32(random.number(in: 24...1500)),
            ]
            let isShort = random.chance(1, in: 2)
            let items = values.enumerated().map { index, value in
                let number = UInt32(index + 1)
                let identifier = isShort ? number << 12 | 0x41 : number << 16 | 0x44
                // The signal quality and the direction are unused here: the driver does not report them.
                return PrismHeader.Item(identifier: identifier, status: value == 0 ? 1 : 0, value: value)
            }
            let name = Array(random.pick(["wlan0", "ath0", "eth1"]).utf8)
            return PrismHeader(
                deviceField: name + [UInt8](repeating: 0, count: 16 - name.count), items: items)
        }
    }

    /// Every message code, which determines the byte order, any name, none to 500 items of any kind, and up to eleven
    /// bytes after them.
    public static var extreme: Generator {
        Generator { random in
            // As it is on the wire.
            let code = random.pick([0x44, 0x4400_0000, 0xFFFF, 0x1_0000, random.word()])
            let isLittleEndian = PrismHeader.isLittleEndian(word: code)
            return PrismHeader(
                messageCode: isLittleEndian ? code.byteSwapped : code, deviceField: random.bytes(16),
                items: (0..<random.extremeCount(upTo: 500)).map { _ in
                    PrismHeader.Item(
                        identifier: random.word(), status: random.half(), length: random.half(), value: random.word())
                },
                rest: random.extremeBytes(upTo: PrismHeader.Item.size - 1), isLittleEndian: isLittleEndian)
        }
    }
}

extension Generator where Value == AVSHeader {
    /// Headers of the first version, with times, channel, rate and signal in dBm.
    public static var plausible: Generator {
        Generator { random in
            AVSHeader(
                macTime: UInt64(random.number(in: 0...86_400_000_000)), hostTime: random.integer() >> 16,
                radioType: random.pick([4, 5, 6]), channel: random.pick([1, 6, 11, 36]),
                rate: random.pick([10, 55, 110, 540]), antenna: UInt32(random.number(in: 0...1)),
                signal: Int32(random.number(in: -90 ... -30)), noise: Int32(random.number(in: -98 ... -85)),
                preamble: random.pick([1, 2]), encoding: random.pick([1, 2, 4]))
        }
    }

    /// Any numbers, and none to 2,000 bytes of later versions.
    public static var extreme: Generator {
        Generator { random in
            AVSHeader(
                version: random.word(), macTime: random.boundary(), hostTime: random.boundary(),
                radioType: random.word(), channel: random.word(), rate: random.word(), antenna: random.word(),
                priority: random.word(), signalType: random.word(), signal: random.boundary(), noise: random.boundary(),
                preamble: random.word(), encoding: random.word(), extensionBytes: random.extremeBytes(upTo: 2000))
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func extremePPIHeader() -> PPIHeader {
        let flags = byte()
        /// The most that the length can express, with three bytes after the fields.
        var room = 0xFFFF - PPIHeader.fixedSize - 3
        var fields: [PPIHeader.Field] = []
        for _ in 0..<extremeCount(upTo: 200) {
            // With its header, and with what pads it.
            guard room >= 8 else { break }
            let value = extremeBytes(upTo: chance(1, in: 20) ? room - 7 : min(room - 7, 400))
            let gap = flags & 1 == 1 ? (4 - value.count % 4) % 4 : 0
            fields.append(PPIHeader.Field(type: pick([2, 3, 4, half()]), value: value, padding: bytes(gap)))
            room -= 4 + value.count + gap
        }
        return PPIHeader(
            dataLinkType: word(), fields: fields, version: byte(), flags: flags, rest: bytes(number(in: 0...3)))
    }
}
