import Foundation
import Testing

/// What `frames` says of the fixtures, beside what tshark says: field by field, for all fields that both have.
@Suite struct TsharkAgreementTests {
    private static let tshark = (ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? [])
        .map { "\($0)/tshark" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private static let fixtures: [String] = {
        let names = FileManager.default.enumerator(atPath: BuiltTool.fixture("."))?.compactMap { $0 as? String } ?? []
        return names.filter { $0.contains(".pcap") }.sorted()
    }()

    /// Where the two differ for a reason.
    struct AcceptedDifference: Sendable {
        let reason: String
        /// What these fields begin with.
        let fields: String
        /// Whether that is the reason in a frame, if we have these values, and tshark those.
        let explains: @Sendable (_ frame: FrameJSON, _ ours: [String], _ theirs: [String]) -> Bool
    }

    static let acceptedDifferences = [
        AcceptedDifference(
            reason: "tshark has the fields of the packet that an ICMP error quotes among the packet's own", fields: ""
        ) { frame, ours, theirs in
            ["icmp", "icmpv6"].contains { frame.hasField("quoted", in: $0) } && theirs.starts(with: ours)
        },
        AcceptedDifference(
            reason: "a reflector copied pointers of another message: frames gives the record that they break as bytes"
                + " and reads on, tshark follows them to whatever is there, or ends there", fields: "dns."
        ) { frame, _, _ in frame.messages.contains(where: \.hasBrokenRecord) },
        AcceptedDifference(
            reason: "strings that are no text: frames gives them in hexadecimal, tshark up to the first zero byte",
            fields: "dns.txt"
        ) { frame, _, _ in frame.messages.contains(where: \.hasBinaryText) },
        AcceptedDifference(
            reason: "one empty string, which a list of tshark's does not tell from none", fields: "dns.txt"
        ) { _, ours, theirs in ours == [""] && theirs.isEmpty },
        AcceptedDifference(
            reason: "the rate that tshark works out from an index of 802.11n: frames shows what the header has",
            fields: "radiotap.datarate"
        ) { frame, ours, _ in frame.hasField("mcs", in: "radiotap") && ours.isEmpty },
        AcceptedDifference(
            reason: "what further antennas received: frames has it under antennas", fields: "radiotap."
        ) { frame, ours, theirs in frame.hasField("antennas", in: "radiotap") && theirs.starts(with: ours) },
        AcceptedDifference(
            reason: "elements of AWDL's data frames, which frames gives as bytes", fields: "awdl."
        ) { frame, ours, _ in frame.hasField("tlvs", in: "awdlData") && ours.isEmpty },
    ]

    @Test(.enabled(if: tshark != nil, "tshark is not installed"), arguments: fixtures)
    func bothSayTheSame(fixture: String) throws {
        let path = BuiltTool.fixture(fixture)
        let lines = try BuiltTool.run("frames", path, "--format", "ndjson").text.split(separator: "\n")
        let frames = try lines.map { try FrameJSON($0) }
        let others = try Self.ask(path)
        #expect(frames.count == others.count && !frames.isEmpty)
        var compared = 0
        for (frame, other) in zip(frames, others) {
            let messages = frame.messages
            for (field, theirs) in other {
                let ours = Self.values(of: field, in: frame, messages)
                if ours == theirs {
                    compared += ours.isEmpty ? 0 : 1
                } else if !Self.acceptedDifferences.contains(where: {
                    field.hasPrefix($0.fields) && $0.explains(frame, ours, theirs)
                }) {
                    Issue.record("frame \(frame.number), \(field): \(ours) here, \(theirs) there")
                }
            }
        }
        #expect(compared > 5 * frames.count)
    }

    private static func values(of field: String, in frame: FrameJSON, _ messages: [DNSFields]) -> [String] {
        guard let shared = sharedFields[field] else { return messages.flatMap { $0.values[field] ?? [] } }
        let values = shared.places.flatMap(frame.values)
        // Bits a second here, megabits there.
        guard field == "radiotap.datarate" else { return values }
        return values.map { value in
            guard let rate = Int(value), !rate.isMultiple(of: 1_000_000) else { return String(value.dropLast(6)) }
            return "\(Double(rate) / 1e6)"
        }
    }

    private static let sharedFields = Dictionary(
        SharedFields.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    // MARK: - Asking tshark

    private static let separator: Character = "\u{1E}"
    private static let aggregator: Character = "\u{1F}"

    /// What tshark has in each field of each frame.
    private static func ask(_ path: String) throws -> [[String: [String]]] {
        var fields = SharedFields.all.map(\.name) + SharedFields.ofDNS + ["dns.srv.service", "dns.srv.proto"]
        var answer = try ask(path, fields)
        // Fields that this version does not have.
        let unknown = Set(answer.errors.split(whereSeparator: \.isWhitespace).map(String.init))
        if answer.output.isEmpty, fields.contains(where: unknown.contains) {
            fields.removeAll(where: unknown.contains)
            answer = try ask(path, fields)
        }
        return answer.output.split(separator: "\n").map { line in
            let texts = line.split(separator: separator, omittingEmptySubsequences: false)
            var values = Dictionary(uniqueKeysWithValues: zip(fields, texts.map(Self.list)))
            // Of the owner's name of an SRV record tshark makes three fields.
            if let services = values.removeValue(forKey: "dns.srv.service"),
                let protocols = values.removeValue(forKey: "dns.srv.proto"), let names = values["dns.srv.name"]
            {
                values["dns.srv.name"] = zip(zip(services, protocols), names).map { "\($0.0.0).\($0.0.1).\($0.1)" }
            }
            for field in numbers { values[field] = values[field]?.map(Self.decimal) }
            return values
        }
    }

    /// Fields whose values may be written in hexadecimal.
    private static let numbers =
        SharedFields.all.map(\.name) + ["dns.qry.class", "dns.qry.qu", "dns.resp.class", "dns.resp.cache_flush"]

    private static func list(_ text: Substring) -> [String] {
        text.isEmpty ? [] : text.split(separator: aggregator, omittingEmptySubsequences: false).map(String.init)
    }

    private static func decimal(_ text: String) -> String {
        switch text {
        case "True": "1"
        case "False": "0"
        default: text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16).map { "\($0)" } ?? text : text
        }
    }

    private static func ask(_ path: String, _ fields: [String]) throws -> (output: String, errors: String) {
        // Each frame by itself, without looking up names.
        let preferences = [
            "ip.defragment:FALSE", "ipv6.defragment:FALSE", "tcp.desegment_tcp_streams:FALSE", "wlan.defragment:FALSE",
            "wlan.check_checksum:TRUE",
        ]
        let folder = try TemporaryFolder()
        let (output, errors) = (folder.file("output"), folder.file("errors"))
        let process = Process()
        process.executableURL = URL(filePath: try #require(tshark))
        process.arguments =
            ["-n", "-r", path, "-T", "fields", "-E", "occurrence=a", "-E", "separator=\(separator)"]
            + ["-E", "aggregator=\(aggregator)"] + preferences.flatMap { ["-o", $0] } + fields.flatMap { ["-e", $0] }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return (
            try String(decoding: Data(contentsOf: output), as: UTF8.self),
            try String(decoding: Data(contentsOf: errors), as: UTF8.self)
        )
    }
}

extension FrameJSON {
    /// The DNS messages of the frame, as tshark would have them.
    fileprivate var messages: [DNSFields] { layers.filter { $0.name == "mdns" }.map { DNSFields($0.fields) } }
}
