import ServiceDiscovery
import WireCoding

/// The labels that follow a label over several conflicts by one rule.
struct RenameChain {
    enum Step {
        case exact([UInt8])
        /// One of many, between these two.
        case between([UInt8], [UInt8], count: Int)
    }

    let rule: RenameRule
    private(set) var steps: [Step] = []
    /// Why there are fewer steps than asked for.
    private(set) var end: RenameViolation?

    /// - Parameters:
    ///   - original: The first label of the chain, nil if that is `label`.
    ///   - seed: With one, random numbers are drawn, and every step is one label.
    init(_ rule: RenameRule, from label: [UInt8], original: [UInt8]? = nil, count: Int, seed: UInt64? = nil) {
        self.rule = rule
        var generator = seed.map { SplitMix64(seed: $0) }
        var last = Step.exact(label)
        do throws(RenameViolation) {
            while steps.count < count {
                guard let next = try Self.next(rule, last, original ?? label, &generator) else { return }
                steps.append(next)
                last = next
            }
        } catch {
            end = error
        }
    }

    /// - Returns: nil if the range has reached numbers that wrapped, of which some are no longer random.
    private static func next(
        _ rule: RenameRule, _ step: Step, _ original: [UInt8], _ generator: inout SplitMix64?
    ) throws(RenameViolation) -> Step? {
        switch step {
        case .exact(let label):
            if var random = generator {
                let next = try rule.next(after: label, original: original, using: &random)
                generator = random
                return .exact(next)
            }
            return switch try rule.successor(of: label, original: original) {
            case .exact(let next): .exact(next)
            case .anyOf(let labels): .between(labels[0], labels[labels.count - 1], count: labels.count)
            }
        case .between(let first, let last, let count):
            guard case .anyOf(let least) = try rule.successor(of: first),
                case .anyOf(let most) = try rule.successor(of: last), least.firstNumber < most.lastNumber
            else { return nil }
            return .between(least[0], most[most.count - 1], count: count + most.count - 1)
        }
    }
}
