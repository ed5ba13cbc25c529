import Foundation
import Testing
import TraceReports
import WireText

/// Text that is more than text to somebody, and what has to be true of output that shows it.
enum HostileText {
    static let examples = [
        "\u{1B}]0;owned\u{7}\u{1B}[2J", "\u{9B}31m\u{85}", "<img src=x onerror=alert(1)>",
        "=HYPERLINK(\"http://x.invalid\")",
        "+1+1", "-2+3", "@SUM(1)", "'; DROP TABLE nodes; --", "photo\u{202E}gpj.exe\u{2066}", "a\r\nb\tc\u{2028}",
        "iPad\u{200B}\u{AD}\u{2060}\u{3164}\u{FE0F}\u{E0100}", "e" + String(repeating: "\u{301}", count: 30),
    ]

    /// Texts of few characters and many bytes.
    static let long = [
        "e" + String(repeating: "\u{301}", count: 20_000), String(repeating: "\u{202E}", count: 20_000),
        String(repeating: "👨\u{200D}", count: 10_000) + "👨", String(repeating: "\u{FE0F}", count: 20_000),
        String(repeating: "日", count: 20_000),
    ]

    /// Bytes of the longest line: what is longer in a capture is cut, whoever looks at it.
    static let longestLine = 8192

    /// - Parameter longestLine: nil for output that shows everything, however long it is.
    static func expectHarmless(
        _ output: Data, _ command: String, longestLine: Int? = longestLine,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            String(validating: output, as: UTF8.self) != nil, "\(command): output is UTF-8",
            sourceLocation: sourceLocation)
        let text = String(decoding: output, as: UTF8.self)
        let unsafe = text.unicodeScalars.first { $0 != "\n" && SafeText.isUnsafe($0) }
        #expect(unsafe == nil, "\(command)", sourceLocation: sourceLocation)
        let longest = output.split(separator: UInt8(ascii: "\n")).map(\.count).max() ?? 0
        if let longestLine { #expect(longest <= longestLine, "\(command)", sourceLocation: sourceLocation) }
    }
}
