import DNSWire
import PacketDissection
import TraceModel
import WireCoding

/// Discovery protocols whose messages are text.
enum DiscoveryText {
    /// HTTP's start lines in datagrams, with the fields of UPnP (UPnP Device Architecture 2.0 §1).
    static func isSSDP(_ payload: Span<UInt8>) -> Bool {
        payload.starts(with: "M-SEARCH * HTTP/1.") || payload.starts(with: "NOTIFY * HTTP/1.")
            || payload.starts(with: "HTTP/1.") && payload.contains("\r\nUSN:", "\r\nusn:", "\r\nUsn:")
    }

    /// SOAP with the namespace of either version.
    static func isWSDiscovery(_ payload: Span<UInt8>) -> Bool {
        payload.starts(with: "<") && payload.contains("ws/2005/04/discovery", "ws-dd/ns/discovery")
    }

    static func isWSDiscoveryAnswer(_ payload: Span<UInt8>) -> Bool {
        isWSDiscovery(payload) && payload.contains("/ProbeMatches", "/ResolveMatches")
    }
}

extension Span<UInt8> {
    /// Whether one of the texts is somewhere in it.
    fileprivate func contains(_ texts: StaticString...) -> Bool {
        indices.contains { index in texts.contains { starts(with: $0, at: index) } }
    }
}

extension Session.Discovery {
    /// The protocol of a conversation's first datagram. Multicast DNS is not recognized here: services follow it.
    ///
    /// - Parameter payload: What the capture holds of it.
    init?(_ payload: Span<UInt8>, _ ports: DatagramPorts) {
        if DiscoveryText.isSSDP(payload) {
            self = .ssdp
        } else if DiscoveryText.isWSDiscovery(payload) {
            self = .wsDiscovery
        } else if ports.contains(WellKnownPort.linkLocalNameResolution), DNSMessage.parsePrefix(payload).error == nil {
            // Its messages are those of DNS (RFC 4795 §2.1).
            self = .llmnr
        } else if ports.contains(CoAPHeader.port), CoAPHeader(payload).map({ $0.isRequest || $0.isResponse }) == true {
            self = .coap
        } else {
            return nil
        }
    }

    /// What showed it, in a few words.
    var evidence: String {
        switch self {
        case .multicastDNS: "multicast DNS (RFC 6762)"
        case .llmnr: "LLMNR (RFC 4795)"
        case .ssdp: "SSDP (UPnP)"
        case .wsDiscovery: "WS-Discovery"
        case .coap: "CoAP (RFC 7252)"
        }
    }
}
