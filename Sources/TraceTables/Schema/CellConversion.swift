/// How a value of the report becomes one of a column.
enum CellConversion: Equatable, Sendable {
    /// As it is.
    case same
    /// Seconds after the first packet become nanoseconds since 1970.
    case time
    /// Seconds become nanoseconds.
    case duration
    /// Seconds become nanoseconds, which may be less than one.
    case fineDuration
    /// An RFC 3339 text becomes nanoseconds since 1970.
    case moment
    /// A number or a text becomes a text.
    case identifier

    /// The end of a column's name.
    var suffix: String { unit == nil ? "" : "_ns" }

    var unit: String? {
        switch self {
        case .same, .identifier: nil
        case .time, .moment: "ns since 1970"
        case .duration, .fineDuration: "ns"
        }
    }

    func kind(_ shape: ValueShape) -> TableSchema.Kind? {
        switch (self, shape) {
        case (.time, _), (.duration, _), (.moment, _): .integer
        case (.fineDuration, _): .real
        case (.identifier, _): .text(nil)
        case (.same, .integer): .integer
        case (.same, .number): .real
        case (.same, .boolean): .boolean
        case (.same, .text(let texts)): .text(texts)
        case (.same, _): nil
        }
    }
}
