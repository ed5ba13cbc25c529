import HeapModule

/// Future events, returned in time order; events with equal times in the order in which they were added.
struct EventQueue<Event: Sendable>: Sendable {
    private struct Entry: Comparable {
        let time: Int64
        /// A heap keeps no order among equals, and the same seed has to give the same bytes.
        let order: Int
        let event: Event

        static func == (a: Entry, b: Entry) -> Bool { a.order == b.order }
        static func < (a: Entry, b: Entry) -> Bool { (a.time, a.order) < (b.time, b.order) }
    }

    private var entries = Heap<Entry>()
    private var order = 0

    /// - Parameter time: In nanoseconds.
    mutating func add(_ event: Event, at time: Int64) {
        entries.insert(Entry(time: time, order: order, event: event))
        order += 1
    }

    /// The next event and its time, or nil if there are no more.
    mutating func next() -> (time: Int64, event: Event)? {
        entries.popMin().map { ($0.time, $0.event) }
    }
}
