/// An array in pieces, for large elements: growing copies none of them and keeps room for less than a piece more, and a copy of
/// it shares all pieces but those that are changed.
struct Segments<Element> {
    private static var shift: Int { 6 }
    private static var length: Int { 1 << shift }
    private static var mask: Int { length - 1 }

    private var pieces: [[Element]] = []
    private(set) var count = 0

    init() {}

    init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    mutating func append(_ element: Element) {
        if count & Self.mask == 0 {
            var piece: [Element] = []
            // The first piece grows: most captures have few elements.
            if !pieces.isEmpty { piece.reserveCapacity(Self.length) }
            pieces.append(piece)
        }
        pieces[pieces.count - 1].append(element)
        count += 1
    }
}

extension Segments: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(index: Int) -> Element {
        _read { yield pieces[index >> Self.shift][index & Self.mask] }
        _modify { yield &pieces[index >> Self.shift][index & Self.mask] }
    }
}

extension Segments: Sendable where Element: Sendable {}
