import PacketCapture
import TraceModel

/// Why two captures cannot be compared.
public enum CorrelationError: Error, Sendable {
    /// One of them cannot be read at all.
    case unreadable(path: String, CaptureError)
    /// One of them has packets of a link type that the filter cannot be compiled for.
    case filter(path: String, CaptureFilterError)
    /// No packet is in both; how many sessions each of them has.
    case nothingInCommon(sessions: [Int])
}

extension CorrelationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(_, let error): error.description
        case .filter(_, let error): error.description
        case .nothingInCommon(let sessions) where sessions.contains(0):
            "no packet is in both captures: \(sessions[0] == 0 ? "A" : "B") has no TCP or UDP packets to compare"
        case .nothingInCommon:
            "no packet is in both captures: the traffic or the time differs, or an address is translated"
                + " between them"
        }
    }
}
