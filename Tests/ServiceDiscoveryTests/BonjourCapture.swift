import DNSWire
import Foundation
import PacketCapture
import PacketDissection
import ServiceDiscovery
import WireCoding
import WireSimulation
import WireTesting
import TestSupport

/// A capture of real responders in Fixtures/bonjour, with what their drivers and logs say happened.
struct BonjourCapture {
    let messages: [Message]
    let truth: Truth

    struct Message {
        /// Nanoseconds since 1970.
        let time: Int64
        let source: IPAddress
        let destination: IPAddress
        let message: DNSMessage
    }

    /// The part of a truth file that claims of names need.
    struct Truth: Decodable {
        let startTime: Double
        let hosts: [String: Host]
        let renames: [Rename]
        let actions: [Action]

        enum CodingKeys: String, CodingKey {
            case startTime = "t0_unix"
            case hosts, renames, actions
        }

        func time(_ seconds: Double) -> Int64 { Int64((startTime + seconds) * 1e9) }
    }

    struct Host: Decodable {
        let kind: String
        let initialName: String
        let ipv4: String?
        let ipv6: String?

        enum CodingKeys: String, CodingKey {
            case kind, ipv4, ipv6
            case initialName = "initial_hostname"
        }

        var addresses: [IPAddress] { [ipv4, ipv6].compactMap { $0.flatMap(IPAddress.init) } }

        /// nil for what is no responder.
        var profile: ProbingProfile? {
            switch kind {
            case "apple": .apple
            case "avahi": .avahi
            case "zeroconf": .zeroconf
            default: nil
            }
        }
    }

    struct Rename: Decodable {
        let host: String
        let kind: String
        let type: String?
        let from: Name
        let to: Name
        let namesTried: [String]?

        enum CodingKeys: String, CodingKey {
            case host, kind, type, from, to
            case namesTried = "names_tried"
        }
    }

    /// A label, or the name of a host.
    struct Name: Decodable {
        let label: String

        private enum CodingKeys: String, CodingKey { case utf8 }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                label = String(text.prefix { $0 != "." })
            } else {
                label = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .utf8)
            }
        }
    }

    struct Action: Decodable {
        let time: Double
        let action: String
        let host: String?
        let name: String?
        let nameBytes: String?
        let type: String?
        let port: UInt16?
        let text: String?

        enum CodingKeys: String, CodingKey {
            case action, host, name, type, port
            case time = "t_rel"
            case nameBytes = "name_hex"
            case text = "txt_hex"
        }
    }

    init(_ name: String, fileExtension: String = "pcap") throws {
        let folder = Fixture.url("bonjour")
        let truthData = try Data(contentsOf: folder.appending(path: "\(name).truth.json"))
        truth = try JSONDecoder().decode(Truth.self, from: truthData)
        let bytes = try Data(contentsOf: folder.appending(path: "\(name).\(fileExtension)"))
        var reader = try CaptureFile.open(bytes: Array(bytes)).makeReader()
        var messages: [Message] = []
        while let record = try reader.next() {
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: .ethernet, originalLength: record.originalLength)
            guard packet.transport == .udp, packet.destinationPort == 5353 else { continue }
            let end = packet.payloadOffset + packet.capturedPayloadLength
            let (message, _) = DNSMessage.parsePrefix(reader.bytes.extracting(packet.payloadOffset..<end))
            messages.append(
                Message(
                    time: record.time, source: packet.source, destination: packet.destination, message: message))
        }
        self.messages = messages
    }
}

extension BonjourCapture {
    /// From when on the hosts can hear each other.
    var joinTime: Int64 {
        truth.actions.first { $0.action.hasPrefix("bridge isolation removed") }.map { truth.time($0.time) } ?? .min
    }

    /// Lets a claim hear what a host heard: all that others multicast or sent to it.
    ///
    /// - Parameters:
    ///   - claim: The claim that the host made.
    ///   - key: The host's name in the truth file.
    ///   - start: When it made the claim, in nanoseconds since 1970. What came before was heard too.
    func replay(_ claim: NameClaim, on key: String, from start: Int64, seed: UInt64) -> ClaimingHost {
        let addresses = truth.hosts[key]?.addresses ?? []
        var host = ClaimingHost(claim, address: addresses.first ?? IPAddress(ipv4: 0), seed: seed)
        var hasStarted = false
        for message in messages where message.time >= joinTime && !addresses.contains(message.source) {
            guard message.destination.isMulticast || addresses.contains(message.destination) else { continue }
            if !hasStarted && message.time >= start {
                host.start(at: start)
                hasStarted = true
            }
            host.receive(
                message.message, from: message.source, by: message.destination.isMulticast ? .multicast : .unicast,
                at: message.time)
        }
        if !hasStarted { host.start(at: start) }
        host.settle()
        return host
    }

    /// What a host did, and what was expected of it.
    struct Step {
        let time: Int64
        let label: String
        let expected: NameClaim.Expectation?
        let observation: NameClaim.Observation

        /// Whether it was as expected, but for so many nanoseconds that timers, loops and logs may be late.
        func isExpected(within tolerance: Int64) -> Bool {
            switch observation {
            case .expected: true
            case .early(let distance), .late(let distance): distance <= tolerance
            case .unexpected: false
            }
        }
    }

    /// Follows a host through the capture: what others sent is heard, what it sent itself is held against what was
    /// expected of it.
    func follow(_ claim: NameClaim, on key: String, from start: Int64) -> [Step] {
        let addresses = truth.hosts[key]?.addresses ?? []
        var claim = claim
        var generator = SeededGenerator(seed: 1)
        var steps: [Step] = []
        for message in messages {
            if claim.state == .idle && message.time >= start { _ = claim.start(at: start, using: &generator) }
            let isMulticast = message.destination.isMulticast
            if addresses.contains(message.source) {
                guard claim.state != .idle, isMulticast else { continue }
                let expected = claim.nextExpected
                if let observation = claim.follow(message.message, at: message.time, using: &generator) {
                    let label = String(decoding: claim.records.label, as: UTF8.self)
                    steps.append(
                        Step(time: message.time, label: label, expected: expected, observation: observation))
                }
            } else if message.time >= joinTime, isMulticast || addresses.contains(message.destination) {
                _ = claim.receive(
                    message.message, from: message.source, by: isMulticast ? .multicast : .unicast, at: message.time,
                    using: &generator)
            }
        }
        return steps
    }

    /// The claim that a host was told to make.
    func claim(_ action: Action) throws -> NameClaim? {
        guard action.action == "register", let key = action.host, let host = truth.hosts[key],
            let profile = host.profile, let type = action.type, let port = action.port,
            let label = action.nameBytes.flatMap(Hex.decode), let typeName = DNSName(presentation: type),
            let serviceType = ServiceType(observed: typeName)
        else { return nil }
        let records = try ClaimedRecords(
            instance: label, type: serviceType, domain: ClaimingHost.local,
            location: ServiceLocation(
                port: port, target: DNSName(labels: [Array(host.initialName.utf8), Array("local".utf8)])),
            text: action.text.flatMap(Hex.decode) ?? [])
        return NameClaim(records, profile: profile)
    }

    /// The claim of a host to its own name, and a time shortly before its first probe for it.
    func hostClaim(_ key: String) throws -> (claim: NameClaim, start: Int64)? {
        guard let host = truth.hosts[key], let profile = host.profile else { return nil }
        let records = try ClaimedRecords(
            host: Array(host.initialName.utf8), domain: ClaimingHost.local, addresses: host.addresses)
        let probe = messages.first { message in
            host.addresses.contains(message.source) && !message.message.flags.isResponse
                && message.message.authorities.contains { $0.name == records.name }
        }
        return probe.map { (NameClaim(records, profile: profile), $0.time - 100 * millisecond) }
    }

    /// The labels that a host took, one after the other, for a service that it was told to register.
    func renames(_ action: Action) -> [String] {
        var labels: [String] = []
        var current = action.name
        for rename in truth.renames where rename.host == action.host && rename.type == action.type {
            guard rename.from.label == current else { continue }
            labels += rename.namesTried.map { Array($0.dropFirst()) } ?? [rename.to.label]
            current = rename.to.label
        }
        return labels
    }
}
