/// Two sides of a connection that may be an echo test.
extension ConnectionSide {
    private var mayBeEcho: Bool { !content.isEmpty && content[0].decoder.mayBeEcho }

    private mutating func dropUnits() {
        if mayBeEcho { content[0].decoder.dropUnits() }
    }

    /// Compares what both sent since the last time, as long as it may be an echo test.
    ///
    /// - Parameter comparison: One element from then on when both may be a direction of one, until it is sure that they are
    ///   not.
    static func compareUnits(
        _ one: inout ConnectionSide, _ other: inout ConnectionSide, by comparison: inout [EchoComparison]
    ) {
        guard one.hasContent, other.hasContent, one.mayBeEcho || other.mayBeEcho else { return }
        if comparison.isEmpty { comparison = [EchoComparison(isAligned: one.hasSYN && other.hasSYN)] }
        StreamDecoder.compareUnits(&one.content[0].decoder, &other.content[0].decoder, by: &comparison[0])
        if comparison[0].isRefuted { comparison = [] }
    }

    /// Decides what both are, at the end of their streams.
    static func finishUnits(
        _ one: inout ConnectionSide, _ other: inout ConnectionSide, by comparison: inout [EchoComparison]
    ) {
        compareUnits(&one, &other, by: &comparison)
        guard !comparison.isEmpty else {
            one.dropUnits()
            other.dropUnits()
            return
        }
        StreamDecoder.finishUnits(&one.content[0].decoder, &other.content[0].decoder, by: &comparison[0])
        if comparison[0].isRefuted { comparison = [] }
    }
}
