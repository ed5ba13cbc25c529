import WireCoding

extension [FrameField] {
    /// All fields of what was decoded and, if something contradicts itself, an `error` with the offset, the sentence and
    /// the bytes around it.
    func with(_ error: WireError?, in bytes: [UInt8]) -> [FrameField] {
        guard let error else { return self }
        let excerpt = HexExcerpt.text(bytes, at: error.offset)
        return self + [
            FrameField(
                "error",
                ["offset": .count(error.offset), "message": .text(error.description), "excerpt": .text(excerpt)])
        ]
    }
}
