import DNSWire
import Foundation
import PacketCapture
import PacketDissection
import ServiceDiscovery
import TraceModel
import WireCoding

@testable import TraceAnalysis
import TestSupport

/// A capture of real responders in Fixtures/bonjour, what the analyzer says about it, and what their drivers and logs say
/// happened.
struct TruthfulCapture {
    let truth: Truth
    let file: CaptureFile
    private let claims: [Claim]
    private let firstTime: Int64

    static let folder = Fixture.url("bonjour")

    /// All of them, by the names of their files without the extension.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".truth.json") }.map { String($0.dropLast(11)) }.sorted()
    }()

    init(_ name: String) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "\(name).truth.json"))
        truth = try JSONDecoder().decode(Truth.self, from: data)
        file = try CaptureFile.open(path: Self.folder.appending(path: truth.capture).path)
        (claims, firstTime) = try Self.claims(in: file)
    }

    func report(workers: Int = 1) async throws -> TraceReport {
        try await TraceAnalyzer(workers: workers).analyze(file)
    }

    /// A time of the truth file in seconds after the first packet.
    func seconds(_ time: Double) -> Double { truth.startTime + time - Double(firstTime) / 1e9 }
}

// MARK: - What the responders say

extension TruthfulCapture {
    struct Truth: Decodable {
        let capture: String
        let startTime: Double
        let hosts: [String: Host]
        let instances: [Instance]
        let renames: [Rename]
        let conflicts: [Conflict]
        let goodbyes: [Goodbye]
        let duplicateOwners: [Duplicate]

        enum CodingKeys: String, CodingKey {
            case capture, hosts, instances, renames, conflicts, goodbyes
            case startTime = "t0_unix"
            case duplicateOwners = "duplicate_owners_at_end"
        }
    }

    struct Host: Decodable {
        let kind: String
        let mac: String
        let ipv4: String?
        let finalName: String?

        enum CodingKeys: String, CodingKey {
            case kind, mac, ipv4
            case finalName = "final_hostname"
        }
    }

    struct Instance: Decodable {
        let host: String
        let type: String
        /// Nil where the computer's own name was to be taken.
        let requestedName: Label?
        /// Nil where the registration failed.
        let finalName: Label?
        let port: Int
        let texts: [Text]
        let ending: String?

        enum CodingKeys: String, CodingKey {
            case host, type, port
            case requestedName = "requested_name"
            case finalName = "final_name"
            case texts = "txt_versions"
            case ending = "ended_how"
        }
    }

    struct Text: Decodable {
        let entries: [String]
        enum CodingKeys: String, CodingKey { case entries = "entries_hex" }
    }

    struct Rename: Decodable {
        let host: String
        let kind: String
        let type: String?
        let from: Label
        let to: Label
        let namesTried: [String]?

        enum CodingKeys: String, CodingKey {
            case host, kind, type, from, to
            case namesTried = "names_tried"
        }

        /// The names from the first to the last one.
        var names: [String] { namesTried ?? [from.text, to.text] }
    }

    struct Conflict: Decodable {}

    struct Goodbye: Decodable {
        let host: String
        let time: Double
        let isExpected: Bool
        let instances: [String]

        enum CodingKeys: String, CodingKey {
            case host, instances
            case time = "t_rel"
            case isExpected = "goodbye_expected"
        }
    }

    struct Duplicate: Decodable {
        let type: String
        let foldedName: String
        enum CodingKeys: String, CodingKey {
            case type
            case foldedName = "name_folded_hex"
        }
    }

    /// A label with its bytes, or a host name as text.
    struct Label: Decodable, Equatable {
        let text: String
        private enum CodingKeys: String, CodingKey { case hex }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self.text = text
            } else {
                let hex = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .hex)
                text = String(decoding: TestSupport.hex(hex), as: UTF8.self)
            }
        }
    }
}

// MARK: - What the link shows

extension TruthfulCapture {
    /// A sender's word that it has or wants an instance name or the addresses of a host name.
    private struct Claim {
        let time: Int64
        let mac: String
        let name: DNSName
        /// Nil for what says only that the name is there.
        let port: UInt16?
        let isAddress: Bool
    }

    private static func claims(in file: CaptureFile) throws -> ([Claim], firstTime: Int64) {
        var claims: [Claim] = []
        var firstTime: Int64?
        var reader = try file.makeReader()
        while let record = try reader.next() {
            firstTime = firstTime ?? record.time
            let packet = PacketDissector.dissect(
                reader.bytes, linkType: .ethernet, originalLength: record.originalLength)
            guard packet.transport == .udp, packet.destinationPort == 5353, let link = packet.linkSource else {
                continue
            }
            let end = packet.payloadOffset + packet.capturedPayloadLength
            let (message, _) = DNSMessage.parsePrefix(reader.bytes.extracting(packet.payloadOffset..<end))
            for told in message.flags.isResponse ? message.answers + message.additionals : message.authorities
            where told.ttl > 0 {
                func claim(_ name: DNSName, port: UInt16?, isAddress: Bool = false) {
                    claims.append(
                        Claim(
                            time: record.time, mac: link.description, name: name, port: port, isAddress: isAddress))
                }
                switch told.data {
                case .service(let location): claim(told.name, port: location.port)
                case .pointer(let target): claim(target, port: nil)
                case .address: claim(told.name, port: nil, isAddress: true)
                default: break
                }
            }
        }
        return (claims, firstTime ?? 0)
    }

    /// When an instance's host first claimed a label for it, in seconds after the first packet; nil if the link does not
    /// show it.
    func firstClaim(_ label: String, of instance: Instance) -> Double? {
        let host = truth.hosts[instance.host]
        // A name without a port may be that of another instance of the host.
        let isShared = truth.instances.contains {
            $0.host == instance.host && $0.type == instance.type && $0.port != instance.port
                && [$0.requestedName?.text, $0.finalName?.text].contains(label)
        }
        return claims.first { claim in
            guard let name = ServiceInstanceName(claim.name), name.instanceText == label,
                name.type.description == instance.type
            else { return false }
            return claim.port.map { Int($0) == instance.port } ?? (!isShared && claim.mac == host?.mac)
        }.map { Double($0.time - firstTime) / 1e9 }
    }

    /// When a host first claimed addresses for a host name, in seconds after the first packet.
    func firstClaim(hostName: String, of key: String) -> Double? {
        guard let name = DNSName(presentation: hostName + ".") else { return nil }
        return claims.first { $0.isAddress && $0.name == name && $0.mac == truth.hosts[key]?.mac }
            .map { Double($0.time - firstTime) / 1e9 }
    }

    /// A rename whose two names were on the link.
    struct Step: Hashable {
        let old: String
        let new: String
        let type: String
        let style: String
        let port: Int
        let time: Double
    }

    /// Every rename that the link shows: names given up before their first packet are not known to it.
    var steps: [Step] {
        truth.instances.flatMap { instance -> [Step] in
            let style = truth.hosts[instance.host]?.kind ?? ""
            var names: [String] = []
            for rename in truth.renames
            where rename.kind == "service" && rename.host == instance.host && rename.type == instance.type
                && (names.last ?? instance.requestedName?.text ?? rename.from.text) == rename.from.text
                && instance.requestedName != instance.finalName
            {
                names += names.isEmpty ? rename.names : Array(rename.names.dropFirst())
            }
            let shown = names.compactMap { name in firstClaim(name, of: instance).map { (name, time: $0) } }
            return zip(shown, shown.dropFirst()).map { old, new in
                Step(
                    old: old.0, new: new.0, type: instance.type, style: style, port: instance.port, time: new.time)
            }
        }
    }

    /// The same for the names of hosts.
    var hostSteps: [Step] {
        truth.hosts.flatMap { key, host -> [Step] in
            let renames = truth.renames.filter { $0.kind == "host" && $0.host == key }
            let names = renames.flatMap(\.names).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            let shown = names.compactMap { name in
                firstClaim(hostName: name, of: key).map { (name, time: $0) }
            }
            return zip(shown, shown.dropFirst()).map { old, new in
                Step(old: old.0, new: new.0, type: "", style: host.kind, port: 0, time: new.time)
            }
        }
    }
}
