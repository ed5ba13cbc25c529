import PacketCapture
import PacketDissection
import WireCoding

/// Reassembles fragmented IP datagrams (RFC 791 §3.2, RFC 8200 §4.5), in whatever order their fragments come.
///
/// Memory is bounded by ``maximumDatagrams`` and ``maximumBytes``: the oldest waiting datagram is dropped first. A
/// datagram that is dropped, times out (``timeout``) or is left at the end was incomplete.
package struct FragmentReassembler: Sendable {
    /// Datagrams that wait for fragments at a time.
    static let maximumDatagrams = 1024
    /// Bytes that they hold in all.
    static let maximumBytes = 8 << 20
    /// 60 s (RFC 8200 §4.5; RFC 1122 §3.3.2 has 60 s to 120 s), by the clock of the capture.
    static let timeout: Int64 = 60_000_000_000

    /// The fields that identify datagrams by RFC 791 and RFC 8200, and the interface.
    private struct Key: Hashable {
        let source: IPAddress
        let destination: IPAddress
        let identification: UInt32
        /// 0 for IPv6, whose fragments may name different protocols.
        let ipProtocol: UInt8
        let interface: Int
    }

    private var datagrams: [Key: FragmentedDatagram] = [:]
    /// Their keys by their serial numbers, which are in order of their first fragments.
    private var keys: [Int: Key] = [:]
    /// How many datagrams are remembered in order: no more than wait.
    var rememberedOrder: Int { keys.count }
    /// No key has a lower number.
    private var oldest = 1
    private var serial = 0
    private var heldBytes = 0

    /// Datagrams that became whole.
    private(set) var reassembledDatagrams = 0
    /// Fragments of datagrams that never became whole.
    private(set) var incompleteFragments = 0
    /// Fragments that overlap another one, and are not exact copies.
    private(set) var overlappingFragments = 0
    private(set) var firstOverlap: PacketMoment?

    package init() {}

    /// Takes a fragment.
    ///
    /// - Parameters:
    ///   - record: With the interface that its flow is on.
    ///   - bytes: The whole packet.
    /// - Returns: The finished datagrams: complete, or dropped. Both list their frames.
    package mutating func take(
        _ packet: DissectedPacket, of record: PacketRecord, bytes: Span<UInt8>
    ) -> [FragmentedDatagram] {
        var finished = expire(at: record.time)
        let key = Key(
            source: packet.source, destination: packet.destination, identification: packet.fragment.identification,
            ipProtocol: packet.source.isIPv6 ? 0 : packet.fragment.ipProtocol, interface: record.interface)
        if datagrams[key] == nil {
            serial += 1
            datagrams[key] = FragmentedDatagram(isIPv6: packet.source.isIPv6, serial: serial)
            keys[serial] = key
        }
        let held = datagrams[key]?.heldBytes ?? 0
        let outcome = datagrams[key]?.add(packet, of: record, bytes: bytes)
        heldBytes += (datagrams[key]?.heldBytes ?? 0) - held
        if outcome == .overlapped {
            overlappingFragments += 1
            if firstOverlap == nil { firstOverlap = record.moment }
        }
        if datagrams[key]?.isWhole == true, let whole = remove(key) {
            reassembledDatagrams += 1
            finished.append(whole)
        }
        while datagrams.count > Self.maximumDatagrams || heldBytes > Self.maximumBytes, let given = removeOldest() {
            finished.append(given)
        }
        return finished
    }

    /// Gives up whatever waits, at the end of the capture.
    mutating func finish() -> [FragmentedDatagram] {
        var finished: [FragmentedDatagram] = []
        while let given = removeOldest() { finished.append(given) }
        return finished
    }

    private mutating func expire(at time: Int64) -> [FragmentedDatagram] {
        var finished: [FragmentedDatagram] = []
        while let key = oldestKey, let first = datagrams[key]?.frames.first,
            time.subtractingReportingOverflow(first.time).partialValue > Self.timeout
        {
            if let given = removeOldest() { finished.append(given) }
        }
        return finished
    }

    /// The key of the oldest waiting datagram.
    private var oldestKey: Key? {
        // Moves ``oldest`` over the datagrams that are gone, so that none is passed twice.
        mutating get {
            while oldest <= serial {
                if let key = keys[oldest] { return key }
                oldest += 1
            }
            return nil
        }
    }

    private mutating func removeOldest() -> FragmentedDatagram? {
        guard let key = oldestKey, let given = remove(key) else { return nil }
        incompleteFragments += given.frames.count
        return given
    }

    private mutating func remove(_ key: Key) -> FragmentedDatagram? {
        guard let datagram = datagrams.removeValue(forKey: key) else { return nil }
        keys[datagram.serial] = nil
        heldBytes -= datagram.heldBytes
        return datagram
    }
}
