import DNSWire
import WireCoding
import WireTesting

extension Generator where Value == OwnerOption {
    /// Options of machines that can be woken: their address, and one in four with that of another interface.
    public static var plausible: Generator {
        Generator { random in
            let address = random.deviceAddress()
            return OwnerOption(
                sequence: UInt8(random.number(in: 0...40)), primaryAddress: address,
                wakeupAddress: random.chance(1, in: 4) ? random.deviceAddress() : nil)
        }
    }

    /// Every version and address, without a wakeup address, with one, and with one and a password of four or six bytes.
    public static var extreme: Generator {
        Generator { random in
            let wakeupAddress = random.chance(2, in: 3) ? random.linkAddress() : nil
            return OwnerOption(
                version: random.byte(), sequence: random.byte(), primaryAddress: random.linkAddress(),
                wakeupAddress: wakeupAddress,
                password: wakeupAddress == nil ? [] : random.bytes(random.pick([0, 4, 6])))
        }
    }
}
