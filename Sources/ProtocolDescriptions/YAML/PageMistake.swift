/// What is wrong with a page that is no YAML, and what would be right, in words for those who do not know its grammar.
enum PageMistake {
    /// Words of the parser and what they mean.
    private static let meanings: [(words: String, sentence: String)] = [
        (
            "unknown escape",
            "this is not an escape such as \\n, \\t or \\\"; write \\\\ for a backslash, or put the text into 'single quotes', "
                + "which have no escapes"
        ),
        ("did not find expected hexdecimal", "an escape as \\x0a or \\u000a needs all its hexadecimal digits"),
        (
            "mapping values are not allowed",
            "a second “: ” on this line; put a text that holds one into quotes, and each key on a line of its own"
        ),
        (
            "did not find expected key",
            "this is no key; begin each line of a mapping in the same column, as “key: value”, and write a text that begins with a "
                + "quote inside another one"
        ),
        (
            "did not find expected '-'",
            "each element of this list begins with “- ” in the same column; indent what belongs to an element further"
        ),
        (
            "could not find expected ':'",
            "a key needs “: ” after it; indent what belongs to the line before, and put a text of several lines into quotes"
        ),
        (
            "block sequence entries are not allowed",
            "a list with “- ” begins on a line of its own; here write [first, second]"
        ),
        ("cannot start any token", "a text that begins with this character needs quotes, as \"@name\""),
        ("unexpected end of stream", "the quotes that begin here or before are never closed"),
        ("unexpected document indicator", "the quotes that begin before this line are never closed"),
    ]

    /// - Parameters:
    ///   - words: Those of the parser.
    ///   - context: What it was about to read.
    ///   - text: The page from the place on that it names.
    static func sentence(_ words: String, context: String?, at text: Substring) -> String {
        for (bracket, name) in [("}", "mapping in braces"), ("]", "list in brackets")]
        where words.contains("did not find expected ',' or '\(bracket)'") {
            if text.hasPrefix("[") {
                return
                    "this bracket ends the text before it; a path with brackets needs quotes inside {…} and […], as by: "
                    + "\"body[1]\""
            }
            return
                "this \(name) needs “,” or “\(bracket)” here; close it, or put a text that holds one of {}[], into quotes"
        }
        let meaning = meanings.first { words.contains($0.words) }?.sentence
        let own = [context, words].compactMap { $0 }.joined(separator: ": ")
        return "this is not valid YAML: " + (meaning ?? own)
    }
}
