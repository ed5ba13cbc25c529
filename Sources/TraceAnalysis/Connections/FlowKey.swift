import WireCoding

/// The two endpoints of a flow in an order that both directions share, packed into five words.
struct FlowKey: Equatable, Sendable {
    let firstHigh: UInt64
    let firstLow: UInt64
    let secondHigh: UInt64
    let secondLow: UInt64
    /// Ports, interface, transport and IP version.
    let rest: UInt64

    /// - Returns: The key, and whether the packet's source is the second endpoint.
    @inline(__always)
    static func of(
        source: IPAddress, sourcePort: UInt16, destination: IPAddress, destinationPort: UInt16,
        isTCP: Bool, interface: Int
    ) -> (key: FlowKey, isReversed: Bool) {
        let reversed: Bool
        if source.low != destination.low {
            reversed = source.low > destination.low
        } else if source.high != destination.high {
            reversed = source.high > destination.high
        } else {
            reversed = sourcePort > destinationPort
        }
        let shared =
            UInt64(UInt32(truncatingIfNeeded: interface) & 0x3FFF_FFFF) << 2 | (isTCP ? 2 : 0) | (source.isIPv6 ? 1 : 0)
        if reversed {
            return (
                FlowKey(
                    firstHigh: destination.high, firstLow: destination.low, secondHigh: source.high,
                    secondLow: source.low, rest: UInt64(destinationPort) << 48 | UInt64(sourcePort) << 32 | shared),
                true
            )
        }
        return (
            FlowKey(
                firstHigh: source.high, firstLow: source.low, secondHigh: destination.high,
                secondLow: destination.low, rest: UInt64(sourcePort) << 48 | UInt64(destinationPort) << 32 | shared),
            false
        )
    }

    var isIPv6: Bool { rest & 1 != 0 }
    var isTCP: Bool { rest & 2 != 0 }
    var interface: Int { Int(rest >> 2 & 0x3FFF_FFFF) }

    var first: (address: IPAddress, port: UInt16) {
        (address(high: firstHigh, low: firstLow), UInt16(truncatingIfNeeded: rest >> 48))
    }

    var second: (address: IPAddress, port: UInt16) {
        (address(high: secondHigh, low: secondLow), UInt16(truncatingIfNeeded: rest >> 32))
    }

    private func address(high: UInt64, low: UInt64) -> IPAddress {
        isIPv6 ? IPAddress(ipv6High: high, low: low) : IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
    }

    /// A hash that whoever does not know the seed cannot steer.
    @inline(__always)
    func hash(seed: UInt64) -> UInt64 {
        var state = Self.mix(seed ^ firstLow, rest ^ 0x9E37_79B9_7F4A_7C15)
        state = Self.mix(state ^ secondLow, 0xD6E8_FEB8_6659_FD93 ^ seed)
        if isIPv6 { state = Self.mix(state ^ firstHigh, secondHigh ^ 0xA076_1D64_78BD_642F) }
        return state
    }

    /// Folds the 128-bit product.
    @inline(__always)
    private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let product = first.multipliedFullWidth(by: second)
        return product.high ^ product.low
    }
}
