/// What is wanted of the bytes of a connection.
struct StreamReading: OptionSet, Sendable {
    let rawValue: UInt8

    /// Rates and delays are measured, and streams are read as messages.
    static let content = StreamReading(rawValue: 1)
    /// Each message is told one by one.
    static let records = StreamReading(rawValue: 2)
    /// After an illegal length the next frame is looked for.
    static let resynchronizing = StreamReading(rawValue: 4)
}
