/// A row of numbers as a row of characters, the higher the more.
enum Sparkline {
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    /// - Parameters:
    ///   - values: Not negative.
    ///   - width: Columns. Of more values neighbors are united, as their mean.
    ///   - top: What gets the highest character, so that several rows can be compared; nil for the largest value.
    /// - Returns: A space for nothing at all, so that the least there is can be seen; empty without values.
    static func of(_ values: [Double], width: Int, top: Double? = nil) -> String {
        let means = united(values, into: width)
        let top = top ?? means.max() ?? 0
        var line = String(
            means.map { mean -> Character in
                guard mean > 0, top > 0 else { return " " }
                return blocks[min(blocks.count - 1, Int(min(mean / top, 1) * Double(blocks.count)))]
            })
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Means of neighboring values, in at most so many groups of the same size; only the last one may be smaller.
    static func united(_ values: [Double], into width: Int) -> [Double] {
        let finite = values.map { $0.isFinite ? $0 : 0 }
        guard width > 0, finite.count > width else { return width > 0 ? finite : [] }
        let size = (finite.count + width - 1) / width
        return stride(from: 0, to: finite.count, by: size).map { start in
            let group = finite[start..<min(start + size, finite.count)]
            return group.reduce(0, +) / Double(group.count)
        }
    }
}
