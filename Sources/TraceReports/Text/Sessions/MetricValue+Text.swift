import TraceModel
import WireText

extension MetricValue {
    /// The value with its unit, for people.
    func text(in unit: MetricUnit) -> String {
        switch (unit, self) {
        case (.bytes, .integer(let bytes)): Quantity.bytes(bytes)
        case (_, .integer(let count)): Quantity.grouped(count)
        case (.seconds, .number(let seconds)): Quantity.duration(seconds)
        case (.bitsPerSecond, .number(let rate)): Quantity.rate(rate)
        case (.ratio, .number(let ratio)): Quantity.share(ratio)
        case (.partsPerMillion, .number(let number)): Quantity.digits(number) + " ppm"
        case (.bytes, .number(let number)), (.count, .number(let number)): Quantity.digits(number)
        }
    }
}
