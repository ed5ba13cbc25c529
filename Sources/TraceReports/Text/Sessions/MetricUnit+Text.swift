import TraceModel
import WireText

extension MetricUnit {
    /// A value with its unit, for people.
    package func text(_ value: Double) -> String {
        switch self {
        case .count: Quantity.grouped(Int(value))
        case .bytes: Quantity.bytes(Int(value))
        case .seconds: Quantity.duration(value)
        case .bitsPerSecond: Quantity.rate(value)
        case .partsPerMillion: Quantity.digits(value) + " ppm"
        case .ratio: Quantity.share(value)
        }
    }
}
