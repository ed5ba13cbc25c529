/// Makes an input that shows a fault as small and plain as it gets, while it goes on showing the fault.
///
/// Where formats of fields are given, fields are taken away and bodies shortened first, with true lengths: their own, those
/// of the fields around them, and numbers before the first field that count the bytes that follow. Then pieces are cut
/// out, each half as long as those of the previous round, down to single bytes (Zeller and Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input", 2002), and pieces are set to 0 in the same way. At last bytes are lowered one by one,
/// to a plain ASCII character, a half, one bit or one less. All is repeated until nothing changes. The same input and the same
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
        search.repeatUntilNothingChanges { $0.shortenFields(isThorough: false, while: showsFault) }
        search.repeatUntilNothingChanges { search in
            search.cut(while: showsFault)
            search.clear(while: showsFault)
            search.lower(while: showsFault)
            search.shortenFields(isThorough: true, while: showsFault)
        }
        return Reduction(bytes: search.bytes, tries: search.budget.tries)
    }
}

/// A reduction under way.
private struct InputSearch {
    var bytes: [UInt8]
    var budget: ReductionBudget
    let fields: [FieldFormat]

    mutating func repeatUntilNothingChanges(_ step: (inout InputSearch) -> Void) {
        var before: [UInt8]
        repeat {
            before = bytes
            step(&self)
        } while bytes != before && !budget.isSpent
    }

    /// - Parameter isThorough: Whether each byte of a body is tried.
    mutating func shortenFields(isThorough: Bool, while showsFault: ([UInt8]) -> Bool) {
        for format in fields {
            for row in FieldOutline.rows(of: bytes, format) where !budget.isSpent {
                dropFields(row, while: showsFault)
                shortenBodies(row, isThorough: isThorough, while: showsFault)
            }
        }
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
    /// - Parameters:
    ///   - least: The size of the smallest pieces.
    ///   - visit: Gets a piece, and returns how many things there are from then on.
    private mutating func forEachPiece(
        of count: Int, downTo least: Int = 1, _ visit: (inout InputSearch, Range<Int>) -> Int
    ) {
        var count = count
        var size = count
        while size >= least, size > 0, !budget.isSpent {
            var start = count - size
            while start > -size, !budget.isSpent {
                let piece = max(0, start)..<min(start + size, count)
                if !piece.isEmpty { count = visit(&self, piece) }
                start -= size
            }
            size = min(size / 2, count)
        }
    }

    private mutating func dropFields(_ row: FieldOutline.Row, while showsFault: ([UInt8]) -> Bool) {
        var outline = FieldOutline(bytes, row, inner: fields)
        var number = 0
        while number < outline.rows.count, !budget.isSpent {
            forEachPiece(of: outline.rows[number].count) { search, piece in
                // The row may have gone with its field.
                guard outline.rows.indices.contains(number) else { return 0 }
                let siblings = outline.rows[number]
                guard piece.upperBound <= siblings.count else { return siblings.count }
                let first = outline.nodes[siblings[piece.lowerBound]]
                let last = outline.nodes[siblings[piece.upperBound - 1]]
                let range = first.field.range.lowerBound..<last.field.range.upperBound
                search.remove(range, from: first.parent, &outline, row, while: showsFault)
                return outline.rows.indices.contains(number) ? outline.rows[number].count : 0
            }
            number += 1
        }
    }

    private mutating func shortenBodies(
        _ row: FieldOutline.Row, isThorough: Bool, while showsFault: ([UInt8]) -> Bool
    ) {
        var outline = FieldOutline(bytes, row, inner: fields)
        var index = outline.nodes.count - 1
        while index >= 0, !budget.isSpent {
            if outline.isLeaf(index) { shortenBody(index, &outline, row, isThorough: isThorough, while: showsFault) }
            index = min(index, outline.nodes.count) - 1
        }
    }

    private mutating func shortenBody(
        _ index: Int, _ outline: inout FieldOutline, _ row: FieldOutline.Row, isThorough: Bool,
        while showsFault: ([UInt8]) -> Bool
    ) {
        func body(_ outline: FieldOutline) -> Range<Int> {
            outline.nodes.indices.contains(index) ? outline.nodes[index].field.body : 0..<0
        }
        // As much as possible from the end, then from the beginning, by halves of what is left.
        for isEnd in [true, false] {
            var size = body(outline).count
            while size > 0, !budget.isSpent {
                let body = body(outline)
                let range = isEnd ? body.suffix(size) : body.prefix(size)
                remove(range, from: index, &outline, row, while: showsFault)
                size /= 2
            }
        }
        // A length that fits is worth some tries, but not all.
        let least = isThorough ? 1 : max(1, body(outline).count / 16)
        forEachPiece(of: body(outline).count, downTo: least) { search, piece in
            let range = body(outline)
            guard piece.upperBound <= range.count else { return range.count }
            let part = range.lowerBound + piece.lowerBound..<range.lowerBound + piece.upperBound
            search.remove(part, from: index, &outline, row, while: showsFault)
            return body(outline).count
        }
    }

    /// Removes a part of a body, or fields, with lengths that fit.
    private mutating func remove(
        _ range: Range<Int>, from parent: Int?, _ outline: inout FieldOutline, _ row: FieldOutline.Row,
        while showsFault: ([UInt8]) -> Bool
    ) {
        guard !range.isEmpty else { return }
        for candidate in outline.removing(range, from: parent) where accept(candidate, if: showsFault) {
            outline = FieldOutline(candidate, row, inner: fields)
            return
        }
    }

    mutating func cut(while showsFault: ([UInt8]) -> Bool) {
        forEachPiece(of: bytes.count) { search, piece in
            var shorter = search.bytes
            shorter.removeSubrange(piece)
            _ = search.accept(shorter, if: showsFault)
            return search.bytes.count
        }
    }

    mutating func clear(while showsFault: ([UInt8]) -> Bool) {
        forEachPiece(of: bytes.count) { search, piece in
            guard search.bytes[piece].contains(where: { $0 != 0 }) else { return search.bytes.count }
            var plainer = search.bytes
            plainer.replaceSubrange(piece, with: repeatElement(0, count: piece.count))
            _ = search.accept(plainer, if: showsFault)
            return search.bytes.count
        }
    }

    mutating func lower(while showsFault: ([UInt8]) -> Bool) {
        for index in bytes.indices {
            var isLowered = true
            while isLowered, !budget.isSpent {
                let byte = bytes[index]
                let plainer = [0, 0x20, 0x30, 0x61, byte / 2] + (0..<8).map { byte & ~(0x80 >> $0) } + [byte &- 1]
                isLowered = plainer.contains { plainer in
                    guard plainer < byte else { return false }
                    var candidate = bytes
                    candidate[index] = plainer
                    return accept(candidate, if: showsFault)
                }
            }
        }
    }
}
