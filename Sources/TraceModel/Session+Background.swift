extension Session {
    /// Whether the session measures a path on purpose: requests and answers that were paired, or data after probes.
    package var isTest: Bool { applicationRTT.count > 0 || forward.bulk != nil || application == .echo }

    /// Whether it is at least a transfer between two hosts, of which a rate or a handshake is known.
    package var isTransfer: Bool {
        !isBackground && (forward.goodput != nil || backward.goodput != nil || handshakeRTT != nil)
    }

    /// Whether it is background traffic: multicast, broadcast if it is recognizable without a netmask, and the protocols of
    /// ``Discovery``, also to one host. An unanswered datagram to one host is not background.
    public var isBackground: Bool {
        transport == .udp && reportedApplication == .unknown
            && (discovery != nil || Session.isBackground(from: initiator, to: responder))
    }

    /// Whether datagrams between these ends are multicast DNS or other multicast.
    package static func isBackground(from initiator: Endpoint, to responder: Endpoint) -> Bool {
        initiator.reach == .multicastDNS || responder.reach != .host
    }
}
