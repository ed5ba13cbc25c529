import WireCoding

/// Who sent messages, by one link address, or without any by one address.
struct HeardHost: Sendable {
    /// Addresses that are remembered.
    private static let maximumAddresses = 64

    private(set) var linkAddresses: [LinkAddress] = []
    private(set) var addresses: [IPAddress] = []
    /// Whether it sent anything to a group, a response, or a question to a DNS server that it should have sent to a group.
    private(set) var isListed = false
    private(set) var firstFrame = Int.max
    /// Responses to a group that another host had sent before, byte for byte.
    var repeatedResponses = 0

    mutating func note(_ datagram: ObservedDatagram, isListed: Bool) {
        if let link = datagram.linkSource, !linkAddresses.contains(link), linkAddresses.count < Self.maximumAddresses {
            linkAddresses.append(link)
        }
        if !addresses.contains(datagram.source), addresses.count < Self.maximumAddresses {
            addresses.append(datagram.source)
        }
        guard isListed else { return }
        self.isListed = true
        firstFrame = min(firstFrame, datagram.frame)
    }
}

/// How the identifications of one sender's packets go on (RFC 6864): some hosts count them up, so that a packet that the
/// capture lacks leaves a gap.
struct IdentificationSteps: Sendable {
    /// Steps over shorter pauses do not count: a host may number what it sends together in other order.
    private static let pause = Nanoseconds.milliseconds(500)
    private static let gaps: ClosedRange<UInt16> = 2...50
    private static let minimumSteps = 8

    private var last: (identification: UInt16, time: Int64)?
    private var steps = 0
    private var single = 0
    private var skipping = 0

    mutating func note(_ identification: UInt16, at time: Int64) {
        defer { last = (identification, time) }
        guard let last, identification != last.identification, time &- last.time >= Self.pause else { return }
        steps += 1
        let step = identification &- last.identification
        if step == 1 { single += 1 }
        if Self.gaps.contains(step) { skipping += 1 }
    }

    /// Whether it counts, and left something out.
    var hasGap: Bool { steps >= Self.minimumSteps && 4 * single >= 3 * steps && skipping > 0 }
}
