/// Finds the location of a fault in a filter expression, for which libpcap gives only a sentence.
///
/// libpcap itself is asked: an expression is sound up to a token when something could follow that makes it compile. The
/// fault is at the first token for which nothing does.
enum FilterFault {
    typealias Compile = (LinkType, String) throws(PcapHandle.Refusal) -> Void

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

    /// - Parameters:
    ///   - refusal: What libpcap says of the whole expression.
    ///   - compile: Tries an expression.
    static func locate(
        _ refusal: PcapHandle.Refusal, in expression: String, compile: Compile
    ) -> CaptureFilterError {
        let tokens = FilterToken.tokens(of: expression)
        let bytes = Array(expression.utf8)
        if let zero = bytes.firstIndex(of: 0) {
            return CaptureFilterError(.syntax, expression: expression, range: zero..<zero + 1)
        }
        guard refusal.isSyntax else {
            let range = culprit(refusal, tokens, bytes, compile)
            return CaptureFilterError(.invalid(refusal.message), expression: expression, range: range)
        }
        // The token after the last up to which all is well.
        var fault = 0
        var spent = 0
        for (number, token) in tokens.enumerated() {
            guard number <= fault + patience else { break }
            spent += token.range.upperBound
            guard spent <= budget else { return CaptureFilterError(.syntax, expression: expression, range: nil) }
            let prefix = String(decoding: bytes[..<token.range.upperBound], as: UTF8.self)
            if isSound(prefix, compile) { fault = number + 1 }
        }
        let range = fault < tokens.count ? tokens[fault].range : bytes.count..<bytes.count
        return CaptureFilterError(.syntax, expression: expression, range: range)
    }

    /// The token that makes libpcap say what it says: the last of the shortest prefix of which it says the same.
    private static func culprit(
        _ refusal: PcapHandle.Refusal, _ tokens: [FilterToken], _ bytes: [UInt8], _ compile: Compile
    ) -> Range<Int>? {
        var spent = 0
        for token in tokens {
            spent += token.range.upperBound
            guard spent <= budget else { return nil }
            let prefix = String(decoding: bytes[..<token.range.upperBound], as: UTF8.self)
            for closed in [prefix] + closings(of: prefix)
            where message(closed, .ethernet, compile) == refusal.message {
                return widened(token, refusal, tokens, bytes)
            }
        }
        return nil
    }

    /// libpcap's message about an expression, or nil if it compiles.
    private static func message(_ expression: String, _ linkType: LinkType, _ compile: Compile) -> String? {
        do throws(PcapHandle.Refusal) {
            try compile(linkType, expression)
            return nil
        } catch {
            return error.message
        }
    }

    /// The message may quote several tokens: `10.0.0.1/24` are three.
    private static func widened(
        _ token: FilterToken, _ refusal: PcapHandle.Refusal, _ tokens: [FilterToken], _ bytes: [UInt8]
    ) -> Range<Int> {
        for first in tokens where first.range.lowerBound < token.range.lowerBound {
            let text = String(decoding: bytes[first.range.lowerBound..<token.range.upperBound], as: UTF8.self)
            if refusal.message.contains("\"\(text)\"") || refusal.message.contains("'\(text)'") {
                return first.range.lowerBound..<token.range.upperBound
            }
        }
        return token.range
    }

    /// Whether anything can follow that makes the prefix an expression.
    private static func isSound(_ prefix: String, _ compile: Compile) -> Bool {
        for operand in operands {
            let open = prefix + operand
            for closed in closings(of: open) {
                for linkType in linkTypes where message(closed, linkType, compile) == nil { return true }
            }
        }
        return false
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
