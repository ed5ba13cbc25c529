import ServiceDiscovery
import WireCoding
import WireTesting
import WirelessFrames

extension Generator where Value == NANGenericServiceInfo {
    /// A service's location and name.
    public static var plausible: Generator {
        Generator { random in
            switch random.number(in: 0...4) {
            case 0: .port(UInt16(random.number(in: 1024...65535)))
            case 1: .ipProtocol(random.pick([6, 17]))
            case 2: .serviceName(Array(random.pick(["_satellite._udp", "_txtchat._udp"]).utf8))
            case 3: .instanceName(Array(random.deviceName().utf8))
            default: .text(random.plausibleText().rdata)
            }
        }
    }

    /// Entries of every number with values from none to 65,535 bytes, and ports, protocols and UUIDs of other lengths.
    public static var extreme: Generator {
        Generator { random in
            switch random.number(in: 0...7) {
            case 0: return .port(random.half())
            case 1: return .ipProtocol(random.byte())
            case 2: return .serviceName(random.extremeBytes(upTo: 0xFFFF))
            case 3: return .instanceName(random.extremeBytes(upTo: 255))
            case 4: return .text(random.extremeBytes(upTo: 1300))
            case 5: return .uuid(random.bytes(NANGenericServiceInfo.uuidSize))
            case 6: return .blob(random.extremeBytes(upTo: 1300))
            default:
                // Values of the first three have a length, and with another one they are only bytes.
                let lengths: [UInt8: Int] = [0: 2, 1: 1, 5: NANGenericServiceInfo.uuidSize]
                let number = random.pick([0, 1, 5, UInt8(random.number(in: 7...255))])
                var value = random.extremeBytes(upTo: 0xFFFF)
                if value.count == lengths[number] { value.append(0) }
                return .other(number: number, value: value)
            }
        }
    }
}

extension SeededGenerator {
    /// Two entries of generic service info.
    mutating func portAndProtocol() -> [UInt8] {
        let port = NANGenericServiceInfo.port(UInt16(number(in: 1024...65535)))
        let ipProtocol = NANGenericServiceInfo.ipProtocol(pick([6, 17]))
        return unfailing { try port.serialized() + ipProtocol.serialized() }
    }
}
