import WireCoding

/// The moment that a trace's times refer to.
struct QUICLogReference {
    /// Nanoseconds since 1970, if it is a number.
    var time: Int64?
    /// What later drafts have: when logging began, where the epoch is unknown.
    var wallClock: Int64?
    /// The epoch of absolute times, in nanoseconds since 1970.
    var epoch: Int64?

    /// Takes `reference_time` out of the common fields.
    init(_ common: inout [QUICLogMember], unit: QUICLogTimeUnit) {
        time = common.take("reference_time") { QUICLogCodec<Int64>.duration.decode($0, unit) }
        guard time == nil, let object = common.take("reference_time", decode: { $0.members == nil ? nil : $0 }) else {
            return
        }
        wallClock = object["wall_clock_time"]?.string.flatMap { RFC3339.nanoseconds($0) }
        epoch = object["epoch"]?.string.flatMap { RFC3339.nanoseconds($0) }
    }
}

/// Turns the times of a trace into nanoseconds from its reference time.
struct QUICLogEventClock {
    let format: QUICLogTimeFormat
    let unit: QUICLogTimeUnit
    /// Added to each time.
    let offset: Int64
    private let reference: QUICLogReference
    /// Where the log's times begin, in nanoseconds since 1970.
    private(set) var referenceTime: Int64?
    /// What absolute times are reduced by: the first of them; nil before the first event.
    private var base: Int64?
    /// The time of the last event, from which the next counts.
    private var last: Int64 = 0

    init(format: QUICLogTimeFormat, unit: QUICLogTimeUnit, offset: Int64, reference: QUICLogReference) {
        self.format = format
        self.unit = unit
        self.offset = offset
        self.reference = reference
        referenceTime = reference.time ?? reference.wallClock
    }

    /// 2000-01-01 in nanoseconds since 1970. What is called absolute and is before counts from some moment of the writer.
    static let earliestWallClock: Int64 = 946_684_800_000_000_000

    /// Nil for what is not a number and beyond 64 bits.
    mutating func time(_ digits: String) -> Int64? {
        guard let counted = QUICLogDecimal.signed(digits, shift: unit.decimals) else { return nil }
        switch format {
        case .relative: return Self.sum(counted, offset)
        case .delta:
            guard let time = Self.sum(counted, base == nil ? offset : last) else { return nil }
            base = 0
            last = time
            return time
        case .absolute:
            guard let time = Self.sum(counted, offset), let moment = Self.sum(time, reference.epoch ?? 0) else {
                return nil
            }
            if base == nil {
                let isWallClock = moment >= Self.earliestWallClock
                base = isWallClock ? moment : 0
                if isWallClock { referenceTime = moment }
            }
            return Self.sum(moment, -(base ?? 0))
        }
    }

    private static func sum(_ first: Int64, _ second: Int64) -> Int64? {
        let (sum, overflows) = first.addingReportingOverflow(second)
        // The magnitude of the least number would not fit.
        return overflows || sum == .min ? nil : sum
    }
}
