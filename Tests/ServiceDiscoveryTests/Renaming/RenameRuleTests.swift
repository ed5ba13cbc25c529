import DNSWire
import ServiceDiscovery
import Testing
import WireSimulation
import WireTesting

@Suite struct RenameRuleTests {
    private let services = ResponderFamily.measured.map { RenameRule($0, .service) }
    private let appleService = RenameRule(.apple, .service)
    private let appleHost = RenameRule(.apple, .host)
    private let avahiService = RenameRule(.avahi, .service)
    private let avahiHost = RenameRule(.avahi, .host)
    private let zeroconf = RenameRule(.zeroconf, .service)

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func text(_ label: [UInt8]) -> String { String(decoding: label, as: UTF8.self) }

    private func next(_ rule: RenameRule, _ label: String, original: String? = nil) throws -> String {
        var random = SeededGenerator(seed: 1)
        return text(try rule.next(after: bytes(label), original: original.map(bytes), using: &random))
    }

    @Test func thereAreNineRules() {
        #expect(RenameRule.all.count == 9 && Set(RenameRule.all).count == 9)
        #expect(!RenameRule.all.contains(RenameRule(.zeroconf, .host)))
    }

    @Test(arguments: RenameTable.rows)
    func makesWhatTheRealResponderMakes(row: RenameTable.Row) throws {
        let input = RenameTable.expanded(row.input)
        for (rule, outcome) in row.outcomes {
            let about = Comment(rawValue: "\(rule.family) \(rule.subject)")
            switch outcome {
            case .label(let written):
                var random = SeededGenerator(seed: 6762)
                let next = try rule.next(after: input, using: &random)
                // Avahi's function for hosts gives escaped text.
                let isEscaped = rule == avahiHost && written.contains("\\")
                let result = isEscaped ? bytes(ResponderFamily.avahi.presentation(ofLabel: next)) : next
                #expect(text(result) == text(RenameTable.expanded(written)), about)
                #expect(result == RenameTable.expanded(written), about)
                #expect(rule.leads(from: input, to: next), about)
                #expect(rule.conflicts(from: input, to: next, limit: 1) == 1, about)
            case .random(let example):
                guard case .anyOf(let labels) = try rule.successor(of: input) else {
                    Issue.record("\(rule.family) \(rule.subject) has a choice")
                    continue
                }
                #expect(labels.count == 100, about)
                #expect(labels.contains(bytes(example)), about)
                for seed in 0..<200 as Range<UInt64> {
                    var random = SeededGenerator(seed: seed)
                    let next = try rule.next(after: input, using: &random)
                    #expect(Array(labels).contains(next) && rule.leads(from: input, to: next), about)
                }
            case .refused(let violation):
                #expect(throws: violation, about) { try rule.successor(of: input) }
            }
        }
    }

    @Test func bytesThatAreNoUTF8StayWithAppleAndGoWithAvahi() throws {
        let input = [UInt8](repeating: 0xFF, count: 63)
        #expect(try appleService.successor(of: input) == .exact([UInt8](repeating: 0xFF, count: 59) + bytes(" (2)")))
        #expect(try appleHost.successor(of: input) == .exact([UInt8](repeating: 0xFF, count: 61) + bytes("-2")))
        #expect(try avahiService.successor(of: input) == .exact(bytes(" #2")))
        #expect(throws: RenameViolation.notUTF8(position: 0)) { try avahiHost.successor(of: input) }
        #expect(throws: RenameViolation.notUTF8(position: 0)) { try zeroconf.successor(of: input) }
    }

    // Measured with libavahi-common 0.8, which ends the process in this case by an assertion.
    @Test func avahiHasNoAnswerWhereAnASCIIByteFollowsBrokenUTF8() throws {
        #expect(throws: RenameViolation.notUTF8(position: 0)) { try avahiService.successor(of: [0xFF] + bytes("abc")) }
        #expect(try avahiService.successor(of: [0xFF] + bytes(" #2")) == .exact(bytes(" #3")))
        #expect(try avahiService.successor(of: bytes("ab") + [0xC3]) == .exact(bytes("ab #2")))
        // U+FFFF is no character, and no UTF-8 to Avahi.
        #expect(try avahiService.successor(of: bytes("a\u{FFFF}")) == .exact(bytes("a #2")))
    }

    // Measured with libavahi-common 0.8.
    @Test func avahiCountsIn32Bits() throws {
        #expect(try next(avahiService, "iPad #2147483646") == "iPad #2147483647")
        #expect(try next(avahiService, "iPad #2147483647") == "iPad #-2147483648")
        #expect(try next(avahiService, "iPad #99999999999") == "iPad #1215752192")
        #expect(try next(avahiService, "iPad #9999999999999999999999") == "iPad #0")
        #expect(try next(avahiHost, "iPad-2147483647") == "iPad--2147483648")
        #expect(try next(avahiHost, "iPad-99999999999") == "iPad-1215752192")
        #expect(try next(avahiHost, "a\\b") == "a\\b-2")
    }

    @Test func appleTakesRandomStepsFromTenOn() throws {
        let labels = try numbered(appleService, "Storm (10)")
        #expect(text(labels.first!) == "Storm (11)" && text(labels.last!) == "Storm (110)")
        #expect(labels.firstNumber == 11 && labels.lastNumber == 110)
        // A chain that was seen on the wire.
        let seen = [10, 101, 135, 164, 224, 296, 316]
        for (old, new) in zip(seen, seen.dropFirst()) {
            #expect(appleService.leads(from: bytes("Storm (\(old))"), to: bytes("Storm (\(new))")))
        }
        #expect(appleService.leads(from: bytes("Storm (10)"), to: bytes("storm (110)")))
        for other in ["Storm (10)", "Storm (111)", "Storm (011)", "Storms (11)", "Storm (11", "Storm-11"] {
            #expect(!appleService.leads(from: bytes("Storm (10)"), to: bytes(other)))
        }
        #expect(!appleService.leads(from: bytes("Storm (9)"), to: bytes("Storm (11)")))
    }

    @Test func appleNumbersWrapAt32Bits() throws {
        let labels = try numbered(appleService, "iPad (4294967290)")
        #expect(labels.firstNumber == 4_294_967_291 && labels.lastNumber == 94)
        for next in ["iPad (4294967295)", "iPad (0)", "iPad (9)", "iPad (94)"] {
            #expect(labels.contains(bytes(next)), "\(next)")
        }
        for other in ["iPad (4294967290)", "iPad (95)", "iPad (4294967296)", "iPad (00)"] {
            #expect(!labels.contains(bytes(other)), "\(other)")
        }
        // 4294967306 is 10 to the responder.
        #expect(try numbered(appleService, "iPad (4294967306)").firstNumber == 11)
        #expect(try next(appleService, "iPad (4294967301)") == "iPad (6)")
    }

    // In the source a loop over the digits of a host's label ends at its second byte.
    @Test func appleHostsWithoutANameBeforeTheNumber() throws {
        #expect(try next(appleHost, "-9") == "-10")
        #expect(try next(appleHost, "-10") == "-10-2")
        #expect(appleHost.conflicts(from: bytes("-2"), to: bytes("-10"), limit: 100) == 8)
        #expect(appleHost.conflicts(from: bytes("-2"), to: bytes("-11"), limit: 100) == nil)
        #expect(appleService.conflicts(from: bytes(" (2)"), to: bytes(" (11)"), limit: 100) == 9)
    }

    @Test func longerNumbersLeaveLessOfTheName() throws {
        let name = String(repeating: "é", count: 28)
        #expect(try next(appleService, name + "abc (9)") == name + "ab (10)")
        #expect(try numbered(appleService, name + "ab (99)").map(\.count).max() == 63)
        #expect(appleService.leads(from: bytes(name + "ab (99)"), to: bytes(name + "a (120)")))
        #expect(!appleService.leads(from: bytes(name + "ab (99)"), to: bytes(name + "ab (120)")))
        // Cut within the é, and once more at the blank before it.
        let blank = String(repeating: "a", count: 57) + " é"
        #expect(try next(appleHost, blank + "xyz") == blank + "x-2")
        #expect(try next(appleService, blank + "xyz") == String(repeating: "a", count: 57) + " (2)")
    }

    // As `NameRegister` of JmDNS 3.5 counts.
    @Test func jmDNSCountsInTheLastParenthesesOrAfterTheLastHyphen() throws {
        let (service, host) = (RenameRule(.jmdns, .service), RenameRule(.jmdns, .host))
        let services = [
            ("Living Room", "Living Room (2)"), ("Living Room (2)", "Living Room (3)"), ("TV(7)", "TV(8)"),
            ("TV (x)", "TV (x) (2)"), ("TV (9) 4K", "TV (10)"), ("TV (0)", "TV (1)"),
        ]
        for (old, new) in services { #expect(try next(service, old) == new) }
        for (old, new) in [("player", "player-1"), ("player-1", "player-2"), ("my-box", "my-box-1")] {
            #expect(try next(host, old) == new)
        }
        #expect(service.conflicts(from: "TV", to: "TV (4)") == 3 && host.conflicts(from: "tv", to: "tv-3") == 3)
        #expect(service.conflicts(from: "TV (4)", to: "TV (3)") == nil && host.conflicts(from: "tv", to: "tv-0") == nil)
        #expect(throws: RenameViolation.resultTooLong(length: 64)) {
            try service.successor(of: [UInt8](repeating: 0x61, count: 60))
        }
    }

    // As `manager_next_random_name` of systemd-resolved counts.
    @Test func resolvedAddsUpToTenToTheNumberAtTheEnd() throws {
        let rule = RenameRule(.resolved, .host)
        for (label, first) in [("box", 2), ("box2", 3), ("box0", 2), ("box09", 2), ("box010", 9), ("7", 8)]
            as [(String, UInt64)]
        {
            guard case .anyOf(let labels) = try rule.successor(of: bytes(label)) else {
                Issue.record("\(label) has a choice")
                continue
            }
            #expect(labels.count == 10 && labels.firstNumber == first && labels.lastNumber == first + 9, "\(label)")
        }
        #expect(rule.leads(from: "box", to: "box11") && !rule.leads(from: "box", to: "box12"))
        #expect(!rule.leads(from: "box", to: "box-2") && !rule.leads(from: "box", to: "box02"))
        #expect(rule.conflicts(from: "box", to: "box12") == 2 && rule.conflicts(from: "box3", to: "box33") == 3)
        #expect(rule.origin(of: bytes("box2")) == nil)
        // The template of a service may end before its name does.
        #expect(RenameRule(.resolved, .service).leads(from: "web1", to: "web111"))
        #expect(!rule.leads(from: "web1", to: "web111"))
        #expect(throws: RenameViolation.resultTooLong(length: 64)) {
            try rule.successor(of: [UInt8](repeating: 0x61, count: 62))
        }
    }

    @Test func zeroconfCountsFromTheOriginal() throws {
        #expect(try next(zeroconf, "Lamp") == "Lamp-2")
        #expect(try next(zeroconf, "Lamp-2") == "Lamp-2-2")
        #expect(try next(zeroconf, "Lamp-2", original: "Lamp") == "Lamp-3")
        #expect(try next(zeroconf, "Lamp-2", original: "Lamp-2") == "Lamp-2-2")
        #expect(try next(zeroconf, "Lamp-2-9", original: "Lamp-2") == "Lamp-2-10")
        for label in ["Lamb-2", "Lamp-1", "Lamp-02", "Lamp-", "Lamp-2-2"] {
            #expect(throws: RenameViolation.notOfChain) { try next(zeroconf, label, original: "Lamp") }
        }
        #expect(zeroconf.leads(from: bytes("Lamp-2"), to: bytes("Lamp-2-2")))
        #expect(zeroconf.leads(from: bytes("Lamp-2"), to: bytes("Lamp-3")))
        #expect(!zeroconf.leads(from: bytes("Lamp-2"), to: bytes("Lamp-4")))
        #expect(!zeroconf.leads(from: bytes("Lamp-1"), to: bytes("Lamp-2")))
        // No original is empty.
        #expect(!zeroconf.leads(from: bytes("-2"), to: bytes("-3")))
        #expect(zeroconf.conflicts(from: bytes("-2"), to: bytes("-4"), limit: 9) == nil)
        #expect(throws: RenameViolation.controlCharacter(9, position: 1)) { try next(zeroconf, "a\tb") }
        #expect(throws: RenameViolation.neverRenamed) { try next(RenameRule(.zeroconf, .host), "Lamp") }
    }

    @Test func noResponderTakesMoreThan63Bytes() {
        let label = [UInt8](repeating: 0x61, count: 64)
        for rule in RenameRule.all {
            #expect(throws: RenameViolation.labelTooLong(length: 64)) { try rule.successor(of: label) }
            #expect(!rule.leads(from: label, to: label.dropLast(4) + bytes(" (2)")))
            #expect(rule.conflicts(from: label, to: bytes("a (9)"), limit: 100) == nil)
        }
    }

    @Test func theRuleIsToldByBothLabels() {
        let rules = { (old: String, new: String, subject: RenameRule.Subject) in
            RenameRule.rules(from: bytes(old), to: bytes(new), of: subject).map(\.family)
        }
        #expect(rules("iPad", "iPad (2)", .service) == [.apple, .jmdns])
        #expect(rules("iPad (2)", "iPad (3)", .service) == [.apple, .jmdns])
        #expect(rules("iPad", "iPad #2", .service) == [.avahi])
        #expect(rules("iPad (2)", "iPad (2) #2", .service) == [.avahi])
        #expect(rules("iPad", "iPad-2", .service) == [.zeroconf])
        #expect(rules("iPad", "iPad-2", .host) == [.apple, .avahi])
        #expect(rules("iPad-10", "iPad-11", .host) == [.apple, .avahi, .jmdns, .resolved])
        #expect(rules("iPad-10", "iPad-12", .host) == [.apple, .resolved])
        #expect(rules("iPad", "IPAD (2)", .service) == [.apple, .jmdns])
        #expect(rules("iPad", "iPhone", .service) == [])
        #expect(rules("iPad (3)", "iPad (2)", .service) == [])
        #expect(rules("iPad", "iPad", .service) == [])
    }

    @Test(arguments: [
        ("iPad", "ipad", 0, 0, 0), ("iPad", "iPad (2)", 1, nil, nil), ("iPad", "iPad (10)", 9, nil, nil),
        ("iPad", "iPad (11)", 10, nil, nil), ("iPad", "iPad (110)", 10, nil, nil), ("iPad", "iPad (111)", 11, nil, nil),
        ("iPad (2)", "iPad (7)", 5, nil, nil), ("iPad (2)", "iPad (2) (3)", nil, nil, nil),
        ("iPad (9)", "iPad (310)", 4, nil, nil), ("iPad (50)", "iPad (250)", 2, nil, nil),
        ("iPad (0)", "iPad (3)", 2, nil, nil), ("iPad (7)", "iPad (7)", 0, 0, 0),
        ("iPad (7)", "iPad (3)", nil, nil, nil),
        ("iPad", "iPad #2", nil, 1, nil), ("iPad", "iPad #40", nil, 39, nil), ("iPad #4", "iPad #9", nil, 5, nil),
        ("iPad #2", "iPad #2 #3", nil, nil, nil), ("iPad #4", "iPad #3", nil, nil, nil),
        ("iPad", "iPad-2", nil, nil, 1), ("iPad", "iPad-9", nil, nil, 8), ("iPad-2", "iPad-9", nil, nil, 7),
        ("iPad-2", "iPad-2-3", nil, nil, 2), ("iPad-9", "iPad-2", nil, nil, nil), ("iPad", "iPad-1", nil, nil, nil),
    ])
    func conflictsAreCounted(old: String, new: String, apple: Int?, avahi: Int?, zeroconf: Int?) {
        let counts = services.map { $0.conflicts(from: bytes(old), to: bytes(new), limit: 1000) }
        #expect(counts == [apple, avahi, zeroconf])
        for (rule, count) in zip(services, counts) where count != nil {
            #expect(rule.conflicts(from: bytes(old), to: bytes(new), limit: count! - 1) == nil)
        }
    }

    @Test func aNumberTellsWhereALabelMayComeFrom() throws {
        let origin = { (rule: RenameRule, label: String) in
            rule.origin(of: bytes(label)).map { "\(text($0.label)) \($0.conflicts)" }
        }
        #expect(origin(appleService, "iPad (2)") == "iPad 1")
        #expect(origin(appleService, "Storm (316)") == "Storm 13")
        // What follows "iPad (2)" is "iPad (3)".
        #expect(origin(appleService, "iPad (2) (3)") == nil)
        #expect(origin(avahiService, "Kiosk #3") == "Kiosk 2")
        #expect(origin(zeroconf, "Lamp-2") == "Lamp 1")
        #expect(origin(appleHost, "MacBook-Pro-14") == "MacBook-Pro 10")
        #expect(origin(avahiHost, "MacBook-Pro-14") == "MacBook-Pro 13")
        for label in ["iPad", "iPad (1)", "iPad (0)", "iPad (02)", "iPad(2)", "iPad  (2)", " (2)", "(2)"] {
            #expect(origin(appleService, label) == nil, "\(label)")
        }
        #expect(origin(avahiService, "iPad (2)") == nil && origin(zeroconf, "iPad #2") == nil)
    }

    @Test func hugeNumbersAreCountedAtOnce() {
        let limit = Int.max
        #expect(appleService.conflicts(from: bytes("a"), to: bytes("a (4294967295)"), limit: limit) == 42_949_682)
        #expect(avahiService.conflicts(from: bytes("a"), to: bytes("a #2147483647"), limit: limit) == 2_147_483_646)
        #expect(
            zeroconf.conflicts(from: bytes("a"), to: bytes("a-9000000000000000000"), limit: limit)
                == 8_999_999_999_999_999_999)
        #expect(zeroconf.conflicts(from: bytes("a"), to: bytes("a-18446744073709551615"), limit: limit) == nil)
        #expect(zeroconf.conflicts(from: bytes("a"), to: bytes("a-99999999999999999999"), limit: limit) == nil)
        #expect(zeroconf.conflicts(from: bytes("a-18446744073709551615"), to: bytes("a-2"), limit: limit) == nil)
    }

    private func numbered(_ rule: RenameRule, _ label: String) throws -> NumberedLabels {
        guard case .anyOf(let labels) = try rule.successor(of: bytes(label)) else {
            throw RenameViolation.notOfChain
        }
        return labels
    }

    @Test func labelsMayBeText() throws {
        var generator = SeededGenerator(seed: 1)
        let rule = RenameRule(.apple, .service)
        #expect(try rule.next(after: "Jürgen (2)", using: &generator) == "Jürgen (3)")
        #expect(try RenameRule(.zeroconf, .service).next(after: "a-2", original: "a", using: &generator) == "a-3")
        #expect(rule.leads(from: "iPad", to: "iPad (2)") && !rule.leads(from: "iPad", to: "iPad (3)"))
        #expect(rule.conflicts(from: "iPad", to: "iPad (3)") == 2)
        #expect(rule.conflicts(from: "iPad", to: "iPad (3)", limit: 1) == nil)
        #expect(RenameRule.rules(from: "iPad", to: "iPad-2", of: .host).map(\.family) == [.apple, .avahi])
        // Cut between characters: 63 bytes less the four of the suffix leave 29 of two bytes each.
        let long = String(repeating: "ü", count: 31)
        #expect(try rule.next(after: long, using: &generator) == String(repeating: "ü", count: 29) + " (2)")
        #expect(throws: RenameViolation.neverRenamed) {
            try RenameRule(.zeroconf, .host).next(after: "a", using: &generator)
        }
    }
}
