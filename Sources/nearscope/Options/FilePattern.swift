/// A file, or several by a pattern: `*` matches any characters of a name, `?` matches one.
///
/// Without folders it is a file's name; with folders, the end of its path.
struct FilePattern: Equatable {
    let text: String
    private let components: [[Character]]

    init(_ text: String) {
        self.text = text
        components = Self.components(text)
    }

    /// Whether it could match more than one file.
    var isPattern: Bool { text.contains { $0 == "*" || $0 == "?" } }

    func matches(_ path: String) -> Bool {
        let path = Self.components(path)
        guard !components.isEmpty, path.count >= components.count else { return false }
        return zip(components, path.suffix(components.count)).allSatisfy { Self.matches($0, $1) }
    }

    private static func components(_ path: String) -> [[Character]] {
        path.split(separator: "/").filter { $0 != "." }.map { Array($0) }
    }

    /// Goes back to the last star only, so that the work is at most the product of the lengths.
    private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
        var (place, position) = (0, 0)
        var star: (place: Int, position: Int)?
        while position < name.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[position] {
                place += 1
                position += 1
            } else if let last = star {
                // The star matches one more character.
                star = (last.place, last.position + 1)
                place = last.place + 1
                position = last.position + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
