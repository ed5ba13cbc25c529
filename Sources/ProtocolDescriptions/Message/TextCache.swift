import WireCoding

/// What was made of the texts of values that came before, so that types and senders are made once and not for each message.
struct TextCache<Made: Sendable>: Sendable {
    /// Texts that are kept.
    private static var maximumCount: Int { 512 }
    /// Longer texts are none that come often.
    private static var maximumLength: Int { 256 }
    private static var recentCount: Int { 8 }

    private struct Entry {
        let bytes: [UInt8]
        let made: Made

        @inline(__always)
        func isText(_ content: Span<UInt8>) -> Bool { bytes.span.elementsEqual(content) }
    }

    private var known: [UInt64: Entry] = [:]
    /// The last ones: a direction has one sender and few types, which are found here without hashing.
    private var recent: [Entry] = []
    private var oldest = 0

    /// What is made of the value's own text; nil where it has none.
    ///
    /// - Parameter make: Always makes the same of a text.
    @inline(__always)
    mutating func value(_ value: MessageValue, in bytes: Span<UInt8>, _ make: (String) -> Made) -> Made? {
        guard case .text(let place, hasEscapes: false) = value, place.count <= Self.maximumLength else {
            // Numbers up to fifteen digits are within the string, without memory of their own.
            return value.ownText(in: bytes).map(make)
        }
        let content = bytes.extracting(place.range)
        // By index: an entry in a variable would be counted as used.
        for index in recent.indices where recent[index].isText(content) { return recent[index].made }
        return olderValue(value, content, in: bytes, make)
    }

    @inline(never)
    private mutating func olderValue(
        _ value: MessageValue, _ content: Span<UInt8>, in bytes: Span<UInt8>, _ make: (String) -> Made
    ) -> Made? {
        guard let key = value.key(in: bytes) else { return nil }
        if let entry = known[key], entry.isText(content) {
            note(entry)
            return entry.made
        }
        guard let text = value.ownText(in: bytes) else { return nil }
        let entry = Entry(bytes: content.copied(), made: make(text))
        note(entry)
        if known.count < Self.maximumCount { known[key] = entry }
        return entry.made
    }

    private mutating func note(_ entry: Entry) {
        guard recent.count == Self.recentCount else { return recent.append(entry) }
        recent[oldest] = entry
        oldest = (oldest + 1) % Self.recentCount
    }
}
