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
        /// The first eight bytes of a name and the last eight; of a shorter one all, and nothing.
        let first: UInt64
        let last: UInt64
        /// The index, or the number that a name is; -1 if it is none.
        let number: Int
    }

    /// A step that paths have in common at a depth, so that it is compared once for all of them.
    struct Branch: Sendable {
        let step: Step
        /// The paths that have it, as bits.
        fileprivate(set) var paths: UInt64
    }

    private let steps: [Step]
    /// By depth, and where those of each depth begin.
    private let branches: [Branch]
    private let branchStarts: [Int]
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
        (branches, branchStarts) = list.branches()
    }

    /// The step of a path at a depth; nil after its last one.
    @inline(__always)
    func step(_ path: Int, _ depth: Int) -> Step? {
        let index = starts[path] &+ depth
        return index < starts[path &+ 1] ? steps[index] : nil
    }

    /// The steps of all paths at a depth, for ``branch(_:)``.
    @inline(__always)
    func branches(at depth: Int) -> Range<Int> {
        depth &+ 1 < branchStarts.count ? branchStarts[depth]..<branchStarts[depth &+ 1] : 0..<0
    }

    @inline(__always)
    func branch(_ index: Int) -> Branch { branches[index] }

    /// Whether bytes are a step's name.
    @inline(__always)
    func isName(_ step: Step, _ bytes: Span<UInt8>) -> Bool {
        // Most names differ in their lengths.
        guard bytes.count == Int(step.count) else { return false }
        guard bytes.count >= 8 else { return bytes.shortWord == step.first }
        guard bytes.loadUInt64(at: 0) == step.first, bytes.loadUInt64(at: bytes.count &- 8) == step.last else {
            return false
        }
        guard bytes.count > 16 else { return true }
        let start = Int(step.start)
        for index in 8..<bytes.count &- 8 where bytes[index] != names[start &+ index] { return false }
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

    /// The steps by depth, those that are the same once, and where those of each depth begin.
    fileprivate func branches() -> ([PathTable.Branch], starts: [Int]) {
        var branches: [PathTable.Branch] = []
        var branchStarts = [0]
        let depth = zip(starts, starts.dropFirst()).map { (start, end) -> Int in end - start }.max() ?? 0
        for depth in 0..<depth {
            let first = branches.count
            for path in 0..<count where starts[path] + depth < starts[path + 1] {
                let step = steps[starts[path] + depth]
                if let known = branches[first...].firstIndex(where: { isSame($0.step, step) }) {
                    branches[known].paths |= 1 << UInt64(path)
                } else {
                    branches.append(PathTable.Branch(step: step, paths: 1 << UInt64(path)))
                }
            }
            branchStarts.append(branches.count)
        }
        return (branches, branchStarts)
    }

    private func isSame(_ first: PathTable.Step, _ second: PathTable.Step) -> Bool {
        // Each `key` has preferred names of its own.
        guard first.kind == second.kind, first.kind != .key, first.number == second.number else { return false }
        return name(first).elementsEqual(name(second))
    }

    private func name(_ step: PathTable.Step) -> ArraySlice<UInt8> {
        names[Int(step.start)..<Int(step.start + step.count)]
    }

    private mutating func append(_ kind: PathTable.Step.Kind, _ name: String, _ number: Int) {
        let start = names.count
        let bytes = Array(name.utf8)
        names += bytes
        let isLong = bytes.count >= 8
        steps.append(
            PathTable.Step(
                kind: kind, start: Int32(start), count: Int32(bytes.count),
                first: isLong ? bytes.span.loadUInt64(at: 0) : bytes.span.shortWord,
                last: isLong ? bytes.span.loadUInt64(at: bytes.count - 8) : 0, number: number))
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
