import RunComparison
import Testing
import TraceAnalysis

@testable import nearscope
import TraceModel

@Suite struct ManifestReaderTests {
    private static let complete = """
        defaults:
          place: lab
          factors: {weather: sun, year: 2025}
        runs:
          - file: "*-city-*"
            place: city
            distance: 5.5
            factors: {weather: rain}
          - {file: big.pcap, transport: udp, scenario: forest, packetCount: 1000, packetSize: 4096, label: "second, try"}
        """

    private func fault(_ yaml: String) -> ManifestError? {
        do throws(ManifestError) {
            _ = try ManifestReader.manifest(yaml)
            return nil
        } catch {
            return error
        }
    }

    @Test func entriesOverruleDefaults() throws {
        let manifest = try ManifestReader.manifest(Self.complete)
        let weather = ComparisonFactor(rawValue: "weather")
        let year = ComparisonFactor(rawValue: "year")
        #expect(manifest.factors == [weather, year])
        let city = manifest.facts(of: "a/txt-city-1.pcap", over: .tcp)
        #expect(city[.place] == .text("city") && city[.distance] == .number(5.5) && city[.scenario] == nil)
        #expect(city[weather] == .text("rain") && city[year] == .number(2025))
        let other = manifest.facts(of: "other.pcap", over: .tcp)
        #expect(other[.place] == .text("lab") && other[weather] == .text("sun"))
    }

    @Test func entryMayBeOfOneTransport() throws {
        let manifest = try ManifestReader.manifest(Self.complete)
        let udp = manifest.facts(of: "big.pcap", over: .udp)
        #expect(udp[.scenario] == .text("forest") && udp[.packetCount] == .number(1000))
        #expect(udp.label == "second, try" && udp[.place] == .text("lab") && udp[.packetSize] == .number(4096))
        #expect(manifest.facts(of: "big.pcap", over: .tcp) == manifest.facts(of: "none", over: .tcp))
        #expect(manifest.entries.map(\.line) == [5, 9])
    }

    @Test func numbersInQuotesAreWords() throws {
        let manifest = try ManifestReader.manifest(
            "runs: [{file: a, place: 7, factors: {a: '7', b: 7, c: yes, d: 0x10}}]")
        let facts = manifest.entries[0].facts
        #expect(facts[.place] == .text("7"))
        #expect(facts.levels.entries.dropFirst().map(\.value) == [.text("7"), .number(7), .text("yes"), .number(16)])
    }

    @Test(arguments: [
        ("runs:\n  - file: a\n    distanse: 5\n", 3, "there is no “distanse” here; the keys are file, "),
        ("runs: []\nrun: []\n", 2, "there is no “run” here; the keys are defaults, runs"),
        ("defaults:\n  file: a\nruns: []\n", 2, "there is no “file” here"),
        ("runs:\n  - place: x\n", 2, "this run has no “file”"),
        ("runs:\n  - file: ./\n", 2, "“./” is not a file name"),
        ("runs:\n  - file: [a]\n", 2, "“file” must be a word or a text"),
        ("runs:\n  - file:\n", 2, "“file” must be a word or a text"),
        ("runs:\n  - file: a\n    distance: 5 m\n", 3, "“distance” must be a number of meters"),
        ("runs:\n  - file: a\n    distance: -5\n", 3, "“distance” must be a number of meters"),
        ("runs:\n  - file: a\n    distance: .nan\n", 3, "“distance” must be a number of meters"),
        ("runs:\n  - file: a\n    packetCount: 1.5\n", 3, "“packetCount” must be a whole number of packets"),
        ("runs:\n  - file: a\n    packetSize: 1e300\n", 3, "“packetSize” must be a whole number of bytes"),
        ("runs:\n  - file: a\n    transport: sctp\n", 3, "“transport” must be tcp, udp or quic, not “sctp”"),
        ("runs:\n  - file: a\n    factors: {place: x}\n", 3, "“place” is a key of the manifest"),
        ("runs:\n  - file: a\n    factors: {median: x}\n", 3, "“median” is a column of the output"),
        ("runs:\n  - file: a\n    factors: {=x: 1}\n", 3, "a factor's name must be a letter"),
        ("runs:\n  - file: a\n    factors: {a: [1]}\n", 3, "“a” must be a word or a number"),
        ("runs:\n  - file: a\n    factors: {a: }\n", 3, "“a” must be a word or a number"),
        ("runs:\n  - a\n", 2, "a run needs lines of the form “key: value”"),
        ("runs: 5\n", 1, "“runs” must be a list of runs"),
        ("- a\n", 1, "the manifest needs lines of the form “key: value”"),
        ("defaults: {}\n", 1, "has no list called “runs”"),
        ("runs:\n  - file: a\n    file: b\n", 2, "“file” is here more than once"),
        ("runs:\n  - file: *.pcap\n", 2, "put text that begins with * in quotes"),
        ("runs: [\n", 2, "while parsing"),
        ("? [a]\n: 1\n", 1, "a key must be a word"),
    ])
    func faultsHaveTheirLine(yaml: String, line: Int, message: String) throws {
        let found = try #require(fault(yaml))
        #expect(found.line == line && found.description.contains(message), "\(found)")
    }

    @Test func emptyManifestIsAFault() {
        #expect(fault("")?.description == "is empty; it needs a list called “runs”")
        #expect(fault("# nothing\n") != nil)
    }

    @Test func sizeDepthAndReferencesHaveLimits() {
        #expect(fault(String(repeating: " ", count: ManifestReader.maximumLength + 1))?.line == nil)
        #expect(fault(String(repeating: "[", count: 100_000)) != nil)
        #expect(fault(String(repeating: "{a: ", count: 50_000)) != nil)
        let references = String(repeating: "- *a\n", count: ManifestReader.maximumReferences + 1)
        #expect(fault(references)?.description == "has more than 16 references (*name)")
    }

    @Test func fewReferencesAreFine() throws {
        let yaml = "runs:\n  - {file: a, factors: &f {weather: rain}}\n  - {file: b, factors: *f}\n"
        let manifest = try ManifestReader.manifest(yaml)
        #expect(manifest.entries[0].facts == manifest.entries[1].facts)
    }
}
