import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// The facts of a finding as a rule gives them: names and values, nil where there is nothing to say.
typealias FindingFacts = KeyValuePairs<String, (any FindingFact)?>

/// A value that can be a fact of a finding.
protocol FindingFact {
    var fact: Finding.Fact { get }
}

extension FindingFact where Self: CustomStringConvertible {
    var fact: Finding.Fact { description.fact }
}

extension IPAddress: FindingFact {}
extension LinkAddress: FindingFact {}
extension ServiceType: FindingFact {}
extension RecordType: FindingFact {}

extension KeyedValues<Finding.Fact> {
    /// In the order in which the rule gives them.
    init(_ facts: FindingFacts) {
        self.init()
        add(facts)
    }

    /// Adds those of a rule after the others.
    mutating func add(_ facts: FindingFacts) {
        for (name, value) in facts { set(name, to: value?.fact) }
    }
}

extension Int: FindingFact {
    var fact: Finding.Fact { .number(Double(self)) }
}

extension Double: FindingFact {
    var fact: Finding.Fact { .number(self) }
}

extension String: FindingFact {
    /// Longer ones are cut: a capture may have texts of megabytes.
    private static let maximumFactLength = 255

    var fact: Finding.Fact { .text(Excerpt.cut(self, length: Self.maximumFactLength)) }
}

extension Array: FindingFact where Element: FindingFact {
    /// More are left out.
    private static var maximumFacts: Int { 64 }

    var fact: Finding.Fact { .list(prefix(Self.maximumFacts).map(\.fact)) }
}

extension ServiceInstanceName: FindingFact {
    var fact: Finding.Fact { instanceText.fact }
}

extension Duration: FindingFact {
    /// Seconds.
    var fact: Finding.Fact { .number(Double(TimeAxis.nanoseconds(self)) / 1e9) }
}
