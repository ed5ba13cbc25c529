/// Two sides of a connection that may be an echo test.
extension ConnectionSide {
    private var mayBeEcho: Bool { content?.value.decoder.mayBeEcho ?? false }

    private mutating func dropUnits() {
        if mayBeEcho { content!.value.decoder.dropUnits() }
    }

    /// Compares what both sent since the last time, as long as it may be an echo test.
    ///
    /// - Parameter comparison: From when both may be a direction of one until it is sure that they are not.
    static func compareUnits(
        _ one: inout ConnectionSide, _ other: inout ConnectionSide, by comparison: inout Box<EchoComparison>?
    ) {
        guard one.hasContent, other.hasContent, one.mayBeEcho || other.mayBeEcho else { return }
        if comparison == nil { comparison = Box(EchoComparison(isAligned: one.hasSYN && other.hasSYN)) }
        StreamDecoder.compareUnits(
            &one.content!.value.decoder, &other.content!.value.decoder, by: &comparison!.value)
        if comparison!.value.isRefuted { comparison = nil }
    }

    /// Decides what both are, at the end of their streams.
    static func finishUnits(
        _ one: inout ConnectionSide, _ other: inout ConnectionSide, by comparison: inout Box<EchoComparison>?
    ) {
        compareUnits(&one, &other, by: &comparison)
        guard comparison != nil else {
            one.dropUnits()
            other.dropUnits()
            return
        }
        StreamDecoder.finishUnits(
            &one.content!.value.decoder, &other.content!.value.decoder, by: &comparison!.value)
        if comparison!.value.isRefuted { comparison = nil }
    }
}
