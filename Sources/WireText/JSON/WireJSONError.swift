/// Why a JSON text makes no message or frame, and where in the text: what ``DNSMessageJSON``, ``AWDLFrameJSON``,
/// ``NANFrameJSON``, ``IEEE80211FrameJSON`` and ``RadiotapJSON`` throw.
public struct WireJSONError: Error, Hashable, Sendable {
    /// The way to the value from the top of the text: `answers[2].ttl`; empty for the text itself.
    public let path: String
    /// What is wrong there, as the rest of a sentence.
    public let problem: String

    init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }
}

extension WireJSONError: CustomStringConvertible {
    public var description: String { path.isEmpty ? "the JSON text \(problem)" : "\(path) \(problem)" }
}
