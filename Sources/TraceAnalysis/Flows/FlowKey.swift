import PacketDissection
import WireCoding

/// The two endpoints of a flow in an order that both directions share, packed into five words.
package struct FlowKey: Hashable, Sendable {
    let firstHigh: UInt64
    let firstLow: UInt64
    let secondHigh: UInt64
    let secondLow: UInt64
    /// Ports, interface, transport and IP version.
    let rest: UInt64

    /// - Returns: The key, and whether the packet's source is the second endpoint.
    @inline(__always)
    package static func of(
        source: IPAddress, sourcePort: UInt16, destination: IPAddress, destinationPort: UInt16,
        isTCP: Bool, interface: Int
    ) -> (key: FlowKey, isReversed: Bool) {
        // Which end comes first is as good as random: a branch on it would be guessed wrong every other time.
        let ports = sourcePort > destinationPort ? UInt64.max : 0
        let highs = source.high == destination.high ? ports : source.high > destination.high ? .max : 0
        let swapped = source.low == destination.low ? highs : source.low > destination.low ? .max : 0
        let low = (source.low ^ destination.low) & swapped
        let high = (source.high ^ destination.high) & swapped
        let port = (UInt64(sourcePort) ^ UInt64(destinationPort)) & swapped
        let shared =
            UInt64(UInt32(truncatingIfNeeded: interface) & 0x3FFF_FFFF) << 2 | (isTCP ? 2 : 0) | (source.isIPv6 ? 1 : 0)
        let key = FlowKey(
            firstHigh: source.high ^ high, firstLow: source.low ^ low, secondHigh: destination.high ^ high,
            secondLow: destination.low ^ low,
            rest: (UInt64(sourcePort) ^ port) << 48 | (UInt64(destinationPort) ^ port) << 32 | shared)
        return (key, swapped != 0)
    }

    var isIPv6: Bool { rest & 1 != 0 }
    /// What ``PacketDissection/PacketDissector/flowHash(of:linkType:)`` is of the flow's packets.
    var flowHash: UInt16 {
        PacketDissector.flowHash(
            firstHigh ^ firstLow, secondHigh ^ secondLow, ports: UInt32(truncatingIfNeeded: rest >> 32))
    }
    package var isTCP: Bool { rest & 2 != 0 }
    /// The interface in the file.
    package var interface: Int { Int(rest >> 2 & 0x3FFFF) }
    /// Which of the interfaces that headers within the packets name, from 1 on; 0 for none.
    var namedInterface: Int { link == 0 ? Int(rest >> 20 & 0xFFF) : 0 }

    /// Set with the number of a link, which takes the place of a named interface.
    private static let linkBit: UInt64 = 0x800
    /// Stands for all links of an interface; those of packets are mixed into the bits below ``linkBit``.
    private static let everyLink: UInt64 = 0x400

    /// The link that headers of the packets show, 0 for none.
    private var link: UInt64 { rest >> 31 & 1 == 0 ? 0 : rest >> 20 & 0xFFF }
    var isOnLink: Bool { link != 0 }

    /// The same flow on one of the interface's links, by what a packet says of it; itself if it names its interface.
    ///
    /// Links beyond 1,024 share numbers. Flows of the same ends on links with one number are followed as one.
    ///
    /// - Parameters:
    ///   - index: The interface's number in a Linux cooked header v2.
    ///   - virtualLAN: The VLAN tags and network identifiers.
    @inline(never)
    package func onLink(index: UInt32, virtualLAN: UInt32) -> FlowKey {
        // Small numbers stay apart: most captures name a few interfaces, or tags of 12 bits.
        let mixed = UInt64(index) &* 37 ^ UInt64(virtualLAN) ^ UInt64(virtualLAN) >> 10 &* 3 ^ UInt64(virtualLAN) >> 20
        return onLink(numbered: Self.linkBit | mixed & 0x3FF)
    }

    /// Stands for the flow on whichever link it was seen last.
    var onAnyLink: FlowKey { onLink(numbered: Self.linkBit | Self.everyLink) }

    /// The flow where no header shows a link.
    var offLinks: FlowKey { isOnLink ? replacing(rest: rest & ~(0xFFF << 20)) : self }

    private func onLink(numbered number: UInt64) -> FlowKey {
        !isOnLink && rest >> 20 & 0xFFF != 0 ? self : replacing(rest: rest & ~(0xFFF << 20) | number << 20)
    }

    private func replacing(rest: UInt64) -> FlowKey {
        FlowKey(
            firstHigh: firstHigh, firstLow: firstLow, secondHigh: secondHigh, secondLow: secondLow, rest: rest)
    }

    /// The bits of ``rest`` between the ports and what carries the flow.
    private static let interfaceBits: UInt64 = 0xFFFF_FFFC

    /// The interface of the file, and the one that headers name or the link that they show, in one number.
    package var capturedAt: UInt64 { rest & Self.interfaceBits }

    /// The same ends and transport on no interface in particular.
    package var anywhere: FlowKey {
        replacing(rest: rest & ~Self.interfaceBits)
    }

    /// An interface for a key, out of the two.
    static func interface(_ interface: Int, named number: Int) -> Int { interface & 0x3FFFF | number << 18 }

    package var first: (address: IPAddress, port: UInt16) {
        (address(high: firstHigh, low: firstLow), UInt16(truncatingIfNeeded: rest >> 48))
    }

    package var second: (address: IPAddress, port: UInt16) {
        (address(high: secondHigh, low: secondLow), UInt16(truncatingIfNeeded: rest >> 32))
    }

    private func address(high: UInt64, low: UInt64) -> IPAddress {
        isIPv6 ? IPAddress(ipv6High: high, low: low) : IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
    }

    /// A hash that cannot be steered without knowing the seed.
    ///
    /// If an attacker chose a whole factor, the product could be made 0, whatever the seed: each factor has the seed in
    /// it, except for ports and interface, whose constant names an interface that no file can have.
    @inline(__always)
    func hash(seed: UInt64) -> UInt64 {
        var state = Self.mix(seed ^ firstLow, rest ^ 0x9E37_79B9_7F4A_7C15)
        state = Self.mix(state ^ secondLow, 0xD6E8_FEB8_6659_FD93 ^ seed)
        if isIPv6 { state = Self.mix(state ^ firstHigh, secondHigh ^ 0xA076_1D64_78BD_642F ^ seed) }
        return state
    }

    /// Folds the 128-bit product.
    @inline(__always)
    private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let product = first.multipliedFullWidth(by: second)
        return product.high ^ product.low
    }
}

extension FlowKey: Comparable {
    /// By ports, then by addresses: an order that does not depend on which worker met a flow first.
    package static func < (first: FlowKey, second: FlowKey) -> Bool {
        (first.rest, first.firstHigh, first.firstLow, first.secondHigh, first.secondLow)
            < (second.rest, second.firstHigh, second.firstLow, second.secondHigh, second.secondLow)
    }
}

/// Deals the flows of a capture to a fixed number of shards, so that all workers agree without communicating.
///
/// Flows are distinguished by a hash of 12 bits here. Each of its values is dealt to the next shard when it first
/// occurs, so that a capture with a few large flows keeps all workers busy; all workers see the same packets in the
/// same order. Limits are counted per shard and never per worker: the report is the same with any number of workers.
///
/// The hash has no seed, so an attacker who chooses addresses and ports can put all flows into one shard, and so on one
/// worker. This costs only what the other workers would have saved: within the shard a flow is found by the hash of
/// ``FlowTable``, which has a seed, and the time stays linear. No limit is exceeded either, because each applies to
/// each shard separately. It is reached sooner, by a sixteenth of the flows that fill all shards, and other flows in
/// that shard are then left out and counted as in any flood. With a seed drawn in each run, it would depend on the run
/// which flows are left out, and a constant seed would be known.
struct FlowShards: Sendable {
    static let count = 16
    private static let slots = 4096
    private static let unassigned: UInt8 = .max

    private var shards = [UInt8](repeating: unassigned, count: slots)
    private var dealt = 0

    /// - Parameter hash: `DissectedPacket.flowHash`.
    @inline(__always)
    mutating func shard(ofHash hash: UInt16) -> Int {
        let slot = Int(hash) & (Self.slots &- 1)
        let shard = shards[slot]
        return shard == Self.unassigned ? deal(slot) : Int(shard)
    }

    /// The shard of a hash that occurred before; nil for another one, which is not dealt either: who looks ahead may come to it before
    /// a packet whose hash others deal first.
    func knownShard(ofHash hash: UInt16) -> Int? {
        let shard = shards[Int(hash) & (Self.slots &- 1)]
        return shard == Self.unassigned ? nil : Int(shard)
    }

    @inline(never)
    private mutating func deal(_ slot: Int) -> Int {
        let shard = dealt % Self.count
        dealt += 1
        shards[slot] = UInt8(shard)
        return shard
    }
}
