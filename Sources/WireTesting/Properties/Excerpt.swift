/// Texts of bounded length, which say what was left out of them.
enum Excerpt {
    /// The beginning of a text.
    ///
    /// - Parameter limit: Characters.
    static func beginning(of text: String, limit: Int = 300) -> String {
        let rest = text.dropFirst(limit).count
        return rest == 0 ? text : text.prefix(limit) + leftOut(rest)
    }

    /// Two texts around the first difference between them.
    ///
    /// - Parameter limit: Characters of each.
    static func difference(_ one: String, _ other: String, limit: Int = 300) -> (String, String) {
        let common = zip(one, other).prefix { $0 == $1 }.count
        return (window(one, common, limit), window(other, common, limit))
    }

    /// The beginning of a text, and the surroundings of an offset.
    private static func window(_ text: String, _ offset: Int, _ limit: Int) -> String {
        let count = text.count
        let (head, start) = (limit / 4, offset - limit / 4)
        guard count > limit, start > head else { return beginning(of: text, limit: limit) }
        return text.prefix(head) + leftOut(start - head) + " "
            + beginning(of: String(text.dropFirst(start)), limit: limit - head)
    }

    private static func leftOut(_ count: Int) -> String { " … (\(count) more characters)" }
}
