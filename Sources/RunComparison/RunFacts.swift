/// A researcher's facts about a run: those that captures cannot show, or that override a file name.
public struct RunFacts: Equatable, Sendable {
    /// A name for the run, for people.
    public var label: String?
    public var scenario: String?
    public var place: String?
    /// Metres.
    public var distance: Double?
    public var packetCount: Int?
    /// Bytes.
    public var packetSize: Int?
    /// Levels of factors of the researcher's own, in the order in which they were declared.
    public var own: [(factor: ComparisonFactor, value: FactorValue)] = []

    public init() {}

    /// Takes over what the other one says, and keeps the rest.
    public mutating func override(by other: RunFacts) {
        label = other.label ?? label
        scenario = other.scenario ?? scenario
        place = other.place ?? place
        distance = other.distance ?? distance
        packetCount = other.packetCount ?? packetCount
        packetSize = other.packetSize ?? packetSize
        for (factor, value) in other.own {
            if let index = own.firstIndex(where: { $0.factor == factor }) {
                own[index].value = value
            } else {
                own.append((factor, value))
            }
        }
    }

    public static func == (first: RunFacts, second: RunFacts) -> Bool {
        first.label == second.label && first.scenario == second.scenario && first.place == second.place
            && first.distance == second.distance && first.packetCount == second.packetCount
            && first.packetSize == second.packetSize && first.own.elementsEqual(second.own, by: { $0 == $1 })
    }
}
