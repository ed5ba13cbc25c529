extension Session {
    /// One end of a session.
    public struct Endpoint: Codable, Hashable, Sendable {
        /// The id of the peer at this end (``Peer/id``), nil if none is known.
        public var peer: String?
        /// Dotted decimal, or the text of RFC 5952.
        public let address: String
        /// The number of the TCP or UDP port.
        public var port: Int { Int(portNumber) }
        /// In 16 bits, so that it shares a word with ``reach``: a flood makes a million sessions.
        private let portNumber: UInt16
        /// Who receives what is sent here. It is not in the JSON, as address and port determine it.
        package let reach: Reach

        private enum CodingKeys: String, CodingKey {
            case peer, address
            case portNumber = "port"
        }

        /// - Parameters:
        ///   - peer: The id of the peer, nil if none is known.
        ///   - address: Dotted decimal, or the text of RFC 5952.
        ///   - port: The number of the TCP or UDP port.
        public init(peer: String? = nil, address: String, port: UInt16) {
            self.init(peer: peer, address: address, port: port, reach: nil)
        }

        /// - Parameter reach: As the typed address shows it; nil where there is only its text.
        package init(peer: String? = nil, address: String, port: UInt16, reach: Reach?) {
            (self.peer, self.address, portNumber) = (peer, address, port)
            self.reach = reach ?? Reach(address: address, port: port)
        }

        /// Reads an end as the report has it.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                peer: try values.decodeIfPresent(String.self, forKey: .peer),
                address: try values.decode(String.self, forKey: .address),
                port: try values.decode(UInt16.self, forKey: .portNumber))
        }

        /// The same end for another capture, in which peers have other ids.
        package var withoutPeer: Endpoint { Endpoint(address: address, port: portNumber, reach: reach) }
    }
}

extension Session.Endpoint {
    /// Who receives datagrams to an endpoint.
    package enum Reach: Sendable {
        case host
        /// Multicast, or a broadcast that is recognizable without a netmask.
        case group
        /// The port of multicast DNS, whatever the address: answers to one host are background traffic too.
        case multicastDNS

        /// The same decision for an endpoint that was read from JSON. `TraceAnalysis` makes it by the typed address.
        fileprivate init(address: String, port: UInt16) {
            let isGroup: Bool
            if address.contains(":") {
                let first = UInt16(address.prefix { $0 != ":" }, radix: 16) ?? 0
                isGroup = first >> 8 == 0xFF
            } else {
                let numbers = address.split(separator: ".").map { UInt8($0) ?? 0 }
                isGroup = numbers.first.map { $0 >> 4 == 0xE } ?? false || numbers.last == 255
            }
            self = port == Self.multicastDNSPort ? .multicastDNS : isGroup ? .group : .host
        }

        /// `WellKnownPort.multicastDNS`, which this module cannot import: it depends on nothing.
        private static let multicastDNSPort: UInt16 = 5353
    }
}
