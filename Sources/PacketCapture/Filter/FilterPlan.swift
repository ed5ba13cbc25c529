/// How an expression is compiled, so that its length costs no more than a little.
///
/// To compile takes libpcap more than the square of the number of primitives, its optimizer more than the cube: minutes for a
/// list of a few hundred addresses. So a row of alternatives is compiled in parts, of which one has to match, and the optimizer is
/// left out for what is long and cannot be cut.
struct FilterPlan {
    /// More primitives are compiled without the optimizer, or in parts.
    static let optimizedPrimitives = 128
    /// The primitives of a part.
    private static let partPrimitives = 32
    /// More primitives in one part are not compiled: that would take many seconds.
    static let maximumPrimitives = 512

    /// Each is an expression; a packet passes that passes one of them.
    let parts: [Part]

    struct Part {
        let expression: String
        let primitives: Int

        var isOptimized: Bool { primitives <= FilterPlan.optimizedPrimitives }
    }

    /// Words that begin a primitive of its own. One that begins with a number or a name takes its meaning from those before.
    private static let beginnings: Set<String> = [
        "host", "net", "port", "portrange", "src", "dst", "ether", "ip", "ip6", "arp", "rarp", "tcp", "udp", "sctp",
        "icmp",
        "icmp6", "proto", "gateway", "less", "greater", "broadcast", "multicast", "len", "wlan",
    ]
    /// Words that change the meaning of all that follows them.
    private static let shifts: Set<String> = ["vlan", "mpls", "pppoes", "pppoed", "geneve", "vxlan"]
    private static let conjunctions: Set<String> = ["and", "&&"]
    private static let alternatives: Set<String> = ["or", "||"]

    init(_ expression: String) {
        let bytes = Array(expression.utf8)
        let tokens = FilterToken.tokens(of: expression).map { token in
            (start: token.range.lowerBound, text: String(decoding: bytes[token.range], as: UTF8.self))
        }
        let operators = tokens.count { Self.alternatives.contains($0.text) || Self.conjunctions.contains($0.text) }
        guard operators >= Self.optimizedPrimitives, let cuts = Self.cuts(tokens) else {
            parts = [Part(expression: expression, primitives: operators + 1)]
            return
        }
        var (parts, start, primitives) = ([Part](), 0, 1)
        for (index, token) in tokens.enumerated() {
            guard Self.alternatives.contains(token.text) || Self.conjunctions.contains(token.text) else { continue }
            if cuts.contains(index), primitives >= Self.partPrimitives {
                parts.append(
                    Part(
                        expression: String(decoding: bytes[start..<token.start], as: UTF8.self), primitives: primitives)
                )
                (start, primitives) = (tokens[index + 1].start, 1)
            } else {
                primitives += 1
            }
        }
        parts.append(Part(expression: String(decoding: bytes[start...], as: UTF8.self), primitives: primitives))
        self.parts = parts
    }

    private typealias Token = (start: Int, text: String)

    /// Whether the first word after parentheses and negations, which take the meaning of words before them, is one that begins a
    /// primitive.
    private static func beginsPrimitive(_ tokens: ArraySlice<Token>) -> Bool {
        let first = tokens.first { !["(", "!", "not"].contains($0.text) }
        return first.map { beginnings.contains($0.text) } ?? false
    }

    /// Whether the last word is half of `src or dst`.
    private static func isWithinDirection(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.last.map { ["src", "dst"].contains($0.text) } ?? false
    }

    /// The indices of the tokens at which a row of alternatives can be cut, nil if the expression is not such a row: `and` and `or`
    /// have the same rank, so that one `and` outside of parentheses concerns all before it.
    private static func cuts(_ tokens: [Token]) -> Set<Int>? {
        var depth = 0
        var cuts: Set<Int> = []
        for (index, token) in tokens.enumerated() {
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case let word where shifts.contains(word): return nil
            case let word where depth == 0 && conjunctions.contains(word): return nil
            case let word where depth == 0 && alternatives.contains(word):
                if beginsPrimitive(tokens[(index + 1)...]), !isWithinDirection(tokens[..<index]) { cuts.insert(index) }
            default: break
            }
        }
        return depth == 0 ? cuts : nil
    }
}
