import WireCoding

/// The paths into a body, flat, so that following them allocates nothing.
final class PathTable: Sendable {
    /// A path is a bit of a word.
    static let maximumCount = 64

    struct Step: Sendable {
        enum Kind: UInt8, Sendable {
            case name, index, any
            /// The name of the one member.
            case key
        }

        let kind: Kind
        /// The bytes of a name, in the table's.
        let start: Int32
        let count: Int32
        /// The index, or the number that a name is; -1 if it is none.
        let number: Int
    }

    private let steps: [Step]
    private let names: [UInt8]
    private let starts: [Int]
    /// The paths that end at a depth, as bits; of a depth beyond the last there are none.
    let ends: [UInt64]
    private let preferred: [[[UInt8]]]
    private let strict: UInt64
    /// How many paths there are, and all of them as bits.
    let count: Int
    let all: UInt64

    init(_ list: PathList = PathList()) {
        (steps, names, starts, ends) = (list.steps, list.names, list.starts, list.ends)
        (preferred, strict) = (list.preferred, list.strict)
        count = list.count
        all = list.count == 64 ? .max : (1 << UInt64(list.count)) - 1
    }

    /// The step of a path at a depth; nil after its last one.
    @inline(__always)
    func step(_ path: Int, _ depth: Int) -> Step? {
        let index = starts[path] &+ depth
        return index < starts[path &+ 1] ? steps[index] : nil
    }

    /// Whether bytes are a step's name.
    @inline(__always)
    func isName(_ step: Step, _ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == Int(step.count) else { return false }
        let start = Int(step.start)
        for index in bytes.indices where bytes[index] != names[start &+ index] { return false }
        return true
    }

    /// Whether a member's name is one that a path's `key` has before others.
    func isPreferred(_ path: Int, _ bytes: Span<UInt8>) -> Bool {
        preferred[path].contains { $0.span.elementsEqual(bytes) }
    }

    /// Whether a path's `key` has the preferred names only.
    func isStrict(_ path: Int) -> Bool { strict >> UInt64(path) & 1 != 0 }
}

/// The paths of a description, as they are collected.
struct PathList: Sendable {
    private(set) var steps: [PathTable.Step] = []
    private(set) var names: [UInt8] = []
    /// The first step of each path, and the end of the last one.
    private(set) var starts: [Int] = [0]
    /// The paths that end at a depth, as bits; of a depth beyond the last there are none.
    private(set) var ends: [UInt64] = Array(repeating: 0, count: MessagePath.maximumSteps + 2)
    /// Names that a path's `key` has before any other.
    fileprivate private(set) var preferred: [[[UInt8]]] = []
    /// Paths whose `key` has no other names, as bits.
    fileprivate private(set) var strict: UInt64 = 0
    private(set) var texts: [String] = []

    var count: Int { starts.count - 1 }

    /// Adds a path unless it is there.
    ///
    /// - Parameter key: The names that count where the name of its one member is meant.
    /// - Returns: Its index, or nil if there are too many.
    mutating func add(_ path: MessagePath, key: KeyNames? = nil) -> Int? {
        let text = path.description + (key.map { "\u{0}" + $0.names.joined(separator: "\u{0}") } ?? "")
        if let known = texts.firstIndex(of: text) { return known }
        guard count < PathTable.maximumCount else { return nil }
        for step in path.steps {
            switch step {
            case .name(let name): append(.name, name, Int(name) ?? -1)
            case .index(let index): append(.index, "", index)
            case .any: append(.any, "", -1)
            }
        }
        if let key {
            if key.isStrict { strict |= 1 << UInt64(count) }
            append(.key, "", -1)
        } else {
            ends[path.steps.count] |= 1 << UInt64(count)
        }
        preferred.append((key?.names ?? []).map { Array($0.utf8) })
        texts.append(text)
        starts.append(steps.count)
        return count - 1
    }

    private mutating func append(_ kind: PathTable.Step.Kind, _ name: String, _ number: Int) {
        let start = names.count
        names.append(contentsOf: name.utf8)
        steps.append(PathTable.Step(kind: kind, start: Int32(start), count: Int32(names.count - start), number: number))
    }
}

/// The names that the one member of an object may have.
struct KeyNames {
    var names: [String]
    /// Whether no other counts. If others do, they count where they are alone.
    var isStrict: Bool
}

/// Goes over the bits of a word.
struct PathBits: Sequence, IteratorProtocol {
    var bits: UInt64

    @inline(__always)
    init(_ bits: UInt64) { self.bits = bits }

    @inline(__always)
    mutating func next() -> Int? {
        guard bits != 0 else { return nil }
        let index = bits.trailingZeroBitCount
        bits &= bits &- 1
        return index
    }
}
