/// Makes an input that shows a fault as small and plain as it gets, while it goes on showing the fault.
///
/// Where formats of fields are given, fields are taken away and bodies shortened first, with true lengths: their own, those
/// of the fields around them, and numbers before the first field that count the bytes that follow. Then pieces are cut
/// out, each half as long as those of the previous round, down to single bytes (Zeller and Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input", 2002), and pieces are set to 0 in the same way. At last bytes are lowered one by one,
/// to a plain ASCII character, a half, or one less. All is repeated until nothing changes. The same input and the same
/// predicate give the same result, unless the time is over before.
public struct InputReducer: Sendable {
    /// How often the predicate is asked at most.
    public var maximumTries: Int
    /// Processor time of the thread; nil for as long as the tries take.
    public var maximumTime: Duration?
    /// What the fields of the input may look like, each tried in turn, at the top and within other fields.
    public var fields: [FieldFormat]

    /// A reducer with limits.
    ///
    /// - Parameters:
    ///   - maximumTries: How often the predicate is asked at most.
    ///   - maximumTime: Processor time of the thread; nil for as long as the tries take.
    ///   - fields: What the fields of the input may look like; without any, no length is kept true.
    public init(maximumTries: Int = 5000, maximumTime: Duration? = nil, fields: [FieldFormat] = []) {
        self.maximumTries = maximumTries
        self.maximumTime = maximumTime
        self.fields = fields
    }

    /// The rest of an input, and the effort it took.
    public struct Reduction: Hashable, Sendable {
        /// Shows the fault.
        public var bytes: [UInt8]
        /// How often the predicate was asked.
        public var tries: Int
    }

    /// Looks for the smallest input that shows the same fault.
    ///
    /// - Parameters:
    ///   - input: An input that shows the fault.
    ///   - showsFault: Whether an input shows the fault: for the same bytes always the same answer.
    /// - Returns: The input itself where nothing smaller shows the fault.
    public func reduce(_ input: [UInt8], while showsFault: ([UInt8]) -> Bool) -> Reduction {
        var search = InputSearch(
            bytes: input, budget: ReductionBudget(tries: maximumTries, time: maximumTime), fields: fields)
        var before: [UInt8]
        repeat {
            before = search.bytes
            search.run(while: showsFault)
        } while search.bytes != before && !search.budget.isSpent
        return Reduction(bytes: search.bytes, tries: search.budget.tries)
    }
}

/// A reduction under way.
private struct InputSearch {
    var bytes: [UInt8]
    var budget: ReductionBudget
    let fields: [FieldFormat]

    mutating func run(while showsFault: ([UInt8]) -> Bool) {
        for format in fields {
            dropFields(format, while: showsFault)
            shortenBodies(format, while: showsFault)
        }
        cut(while: showsFault)
        clear(while: showsFault)
        lower(while: showsFault)
    }

    /// Takes the bytes over if they show the fault.
    private mutating func accept(_ candidate: [UInt8], if showsFault: ([UInt8]) -> Bool) -> Bool {
        guard budget.take(), showsFault(candidate) else { return false }
        bytes = candidate
        return true
    }

    /// Calls for pieces of `count` things, from all of them down to one, each size from the end to the beginning, since
    /// what is there is seldom needed by what comes before.
    ///
    /// - Parameter visit: Gets a piece, and returns how many things there are from then on.
    private mutating func forEachPiece(of count: Int, _ visit: (inout InputSearch, Range<Int>) -> Int) {
        var count = count
        var size = count
        while size > 0, !budget.isSpent {
            var start = count - size
            while start > -size, !budget.isSpent {
                let piece = max(0, start)..<min(start + size, count)
                if !piece.isEmpty { count = visit(&self, piece) }
                start -= size
            }
            size = min(size / 2, count)
        }
    }

    private mutating func dropFields(_ format: FieldFormat, while showsFault: ([UInt8]) -> Bool) {
        var outline = FieldOutline(bytes, format: format, inner: fields)
        var number = 0
        while number < outline.rows.count, !budget.isSpent {
            forEachPiece(of: outline.rows[number].count) { search, piece in
                // The row may have gone with its field.
                guard outline.rows.indices.contains(number) else { return 0 }
                let row = outline.rows[number]
                guard piece.upperBound <= row.count else { return row.count }
                let (first, last) = (outline.nodes[row[piece.lowerBound]], outline.nodes[row[piece.upperBound - 1]])
                let range = first.field.range.lowerBound..<last.field.range.upperBound
                for candidate in outline.removing(range, from: first.parent)
                where search.accept(candidate, if: showsFault) {
                    outline = FieldOutline(candidate, format: format, inner: search.fields)
                    break
                }
                return outline.rows.indices.contains(number) ? outline.rows[number].count : 0
            }
            number += 1
        }
    }

    private mutating func shortenBodies(_ format: FieldFormat, while showsFault: ([UInt8]) -> Bool) {
        var outline = FieldOutline(bytes, format: format, inner: fields)
        var index = outline.nodes.count - 1
        while index >= 0, !budget.isSpent {
            if outline.isLeaf(index) {
                forEachPiece(of: outline.nodes[index].field.body.count) { search, piece in
                    guard outline.nodes.indices.contains(index) else { return 0 }
                    let body = outline.nodes[index].field.body
                    guard piece.upperBound <= body.count else { return body.count }
                    let range = body.lowerBound + piece.lowerBound..<body.lowerBound + piece.upperBound
                    for candidate in outline.removing(range, from: index)
                    where search.accept(candidate, if: showsFault) {
                        outline = FieldOutline(candidate, format: format, inner: search.fields)
                        break
                    }
                    return outline.nodes.indices.contains(index) ? outline.nodes[index].field.body.count : 0
                }
            }
            index = min(index, outline.nodes.count) - 1
        }
    }

    private mutating func cut(while showsFault: ([UInt8]) -> Bool) {
        forEachPiece(of: bytes.count) { search, piece in
            var shorter = search.bytes
            shorter.removeSubrange(piece)
            _ = search.accept(shorter, if: showsFault)
            return search.bytes.count
        }
    }

    private mutating func clear(while showsFault: ([UInt8]) -> Bool) {
        forEachPiece(of: bytes.count) { search, piece in
            guard search.bytes[piece].contains(where: { $0 != 0 }) else { return search.bytes.count }
            var plainer = search.bytes
            plainer.replaceSubrange(piece, with: repeatElement(0, count: piece.count))
            _ = search.accept(plainer, if: showsFault)
            return search.bytes.count
        }
    }

    private mutating func lower(while showsFault: ([UInt8]) -> Bool) {
        for index in bytes.indices {
            var isLowered = true
            while isLowered, !budget.isSpent {
                let byte = bytes[index]
                isLowered = [0, 0x20, 0x30, 0x61, byte / 2, byte &- 1].contains { (plainer: UInt8) in
                    guard plainer < byte else { return false }
                    var candidate = bytes
                    candidate[index] = plainer
                    return accept(candidate, if: showsFault)
                }
            }
        }
    }
}
