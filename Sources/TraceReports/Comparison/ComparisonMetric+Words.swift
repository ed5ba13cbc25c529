import RunComparison
import WireText

extension ComparisonMetric {
    /// The heading of the figure's table.
    var title: String {
        switch self {
        case .rttMedian: "RTT (median of a run's application round trips)"
        case .rttMean: "Mean RTT"
        case .rttP95: "95th percentile RTT"
        case .jitterMeanAbsoluteDifference: "Jitter (mean difference between consecutive round trips)"
        case .jitterRFC3550: "Jitter by RFC 3550"
        case .dataRate: "Data rate (goodput)"
        case .lossRatio: "Loss of numbered messages"
        case .retransmissionShare: "Retransmitted TCP packets"
        case .handshakeRTT: "Handshake RTT"
        }
    }

    /// The heading of a column.
    var shortTitle: String {
        switch self {
        case .rttMedian: "RTT"
        case .rttMean: "mean RTT"
        case .rttP95: "95 % RTT"
        case .jitterMeanAbsoluteDifference: "jitter"
        case .jitterRFC3550: "RFC 3550"
        case .dataRate: "data rate"
        case .lossRatio: "loss"
        case .retransmissionShare: "resent"
        case .handshakeRTT: "handshake"
        }
    }

    /// In a sentence: “transport matters for …”.
    var noun: String {
        switch self {
        case .rttMedian: "RTT"
        case .rttMean: "mean RTT"
        case .rttP95: "95th percentile RTT"
        case .jitterMeanAbsoluteDifference: "jitter"
        case .jitterRFC3550: "RFC 3550 jitter"
        case .dataRate: "data rate"
        case .lossRatio: "loss"
        case .retransmissionShare: "retransmissions"
        case .handshakeRTT: "handshake RTT"
        }
    }

    /// A figure with its unit.
    func text(_ value: Double) -> String {
        switch unit {
        case .seconds: Quantity.duration(value)
        case .bitsPerSecond: Quantity.rate(value)
        case .ratio: Quantity.digits(value * 100) + " %"
        }
    }
}
