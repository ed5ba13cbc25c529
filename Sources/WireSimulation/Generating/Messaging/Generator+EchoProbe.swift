import PeerMessaging
import WireTesting

extension Generator where Value == EchoProbe {
    /// Stamps of a phone that has been up for some days, in ticks of 24 MHz, as little-endian memory.
    public static var plausible: Generator {
        Generator { EchoProbe(ticks: UInt64($0.number(in: 0...20_000_000_000_000)), byteOrder: .little) }
    }

    /// Any eight octets, boundaries among them.
    public static var extreme: Generator { Generator { EchoProbe(octets: $0.boundary()) } }
}

extension Generator where Value == EchoDataPacket {
    /// Numbers from 0 on, and content of zeros up to a packet's size.
    public static var plausible: Generator {
        Generator { random in
            EchoDataPacket(
                sequenceNumber: UInt64(random.number(in: 0...10_000)),
                content: [UInt8](repeating: 0, count: random.number(in: 0...1432)))
        }
    }

    /// Any number, and content from none to all that a datagram holds.
    public static var extreme: Generator {
        Generator { EchoDataPacket(sequenceNumber: $0.boundary(), content: $0.extremeBytes(upTo: 65_499)) }
    }
}
