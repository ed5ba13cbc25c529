/// A value beside an event, which Perfetto calls a debug annotation.
struct PerfettoNote {
    let name: Name
    let value: Value

    /// What a value is called: as the report calls it. A trace has each name once, and its number wherever it is used.
    enum Name: UInt64, CaseIterable {
        // Perfetto has no number 0.
        case session = 1
        case frame, service, event, finding
        case transport, application, ending, initiator, responder, packets, bytes, firstFrame
        case type, sender, latency, fault, streamOffset
        case state, source, detail, rule, rival
        case severity, message, remedy, reference, subject, frames
        case channels
        case cluster, publisher, subscriber, followUps
        case capture, matched, lost, uncertainty, leftOut
    }

    enum Value {
        case number(Int)
        case real(Double)
        case text(String)
        case numbers([Int])
    }

    init?(_ name: Name, _ number: Int?) {
        guard let number else { return nil }
        (self.name, value) = (name, .number(number))
    }

    init?(_ name: Name, _ number: Double?) {
        guard let number else { return nil }
        (self.name, value) = (name, .real(number))
    }

    init?(_ name: Name, _ text: String?) {
        guard let text else { return nil }
        (self.name, value) = (name, .text(text))
    }

    init?(_ name: Name, _ numbers: [Int]) {
        guard !numbers.isEmpty else { return nil }
        (self.name, value) = (name, .numbers(numbers))
    }
}
