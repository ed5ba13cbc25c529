/// How often a rule applied to a host, and where it was broken.
struct RuleTally: Sendable {
    /// The most faults that are remembered; all are counted.
    static let maximumFaults = 40

    private(set) var occasions = 0
    /// The frames of the first faults.
    private(set) var frames: [Int] = []
    /// Faults with other frames than the one before.
    private(set) var broken = 0
    /// What the faults weigh, where some count for two.
    private(set) var weight = 0
    /// From which weight on it is an accusation.
    let minimum: Int
    /// Figures for the sentence with the evidence.
    var detail: String?
    private var faults: Set<[Int]> = []

    /// - Parameter minimum: What the faults weigh before they count: one alone may have another reason.
    init(from minimum: Int = 1) { self.minimum = minimum }

    /// The rule applied.
    mutating func note(_ count: Int = 1) { occasions += count }

    /// It was broken. Faults with the same frames are one.
    mutating func fault(_ frames: [Int], weight: Int = 1) {
        guard faults.insert(frames).inserted else { return }
        broken += 1
        self.weight += weight
        for frame in frames where self.frames.count < Self.maximumFaults && !self.frames.contains(frame) {
            self.frames.append(frame)
        }
    }

    /// It applied, and was broken or not.
    mutating func note(_ frames: [Int], isBroken: Bool) {
        note()
        if isBroken { fault(frames) }
    }

    var isAccusation: Bool { broken > 0 && weight >= minimum }
}
