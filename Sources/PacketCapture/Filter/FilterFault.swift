/// Finds the location of a fault in a filter expression, for which libpcap gives only a sentence.
///
/// libpcap itself is asked: an expression is sound up to a token when something could follow that makes it compile. The
/// fault is at the first token for which nothing does.
struct FilterFault {
    /// Possible completions of an unfinished expression: an operand, or the part that an operator waits for.
    private static let operands = [
        "", " 1", " = 0", " 1 = 0", " 0] = 0", " ip", " host 1.2.3.4", " 1.2.3.4", " port 1", " 1-2", " 1.0.0.0/8",
        " ::1", " host 2:2:2:2:2:2", " 2:2:2:2:2:2", " proto 1", " type mgt", " mgt", " beacon", " en0", " lo",
        " broadcast",
    ]

    /// An operand for other link types than Ethernet cannot be judged there.
    private static let linkTypes: [LinkType] = [.ethernet, .ieee80211Radiotap, .pflog]

    /// The number of tokens that are tried after the last one up to which the expression is valid, before the search
    /// stops: a word of the language may wait for an operand that is not among ``operands``.
    private static let patience = 3

    /// The number of bytes of prefixes that are tried, each in many ways, before the search stops. The effort grows
    /// with the square of the length, and a mark under an expression of many pages helps no reader.
    private static let budget = 1 << 16

    private let refusal: PcapHandle.Refusal
    private let expression: String
    private let bytes: [UInt8]
    private let tokens: [FilterToken]

    /// - Parameters:
    ///   - refusal: What libpcap says of the whole expression.
    ///   - expression: An expression that libpcap refuses.
    init(_ refusal: PcapHandle.Refusal, in expression: String) {
        self.refusal = refusal
        self.expression = expression
        bytes = Array(expression.utf8)
        tokens = FilterToken.tokens(of: expression)
    }

    var error: CaptureFilterError {
        if let zero = bytes.firstIndex(of: 0) {
            return CaptureFilterError(.syntax, expression: expression, range: zero..<zero + 1)
        }
        let kind: CaptureFilterError.Kind = refusal.isSyntax ? .syntax : .invalid(refusal.message)
        return CaptureFilterError(kind, expression: expression, range: refusal.isSyntax ? unsound : culprit)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The token after the last up to which all is well.
    private var unsound: Range<Int>? {
        var fault = 0
        var spent = 0
        for (number, token) in tokens.enumerated() {
            guard number <= fault + Self.patience else { break }
            spent += token.range.upperBound
            guard spent <= Self.budget else { return nil }
            if isSound(text(0..<token.range.upperBound)) { fault = number + 1 }
        }
        return fault < tokens.count ? tokens[fault].range : bytes.count..<bytes.count
    }

    /// The token that makes libpcap say what it says: the last of the shortest prefix of which it says the same.
    private var culprit: Range<Int>? {
        var spent = 0
        for token in tokens {
            spent += token.range.upperBound
            guard spent <= Self.budget else { return nil }
            let prefix = text(0..<token.range.upperBound)
            for closed in [prefix] + Self.closings(of: prefix) where message(closed, .ethernet) == refusal.message {
                return widened(token.range)
            }
        }
        return nil
    }

    /// libpcap's message about an expression, or nil if it compiles.
    private func message(_ expression: String, _ linkType: LinkType) -> String? {
        do throws(PcapHandle.Refusal) {
            // To optimize takes most of the time, and only finds out when nothing can match.
            _ = try PcapHandle(compilingFor: linkType).compile(expression, isOptimized: refusal.rejectsAll)
            return nil
        } catch {
            return error.message
        }
    }

    /// The message may quote several tokens: `10.0.0.1/24` are three.
    private func widened(_ range: Range<Int>) -> Range<Int> {
        for first in tokens.map(\.range.lowerBound) where first < range.lowerBound {
            let quoted = text(first..<range.upperBound)
            if refusal.message.contains("\"\(quoted)\"") || refusal.message.contains("'\(quoted)'") {
                return first..<range.upperBound
            }
        }
        return range
    }

    /// Whether anything can follow that makes the prefix an expression.
    private func isSound(_ prefix: String) -> Bool {
        Self.operands.contains { operand in
            Self.closings(of: prefix + operand).contains { closed in
                Self.linkTypes.contains { message(closed, $0) == nil }
            }
        }
    }

    /// The expression with all its parentheses and brackets closed. If they contain a number, it must be compared with
    /// another to become an expression; so there are two ways.
    private static func closings(of expression: String) -> [String] {
        var open: [UInt8] = []
        for byte in expression.utf8 {
            switch byte {
            case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: ")"), UInt8(ascii: "]"): _ = open.popLast()
            default: break
            }
        }
        guard !open.isEmpty else { return [expression] }
        let closers = open.reversed().map { $0 == UInt8(ascii: "]") ? "]" : ")" }
        let plain = expression + closers.joined()
        guard let number = closers.firstIndex(of: "]") else { return [plain, plain + " = 0"] }
        // The comparison comes after the innermost bracket, or after all.
        let inner = expression + closers[...number].joined() + " = 0" + closers[(number + 1)...].joined()
        return [plain, inner, plain + " = 0"]
    }
}
