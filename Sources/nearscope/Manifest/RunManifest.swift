import RunComparison
import TraceAnalysis
import TraceModel

/// A researcher's facts about captures: places, distances and whatever else captures cannot show.
///
/// ```yaml
/// defaults:                 # of all runs
///   place: lab
/// runs:
///   - file: "*-city-*"      # a name, or a pattern; with folders, the end of a path
///     place: city
///     distance: 5           # meters
///     factors:              # of one's own, for --by
///       weather: rain
///   - file: big.pcap
///     transport: udp        # only what this capture has over UDP
///     scenario: forest
///     packetCount: 1000
///     packetSize: 4096      # bytes
///     label: second try
/// ```
///
/// If several entries are about one run, each overrides those before it, key by key.
struct RunManifest {
    /// The facts about some captures.
    struct Entry {
        let file: FilePattern
        /// Nil for sessions over any transport.
        let transport: Session.Transport?
        let facts: RunFacts
        /// The line of the manifest where it begins, from 1 on.
        let line: Int
    }

    var defaults = RunFacts()
    var entries: [Entry] = []

    /// The facts about a capture's sessions over a transport.
    func facts(of path: String, over transport: Session.Transport) -> RunFacts {
        var facts = defaults
        for entry in entries where entry.transport ?? transport == transport && entry.file.matches(path) {
            facts.override(by: entry.facts)
        }
        return facts
    }

    /// The factors of the researcher's own, in the order in which they are met first.
    var factors: [ComparisonFactor] {
        var levels = KeyedValues<FactorValue>()
        for facts in [defaults] + entries.map(\.facts) { levels.override(by: facts.levels) }
        return levels.entries.map { ComparisonFactor(rawValue: $0.name) }
            .filter { !ComparisonFactor.builtIn.contains($0) }
    }
}

/// An error in a manifest.
struct ManifestError: Error, Equatable, CustomStringConvertible {
    /// From 1 on, nil where the whole file is meant.
    let line: Int?
    let description: String
}
