/// Two sides of a connection that may be an echo test.
extension ConnectionSide {
    private var mayBeEcho: Bool { content?.value.decoder.mayBeEcho ?? false }

    /// Compares what both sent since the last time, as long as it may be an echo test.
    ///
    /// - Parameters:
    ///   - comparison: From when both may be a direction of one until it is sure that they are not.
    ///   - haveEnded: Whether both streams have ended, so that it is decided what they are.
    static func compareUnits(
        _ one: inout ConnectionSide, _ other: inout ConnectionSide, by comparison: inout Box<EchoComparison>?,
        haveEnded: Bool
    ) {
        guard one.hasContent, other.hasContent, one.mayBeEcho || other.mayBeEcho else {
            guard haveEnded else { return }
            comparison = nil
            if one.mayBeEcho { one.content?.value.decoder.dropUnits() }
            if other.mayBeEcho { other.content?.value.decoder.dropUnits() }
            return
        }
        if comparison == nil { comparison = Box(EchoComparison(isAligned: one.hasSYN && other.hasSYN)) }
        StreamDecoder.compareUnits(
            &one.content!.value.decoder, &other.content!.value.decoder, by: &comparison!.value, haveEnded: haveEnded)
        if comparison!.value.isRefuted { comparison = nil }
    }
}
