/// What is to happen, given out in order of time; what is due at the same time comes in the order in which it was put
/// in.
struct EventQueue<Event: Sendable>: Sendable {
    private struct Entry {
        let time: Int64
        let order: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { (time, order) < (other.time, other.order) }
    }

    /// A binary heap: each entry is before the two at twice its place.
    private var entries: [Entry] = []
    private var order = 0

    /// - Parameter time: In nanoseconds.
    mutating func add(_ event: Event, at time: Int64) {
        entries.append(Entry(time: time, order: order, event: event))
        order += 1
        var place = entries.count - 1
        while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The next event and its time, nil when there are no more.
    mutating func next() -> (time: Int64, event: Event)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return (first.time, first.event)
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            guard least != place else { return }
            entries.swapAt(place, least)
            place = least
        }
    }
}
