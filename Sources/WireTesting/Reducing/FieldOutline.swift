/// The fields of an input and the fields within them, with what has to change when one becomes shorter.
struct FieldOutline {
    struct Node {
        var field: FieldFormat.Field
        var format: FieldFormat
        /// The field whose body it is in; nil at the top.
        var parent: Int?
    }

    private static let maximumNodes = 4096
    private static let maximumDepth = 8
    private static let maximumRows = 4

    /// Where fields of an input may be.
    struct Row {
        var format: FieldFormat
        /// The offset of the first field.
        var start: Int
        /// Bytes after the last field.
        var tail: Int
    }

    private let bytes: [UInt8]
    /// Each before its parts, and all in the order of the input.
    private(set) var nodes: [Node] = []
    /// The fields of the same body, one array for each body that has fields, those at the top first.
    private(set) var rows: [[Int]] = []
    /// Numbers before the first field that count the bytes up to the end of the fields or of the input.
    private var counts: [Count] = []

    private struct Count {
        var place: Range<Int>
        var isBigEndian: Bool
        var value: Int
    }

    /// - Parameter inner: Formats that bodies may have.
    init(_ bytes: [UInt8], _ row: Row, inner: [FieldFormat]) {
        self.bytes = bytes
        let fields = row.format.fields(of: bytes, from: row.start, to: bytes.count - row.tail)
        add(fields, row.format, inner, parent: nil, depth: 0)
        guard let last = fields.last else { return }
        rows = Dictionary(grouping: nodes.indices) { nodes[$0].parent ?? -1 }.sorted { $0.key < $1.key }.map(\.value)
        findCounts(before: row.start, end: last.range.upperBound)
    }

    /// Where fields of a format seem to be: not one place but a few, since bytes, and zeros above all, often look like fields
    /// by chance.
    static func rows(of bytes: [UInt8], _ format: FieldFormat) -> [Row] {
        if let start = format.start { return [Row(format: format, start: start, tail: 0)] }
        var rows: [Row] = []
        for tail in [0, 4] where tail < bytes.count {
            /// The beginnings of fields of rows that are known.
            var known: Set<Int> = []
            for start in 0..<min(FieldList.reach(bytes), bytes.count - tail) where !known.contains(start) {
                let fields = format.fields(of: bytes, from: start, to: bytes.count - tail)
                guard fields.last?.range.upperBound == bytes.count - tail else { continue }
                known.formUnion(fields.map(\.range.lowerBound))
                rows.append(Row(format: format, start: start, tail: tail))
                if rows.count == maximumRows { return rows }
            }
        }
        // Up to the damage, if there is some.
        return rows.isEmpty ? [Row(format: format, start: 0, tail: 0)] : rows
    }

    private mutating func add(
        _ fields: [FieldFormat.Field], _ format: FieldFormat, _ inner: [FieldFormat], parent: Int?, depth: Int
    ) {
        for field in fields {
            guard nodes.count < Self.maximumNodes else { return }
            let index = nodes.count
            nodes.append(Node(field: field, format: format, parent: parent))
            guard depth < Self.maximumDepth else { continue }
            for format in inner {
                let parts = format.fields(of: bytes, from: field.body.lowerBound, to: field.body.upperBound)
                guard parts.last?.range.upperBound == field.body.upperBound else { continue }
                add(parts, format, inner, parent: index, depth: depth + 1)
                break
            }
        }
    }

    /// The widest reading of each number counts: in `00 00 00 05` that is the one of four bytes.
    private mutating func findCounts(before start: Int, end: Int) {
        for width in [8, 4, 2, 1] {
            for place in stride(from: start - width, through: max(0, start - 64), by: -1) {
                let range = place..<place + width
                guard !counts.contains(where: { $0.place.overlaps(range) }) else { continue }
                for isBigEndian in [true, false] {
                    guard let value = bytes.number(width: width, at: place, bigEndian: isBigEndian), value > 0,
                        [end - range.upperBound, bytes.count - range.upperBound, bytes.count].contains(value)
                    else { continue }
                    counts.append(Count(place: range, isBigEndian: isBigEndian, value: value))
                    break
                }
            }
        }
    }

    /// Whether the body has no fields of its own.
    func isLeaf(_ index: Int) -> Bool {
        nodes.indices.contains(index + 1) ? nodes[index + 1].parent != index : true
    }

    /// The input without some bytes, which lie in one body or between fields of the top, with lengths that fit.
    ///
    /// - Parameter parent: The field in whose body they are; nil at the top.
    /// - Returns: With the numbers before the fields lowered, and as they are. One input if there are none.
    func removing(_ range: Range<Int>, from parent: Int?) -> [[UInt8]] {
        var shorter = bytes
        var (region, rest) = (range, [UInt8]())
        var next = parent
        while let index = next {
            let node = nodes[index]
            let body =
                bytes[node.field.body.lowerBound..<region.lowerBound] + rest
                + bytes[region.upperBound..<node.field.body.upperBound]
            rest = header(of: node, body: body.count) + body
            let isPadded = node.field.range.count % node.format.alignment == 0
            if isPadded { while rest.count % node.format.alignment != 0 { rest.append(0) } }
            region = node.field.range
            next = node.parent
        }
        shorter.replaceSubrange(region, with: rest)
        let removed = bytes.count - shorter.count
        guard !counts.isEmpty else { return [shorter] }
        var counted = shorter
        for count in counts where count.value >= removed {
            counted.overwrite(
                UInt64(count.value - removed), width: count.place.count, at: count.place.lowerBound,
                bigEndian: count.isBigEndian)
        }
        return [counted, shorter]
    }

    private func header(of node: Node, body: Int) -> [UInt8] {
        var header = Array(bytes[node.field.range.lowerBound..<node.field.body.lowerBound])
        header.overwrite(
            UInt64(node.format.length(ofBody: body)), width: node.format.lengthWidth, at: node.format.typeWidth,
            bigEndian: node.format.isBigEndian)
        return header
    }
}
