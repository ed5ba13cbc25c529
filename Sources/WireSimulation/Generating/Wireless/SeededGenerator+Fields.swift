import WireCoding
import WireTesting

/// Fields of wireless frames: half of them any number, half numbers at boundaries.
extension SeededGenerator {
    mutating func byte() -> UInt8 { chance(1, in: 2) ? integer() : boundary() }
    mutating func half() -> UInt16 { chance(1, in: 2) ? integer() : boundary() }
    mutating func word() -> UInt32 { chance(1, in: 2) ? integer() : boundary() }

    /// Any address: of one station, of a group, the broadcast address, the zero address.
    mutating func linkAddress() -> LinkAddress {
        LinkAddress(rawValue: chance(3, in: 4) ? next() : pick([0, UInt64.max, 0x0025_00FF_9473]))
    }

    /// An address that a device has made up for itself: of one station, locally administered.
    mutating func deviceAddress() -> LinkAddress {
        LinkAddress(rawValue: next() & 0xFCFF_FFFF_FFFF | 0x0200_0000_0000)
    }
}
