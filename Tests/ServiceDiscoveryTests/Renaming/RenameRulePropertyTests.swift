import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

/// What holds for any label, bytes from strangers included.
@Suite struct RenameRulePropertyTests {
    private let endings = [
        "", " ", "  ", " (2)", " (9)", " (10)", " (99)", " (4294967290)", "-2", "-9", "-10", "-0", " #2", " #9",
        " #2147483647", ")", "(", "9", "\t",
    ]

    private func randomText(_ random: inout SeededGenerator) -> [UInt8] {
        let pieces = ["a", "Z", "7", " ", "-", "é", "会", "📱", "o\u{308}", "#", "(", ".", "\\"]
        let maximum = random.number(in: 0...63)
        let ending = Array(random.pick(endings).utf8)
        var label: [UInt8] = []
        while true {
            let piece = Array(random.pick(pieces).utf8)
            guard label.count + piece.count + ending.count <= maximum else { break }
            label += piece
        }
        return label.count + ending.count <= 63 ? label + ending : label
    }

    private func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
        let ending = Array(random.pick(endings).utf8)
        return random.bytes(random.number(in: 0...63 - ending.count)) + ending
    }

    @Test func aStepIsRecognizedAndFits() {
        var random = SeededGenerator(seed: 6762)
        for _ in 0..<3000 {
            let label = random.chance(1, in: 2) ? randomText(&random) : randomBytes(&random)
            for rule in RenameRule.all {
                guard let next = try? rule.next(after: label, using: &random) else { continue }
                #expect(next.count <= 63)
                #expect(rule.leads(from: label, to: next), "\(rule) \(label) \(next)")
                #expect(rule.conflicts(from: label, to: next, limit: 1) == 1)
                #expect(RenameRule.rules(from: label, to: next, of: rule.subject).contains(rule))
                let folded = next.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                #expect(rule.leads(from: label, to: folded))
            }
        }
    }

    @Test func textStaysText() {
        var random = SeededGenerator(seed: 3629)
        for _ in 0..<3000 {
            let label = randomText(&random)
            for rule in RenameRule.all {
                guard let next = try? rule.next(after: label, using: &random) else { continue }
                #expect(Array(String(decoding: next, as: UTF8.self).utf8) == next, "\(rule) \(label)")
            }
        }
    }

    /// Counting in one go and going step by step agree.
    @Test func aChainIsCountedByItsSteps() {
        var random = SeededGenerator(seed: 6763)
        for _ in 0..<600 {
            let label = randomText(&random)
            for rule in RenameRule.all {
                var current = label
                var steps = 0
                while steps < 14, let next = try? rule.next(after: current, original: label, using: &random) {
                    // A number that wraps ends what is counted in one go.
                    if let old = number(current), let new = number(next), new < old { break }
                    current = next
                    steps += 1
                    let least = rule.conflicts(from: label, to: current, limit: 100)
                    #expect(least != nil && least! <= steps, "\(rule) \(label) \(current)")
                    // Only where steps are random can there be a shorter way.
                    if ![.apple, .resolved].contains(rule.family) {
                        #expect(least == steps, "\(rule) \(label) \(current)")
                    }
                }
            }
        }
    }

    private func number(_ label: [UInt8]) -> UInt64? {
        var digits = label[...]
        if digits.last == 0x29 { digits.removeLast() }
        let start = digits.lastIndex { !(0x30...0x39).contains($0) } ?? digits.startIndex - 1
        return UInt64(String(decoding: digits[(start + 1)...], as: UTF8.self))
    }

    /// Whatever two labels are compared, nothing traps, and what no rule leads to is not counted.
    @Test func anyTwoLabelsCanBeCompared() {
        var random = SeededGenerator(seed: 1035)
        for _ in 0..<3000 {
            let old = randomBytes(&random)
            let new = random.chance(1, in: 2) ? randomBytes(&random) : Array(old.dropLast(2)) + Array("99)".utf8)
            for rule in RenameRule.all {
                let count = rule.conflicts(from: old, to: new, limit: .max)
                #expect((count == 1) == rule.leads(from: old, to: new))
                #expect(rule.conflicts(from: old, to: new, limit: -1) == nil)
            }
        }
    }
}
