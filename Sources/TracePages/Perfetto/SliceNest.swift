/// Slices of one track, each of which lies within another or beside it.
struct SliceNest {
    /// A stretch of time, in nanoseconds since 1970.
    struct Slice: Equatable {
        let name: String
        let begin: UInt64
        let end: UInt64
    }

    private let slices: [Slice]

    /// - Parameter slices: In any order. Those that end before they begin are left out.
    init(_ slices: [Slice]) {
        // Of those that begin together the longest one is around the others.
        self.slices = slices.filter { $0.begin <= $0.end }.enumerated().sorted {
            ($0.element.begin, $1.element.end, $0.offset) < ($1.element.begin, $0.element.end, $1.offset)
        }.map(\.element)
    }

    /// Writes the slices in order of time, so that each end is that of the slice that began last: an end names no slice.
    func write(to packets: inout PerfettoPackets, on track: UInt64) {
        var open: [UInt64] = []
        for slice in slices {
            while let end = open.last, end <= slice.begin {
                packets.end(on: track, at: end)
                open.removeLast()
            }
            packets.event(.sliceBegin, slice.name, on: track, at: slice.begin)
            // One that crosses another ends with it.
            open.append(min(slice.end, open.last ?? .max))
        }
        while let end = open.popLast() { packets.end(on: track, at: end) }
    }
}
