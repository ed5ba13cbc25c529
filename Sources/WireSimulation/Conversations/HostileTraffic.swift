import WireCoding
import WireTesting

/// Packets that were made to do harm: names and texts that terminals, browsers, spreadsheets and databases take for
/// more than text, texts without end, and lengths and counts that lie.
///
/// All headers up to UDP and TCP are valid, with correct checksums: the hostile part is within. Each attack comes from
/// a separate host, over a separate connection if it needs one, in an order that depends on the seed. The truth lists
/// which frames of the capture carry which attack, and whether they break their format.
///
/// ```swift
/// var capture = SyntheticCapture()
/// let truth = try HostileTraffic(seed: 1).write(into: &capture)
/// let harmless = truth.packets.filter { !$0.isMalformed }
/// ```
public struct HostileTraffic: Hashable, Sendable {
    /// How long the longest text may be, in bytes: a frame of a mesh has room for 10 MiB.
    public static let longTextLimits = 1000...8_000_000

    /// Bytes of the longest text.
    public let longText: Int
    /// The same seed and settings give the same packets.
    public let seed: UInt64
    /// The first moment, in nanoseconds since 1970.
    public let start: Int64

    /// - Precondition: The text is as long as ``longTextLimits`` allow.
    public init(longText: Int = 1_000_000, seed: UInt64, start: Int64 = 1_700_000_000_000_000_000) {
        precondition(Self.longTextLimits.contains(longText), "the longest text has 1,000 to 8,000,000 bytes")
        self.longText = longText
        self.seed = seed
        self.start = start
    }

    /// Writes the packets into the capture, in order of time.
    ///
    /// - Returns: The content of each frame.
    /// - Throws: Any error from ``SyntheticCapture``.
    public func write(into capture: inout SyntheticCapture) throws(WireError) -> ConversationTruth {
        var random = SeededGenerator(seed: seed)
        var attacks = HostileAttack.all(longText: longText)
        random.shuffle(&attacks)
        let hosts = (1...attacks.count + 1).map { SyntheticHost(number: $0) }
        let names = hosts.enumerated().map { number, host in
            ConversationTruth.Host(host, name: number == 0 ? "victim" : "attacker-\(number)")
        }
        var truth = ConversationTruth(
            "hostile", seed: seed, start: start, link: NetworkModel.Link(delay: 0, holdBack: 0), hosts: names)
        let first = capture.frames
        var time = start
        for (number, attack) in attacks.enumerated() {
            let before = capture.frames
            var scene = HostileScene(attacker: hosts[number + 1], victim: hosts[0], time: time)
            try scene.play(attack, into: &capture)
            truth.packets.append(
                ConversationTruth.HostilePackets(
                    kind: attack.kind, host: names[number + 1].name, isMalformed: attack.isMalformed,
                    firstFrame: before - first + 1, lastFrame: capture.frames - first))
            // Keeps the attacks apart.
            time = scene.time + 50_000_000 + Int64(random.number(in: 0...50_000)) * 1000
        }
        truth.frames = capture.frames - first
        return truth
    }
}
