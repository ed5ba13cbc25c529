/// The facts about a run in the name of its capture file.
///
/// `txt-tcp-city-100x4096.phone.pcap.gz` is read as follows. Folders are removed, and the extensions of captures and
/// compressions (`pcap`, `pcapng`, `cap`, `gz`, `zst`, `lz4`). If the text after the last remaining dot begins with a
/// letter, it is the capture point (`phone`); the rest is the ``stem``. Of its words, between hyphens and underscores,
/// three kinds do not belong to the scenario, because they are separate factors or only distinguish runs: transports
/// (`tcp`, `udp`, `quic`), a count and a size (`100x4096`), and, as last word, the number of a repetition (`3`, `r3`,
/// `run3`). So the scenario is `txt-city`, and the same name over UDP has the same one.
public struct RunFileName: Equatable, Sendable {
    /// Without folders.
    public let name: String
    /// The path before the name, without the last slash; empty without folders.
    public let folder: String
    /// Without extensions and capture point: captures of one run, taken at several points, have it in common.
    public let stem: String
    /// The words that are left, with hyphens between them; the whole stem where none is left.
    public let scenario: String
    /// Packets that were to be sent.
    public let packetCount: Int?
    /// Bytes of each.
    public let packetSize: Int?

    /// - Parameter path: With `/` between folders.
    public init(path: String) {
        name = path.split(separator: "/").last.map(String.init) ?? path
        folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        var stem = name[...]
        while let dot = stem.lastIndex(of: "."), dot > stem.startIndex,
            Self.extensions.contains(stem[stem.index(after: dot)...].lowercased())
        {
            stem = stem[..<dot]
        }
        if let dot = stem.lastIndex(of: "."), dot > stem.startIndex,
            stem[stem.index(after: dot)...].first?.isLetter == true
        {
            stem = stem[..<dot]
        }
        self.stem = String(stem)
        var words = stem.split { $0 == "-" || $0 == "_" }
        let amounts = words.compactMap(Self.amount)
        packetCount = amounts.last?.count
        packetSize = amounts.last?.size
        words.removeAll { Self.transports.contains($0.lowercased()) || Self.amount($0) != nil }
        if words.count > 1, let last = words.last, Self.isRepetition(last) { words.removeLast() }
        scenario = words.isEmpty ? self.stem : words.joined(separator: "-")
    }

    private static let extensions: Set<String> = ["pcap", "pcapng", "cap", "gz", "zst", "lz4"]
    private static let transports: Set<String> = ["tcp", "udp", "quic"]

    /// `100x4096`
    private static func amount(_ word: Substring) -> (count: Int, size: Int)? {
        let parts = word.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let count = Int(parts[0]), let size = Int(parts[1])
        else { return nil }
        return (count, size)
    }

    private static func isRepetition(_ word: Substring) -> Bool {
        var word = word.lowercased()[...]
        if let prefix = ["run", "rep", "r"].first(where: word.hasPrefix) { word = word.dropFirst(prefix.count) }
        return !word.isEmpty && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
