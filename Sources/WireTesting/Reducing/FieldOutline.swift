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

    /// - Parameters:
    ///   - format: Of the fields at the top.
    ///   - inner: Formats that bodies may have.
    init(_ bytes: [UInt8], format: FieldFormat, inner: [FieldFormat]) {
        self.bytes = bytes
        let list = FieldList(bytes, format: format)
        add(list.fields, format, inner, parent: nil, depth: 0)
        if let first = list.fields.first, let last = list.fields.last {
            rows = Dictionary(grouping: nodes.indices) { nodes[$0].parent ?? -1 }
                .sorted { $0.key < $1.key }.map(\.value)
            findCounts(before: first.range.lowerBound, end: last.range.upperBound)
        }
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
