import ServiceDiscovery
import Testing

/// What one conflict makes of a label, by the real functions: `IncrementLabelSuffix` of mDNSResponder,
/// `avahi_alternative_service_name` and `avahi_alternative_host_name` of Avahi 0.8, and `async_check_service` of
/// python-zeroconf 0.154 were called with each input.
///
/// `é×31` stands for 31 times the character before the sign.
enum RenameTable {
    enum Outcome: ExpressibleByStringLiteral, Sendable {
        case label(String)
        /// Random: one that was seen.
        case random(String)
        case refused(RenameViolation)

        init(stringLiteral text: String) { self = .label(text) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let input: String
        let outcomes: [(rule: RenameRule, outcome: Outcome)]

        init(
            _ input: String, _ appleService: Outcome, _ appleHost: Outcome, _ avahiService: Outcome,
            _ avahiHost: Outcome, _ zeroconf: Outcome
        ) {
            self.input = input
            outcomes = [
                (RenameRule(.apple, .service), appleService), (RenameRule(.apple, .host), appleHost),
                (RenameRule(.avahi, .service), avahiService), (RenameRule(.avahi, .host), avahiHost),
                (RenameRule(.zeroconf, .service), zeroconf),
            ]
        }

        var testDescription: String { "\u{201C}\(input)\u{201D}" }
    }

    /// The bytes of a label written with `×`.
    static func expanded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while let character = rest.popFirst() {
            var count = 1
            if rest.first == "\u{D7}" {
                let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                count = Int(digits)!
                rest = rest.dropFirst(1 + digits.count)
            }
            for _ in 0..<count { bytes += Array(String(character).utf8) }
        }
        return bytes
    }

    static let rows = [
        Row("iPad", "iPad (2)", "iPad-2", "iPad #2", "iPad-2", "iPad-2"),
        Row("iPad (2)", "iPad (3)", "iPad (2)-2", "iPad (2) #2", #"iPad\032\0402\041-2"#, "iPad (2)-2"),
        Row("iPad (3)", "iPad (4)", "iPad (3)-2", "iPad (3) #2", #"iPad\032\0403\041-2"#, "iPad (3)-2"),
        Row("iPad (8)", "iPad (9)", "iPad (8)-2", "iPad (8) #2", #"iPad\032\0408\041-2"#, "iPad (8)-2"),
        Row("iPad (9)", "iPad (10)", "iPad (9)-2", "iPad (9) #2", #"iPad\032\0409\041-2"#, "iPad (9)-2"),
        Row("iPad (10)", .random("iPad (14)"), "iPad (10)-2", "iPad (10) #2", #"iPad\032\04010\041-2"#, "iPad (10)-2"),
        Row("iPad (99)", .random("iPad (114)"), "iPad (99)-2", "iPad (99) #2", #"iPad\032\04099\041-2"#, "iPad (99)-2"),
        Row("iPad (0)", "iPad (2)", "iPad (0)-2", "iPad (0) #2", #"iPad\032\0400\041-2"#, "iPad (0)-2"),
        Row("iPad (1)", "iPad (2)", "iPad (1)-2", "iPad (1) #2", #"iPad\032\0401\041-2"#, "iPad (1)-2"),
        Row("iPad (02)", "iPad (3)", "iPad (02)-2", "iPad (02) #2", #"iPad\032\04002\041-2"#, "iPad (02)-2"),
        Row("iPad (007)", "iPad (8)", "iPad (007)-2", "iPad (007) #2", #"iPad\032\040007\041-2"#, "iPad (007)-2"),
        Row("iPad(2)", "iPad(2) (2)", "iPad(2)-2", "iPad(2) #2", #"iPad\0402\041-2"#, "iPad(2)-2"),
        Row("iPad (x)", "iPad (x) (2)", "iPad (x)-2", "iPad (x) #2", #"iPad\032\040x\041-2"#, "iPad (x)-2"),
        Row("iPad ()", "iPad () (2)", "iPad ()-2", "iPad () #2", #"iPad\032\040\041-2"#, "iPad ()-2"),
        Row("iPad (2) ", "iPad (2) (2)", "iPad (2) -2", "iPad (2)  #2", #"iPad\032\0402\041\032-2"#, "iPad (2) -2"),
        Row("iPad  (2)", "iPad (3)", "iPad  (2)-2", "iPad  (2) #2", #"iPad\032\032\0402\041-2"#, "iPad  (2)-2"),
        Row("iPad (-2)", "iPad (-2) (2)", "iPad (-2)-2", "iPad (-2) #2", #"iPad\032\040-2\041-2"#, "iPad (-2)-2"),
        Row(
            "iPad (2) (2)", "iPad (2) (3)", "iPad (2) (2)-2", "iPad (2) (2) #2", #"iPad\032\0402\041\032\0402\041-2"#,
            "iPad (2) (2)-2"),
        Row(" (2)", " (3)", " (2)-2", " (2) #2", #"\032\0402\041-2"#, " (2)-2"),
        Row("(2)", "(2) (2)", "(2)-2", "(2) #2", #"\0402\041-2"#, "(2)-2"),
        Row("a (2)", "a (3)", "a (2)-2", "a (2) #2", #"a\032\0402\041-2"#, "a (2)-2"),
        Row(
            "iPad (4294967295)", .random("iPad (0)"), "iPad (4294967295)-2", "iPad (4294967295) #2",
            #"iPad\032\0404294967295\041-2"#, "iPad (4294967295)-2"),
        Row(
            "iPad (4294967296)", "iPad (2)", "iPad (4294967296)-2", "iPad (4294967296) #2",
            #"iPad\032\0404294967296\041-2"#, "iPad (4294967296)-2"),
        Row("", " (2)", "-2", .refused(.empty), .refused(.empty), .refused(.empty)),
        Row("   ", " (2)", "   -2", "    #2", #"\032\032\032-2"#, "   -2"),
        Row("iPad   ", "iPad (2)", "iPad   -2", "iPad    #2", #"iPad\032\032\032-2"#, "iPad   -2"),
        Row("iPad #2", "iPad #2 (2)", "iPad #2-2", "iPad #3", #"iPad\032\0352-2"#, "iPad #2-2"),
        Row("iPad #9", "iPad #9 (2)", "iPad #9-2", "iPad #10", #"iPad\032\0359-2"#, "iPad #9-2"),
        Row("iPad #10", "iPad #10 (2)", "iPad #10-2", "iPad #11", #"iPad\032\03510-2"#, "iPad #10-2"),
        Row("iPad #99", "iPad #99 (2)", "iPad #99-2", "iPad #100", #"iPad\032\03599-2"#, "iPad #99-2"),
        Row("iPad #02", "iPad #02 (2)", "iPad #02-2", "iPad #02 #2", #"iPad\032\03502-2"#, "iPad #02-2"),
        Row("iPad #", "iPad # (2)", "iPad #-2", "iPad # #2", #"iPad\032\035-2"#, "iPad #-2"),
        Row("iPad #x", "iPad #x (2)", "iPad #x-2", "iPad #x #2", #"iPad\032\035x-2"#, "iPad #x-2"),
        Row("iPad#2", "iPad#2 (2)", "iPad#2-2", "iPad#2 #2", #"iPad\0352-2"#, "iPad#2-2"),
        Row("#2", "#2 (2)", "#2-2", "#2 #2", #"\0352-2"#, "#2-2"),
        Row(" #2", " #2 (2)", " #2-2", " #3", #"\032\0352-2"#, " #2-2"),
        Row("iPad #2 #3", "iPad #2 #3 (2)", "iPad #2 #3-2", "iPad #2 #4", #"iPad\032\0352\032\0353-2"#, "iPad #2 #3-2"),
        Row("iPad-2", "iPad-2 (2)", "iPad-3", "iPad-2 #2", "iPad-3", "iPad-2-2"),
        Row("iPad-9", "iPad-9 (2)", "iPad-10", "iPad-9 #2", "iPad-10", "iPad-9-2"),
        Row("iPad-10", "iPad-10 (2)", .random("iPad-41"), "iPad-10 #2", "iPad-11", "iPad-10-2"),
        Row("iPad-99", "iPad-99 (2)", .random("iPad-100"), "iPad-99 #2", "iPad-100", "iPad-99-2"),
        Row("iPad-02", "iPad-02 (2)", "iPad-3", "iPad-02 #2", "iPad-02-2", "iPad-02-2"),
        Row("iPad--2", "iPad--2 (2)", "iPad--3", "iPad--2 #2", "iPad--3", "iPad--2-2"),
        Row("iPad-", "iPad- (2)", "iPad--2", "iPad- #2", "iPad--2", "iPad--2"),
        Row("iPad2", "iPad2 (2)", "iPad2-2", "iPad2 #2", "iPad2-2", "iPad2-2"),
        Row("-2", "-2 (2)", "-3", "-2 #2", "-3", "-2-2"),
        Row("a-2", "a-2 (2)", "a-3", "a-2 #2", "a-3", "a-2-2"),
        Row(
            "iPad.local", "iPad.local (2)", "iPad.local-2", "iPad.local #2", .refused(.dot(position: 4)), "iPad.local-2"
        ),
        Row(
            "Jürgen’s iPhone 📱", "Jürgen’s iPhone 📱 (2)", "Jürgen’s iPhone 📱-2", "Jürgen’s iPhone 📱 #2",
            #"J\195\188rgen\226\128\153s\032iPhone\032\240\159\147\177-2"#, "Jürgen’s iPhone 📱-2"),
        Row("iPad（2）", "iPad（2） (2)", "iPad（2）-2", "iPad（2） #2", #"iPad\239\188\1362\239\188\137-2"#, "iPad（2）-2"),
        Row(
            "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "3F2504E0-4F89-41D3-9A0C-0305E82C3301 (2)",
            "3F2504E0-4F89-41D3-9A0C-0305E82C3301-2", "3F2504E0-4F89-41D3-9A0C-0305E82C3301 #2",
            "3F2504E0-4F89-41D3-9A0C-0305E82C3301-2", "3F2504E0-4F89-41D3-9A0C-0305E82C3301-2"),
        Row(
            "MacBook-Pro-14", "MacBook-Pro-14 (2)", .random("MacBook-Pro-18"), "MacBook-Pro-14 #2", "MacBook-Pro-15",
            "MacBook-Pro-14-2"),
        Row("iPad (٢)", "iPad (٢) (2)", "iPad (٢)-2", "iPad (٢) #2", #"iPad\032\040\217\162\041-2"#, "iPad (٢)-2"),
        Row(#"a.b\c"#, #"a.b\c (2)"#, #"a.b\c-2"#, #"a.b\c #2"#, .refused(.dot(position: 1)), #"a.b\c-2"#),
        Row("a×63", "a×59 (2)", "a×61-2", "a×60 #2", "a×61-2", .refused(.resultTooLong(length: 65))),
        Row("a×60", "a×59 (2)", "a×60-2", "a×60 #2", "a×60-2", "a×60-2"),
        Row("a×59", "a×59 (2)", "a×59-2", "a×59 #2", "a×59-2", "a×59-2"),
        Row("a×58 ", "a×58 (2)", "a×58 -2", "a×58  #2", #"a×58\032-2"#, "a×58 -2"),
        Row("xé×31", "xé×29 (2)", "xé×30-2", "xé×29 #2", .label("xé×30-2"), .refused(.resultTooLong(length: 65))),
        Row("é×31", "é×29 (2)", "é×30-2", "é×30 #2", .label("é×30-2"), .refused(.resultTooLong(length: 64))),
        Row("ab€×20", "ab€×19 (2)", "ab€×19-2", "ab€×19 #2", .label("ab€×19-2"), .refused(.resultTooLong(length: 64))),
        Row("📱×15abc", "📱×14 (2)", "📱×15a-2", "📱×15 #2", .label("📱×15a-2"), .refused(.resultTooLong(length: 65))),
        Row(
            "abc📱×15", "abc📱×14 (2)", "abc📱×14-2", "abc📱×14 #2", .label("abc📱×14-2"),
            .refused(.resultTooLong(length: 65))),
        Row("会×21", "会×19 (2)", "会×20-2", "会×20 #2", .label("会×20-2"), .refused(.resultTooLong(length: 65))),
        Row(
            "o\u{308}×21", "o\u{308}×19o (2)", "o\u{308}×20o-2", "o\u{308}×20 #2", .label("o\u{308}×20o-2"),
            .refused(.resultTooLong(length: 65))),
        Row("a×59 (9)", "a×58 (10)", "a×59 (-2", "a×59  #2", #"a×59\032\040-2"#, .refused(.resultTooLong(length: 65))),
        Row("a×59 (2)", "a×59 (3)", "a×59 (-2", "a×59  #2", #"a×59\032\040-2"#, .refused(.resultTooLong(length: 65))),
        Row("a×60 #9", "a×59 (2)", "a×60-2", "a×59 #10", #"a×60\032-2"#, .refused(.resultTooLong(length: 65))),
        Row("a×61-9", "a×59 (2)", "a×60-10", "a×60 #2", "a×60-10", .refused(.resultTooLong(length: 65))),
        Row(
            "👩\u{200D}💻×5éééé", "👩\u{200D}💻×5éé (2)", "👩\u{200D}💻×5ééé-2", "👩\u{200D}💻×5éé #2",
            .label("👩\u{200D}💻×5ééé-2"), .refused(.resultTooLong(length: 65))),
        Row(
            "a×57 ×5b", "a×57 (2)", "a×57-2", "a×57    #2", #"a×57\032\032\032\032-2"#,
            .refused(.resultTooLong(length: 65))),
    ]
}
