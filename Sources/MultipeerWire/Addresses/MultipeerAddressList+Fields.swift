import WireCoding

extension MultipeerAddressList {
    /// The addresses and segments, for people and for JSON.
    public var namedFields: [FrameField] {
        let candidates: [FieldValue] = candidates.map { candidate in
            .object([.text("address", candidate.address), .number("port", candidate.port)])
        }
        return [
            FrameField("addresses", .list((ipv4 + ipv6).map { .text($0.description) })),
            FrameField("segments", .list(segments.map { .object($0.namedFields) })),
            FrameField("candidates", .list(candidates)),
        ] + (trailing.isEmpty ? [] : [.hex("trailing", trailing)])
    }
}
