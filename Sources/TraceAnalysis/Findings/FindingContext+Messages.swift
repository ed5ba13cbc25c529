import TraceModel

extension FindingContext {
    /// Messages of an end that cannot be decoded.
    ///
    /// - Parameters:
    ///   - fault: The first one's.
    ///   - count: All of them.
    func undecodable(
        _ fault: StreamFault, of count: Int, sentBy end: SessionEnd, reference: String? = nil
    ) -> Finding? {
        guard case .undecodable(let offset) = fault.kind else { return nil }
        let sender = label(of: end)
        let sentence =
            count == 1
            ? "A message from \(sender) cannot be decoded: the error is"
            : "\(count) messages from \(sender) cannot be decoded: in the first, the error is"
        return finding(
            "message-undecodable", .error, sentBy: end, at: [fault.moment],
            message: "\(sentence) at byte \(offset) of its body.", facts: ["messages": count, "bodyOffset": offset],
            remedy: "Use the same JSONEncoder and JSONDecoder settings at both ends, especially the date strategy.",
            reference: reference)
    }
}
