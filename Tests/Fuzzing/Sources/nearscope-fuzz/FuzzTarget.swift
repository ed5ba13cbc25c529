import Foundation
import WireSimulation
import WireTesting

/// A parser under test: inputs go in, and what must hold for all of them is required (``require(_:_:)``).
struct FuzzTarget: Sendable {
    /// By which it is chosen, and the name of its folder in `Fixtures/fuzz`.
    let name: String
    /// The longest input of ordinary runs, in bytes. Most of what a parser does shows in short inputs, of which there
    /// are ten to a hundred times as many in the same time.
    var maximumLength = 2048
    /// Whether allocations of one run may be freed during the next, by threads that have not ended yet. libFuzzer would
    /// take them for leaks and look through all memory after each run; with this, leaks are looked for once, at the
    /// end.
    var isConcurrent = false
    /// Mutators that know the format, where bytes alone get nowhere.
    var mutators: [Mutator] = []
    /// The first corpus: the same bytes each time.
    let seeds: @Sendable () -> [[UInt8]]
    /// Takes any bytes. A typed error is a fine end; a broken promise is a `fatalError`.
    let run: @Sendable ([UInt8]) -> Void

    /// libFuzzer's options for this target.
    var options: [String] { ["-max_len=\(maximumLength)"] + (isConcurrent ? ["-detect_leaks=0"] : []) }
}

extension FuzzTarget {
    /// All, as `.ci/fuzz` runs them.
    static let all: [FuzzTarget] = [
        .pcap, .pcapng, .compressed, .dissection, .frames, .dns, .dnsTCP, .txt, .names, .propertyList, .conformance,
        .framing,
        .frameLayouts, .resynchronizing, .description, .described, .mesh, .event, .multipeerChannel, .multipeerBody,
        .multipeerDatagram, .xmpp, .text, .echo, .tls, .dtls, .quic, .keyLog, .tlsOpening, .dtlsOpening, .quicOpening,
        .monitor, .ieee80211,
        .awdl, .nan, .decode, .encode, .analysis,
    ]

    /// The one that the environment names.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["NEARSCOPE_FUZZ_TARGET"] ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            fatalError("NEARSCOPE_FUZZ_TARGET is none of \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }()

    /// How many values each generator gives to a first corpus.
    static let seedCount = 24
    /// What the first corpora are made of.
    static let seed: UInt64 = 7
}

/// Ends the process, which libFuzzer takes for a crash, where a promise is broken.
///
/// - Parameter promise: What holds, in a sentence.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
    if !condition { fatalError("Broken promise: \(promise())") }
}
