/// Binary property lists put together object by object, also such as no encoder makes.
struct BinaryPropertyListBuilder {
    private var objects: [[UInt8]] = []

    /// - Returns: The index by which others refer to the object.
    mutating func add(_ bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count - 1
    }

    mutating func add(_ text: String) -> Int { add([0x50 | UInt8(text.utf8.count)] + Array(text.utf8)) }

    mutating func add(array references: [Int]) -> Int { add(Self.marked(0xA0, references, count: references.count)) }

    private mutating func add(dictionary pairs: [(key: Int, value: Int)]) -> Int {
        add(Self.marked(0xD0, pairs.map(\.key) + pairs.map(\.value), count: pairs.count))
    }

    /// A whole list whose top is a dictionary.
    mutating func list(dictionary pairs: [(key: Int, value: Int)]) -> [UInt8] {
        let top = add(dictionary: pairs)
        return list(top: top)
    }

    /// References have three bytes, offsets four.
    private func list(top: Int) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += Self.bigEndian(bytes.count, 4)
            bytes += object
        }
        let trailer = [0, 0, 0, 0, 0, 0, 4, 3] + Self.bigEndian(objects.count, 8) + Self.bigEndian(top, 8)
        return bytes + table + trailer + Self.bigEndian(bytes.count, 8)
    }

    private static func marked(_ marker: UInt8, _ references: [Int], count: Int) -> [UInt8] {
        let head = count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x12] + bigEndian(count, 4)
        return head + references.flatMap { bigEndian($0, 3) }
    }

    private static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }
}
