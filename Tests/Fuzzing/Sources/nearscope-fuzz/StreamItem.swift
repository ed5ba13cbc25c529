/// What a stream's decoder gave: where it is, its bytes, and what was wrong with it.
struct StreamItem<Failure: Error & Equatable>: Equatable {
    var offset: Int
    var bytes: [UInt8]
    var error: Failure?

    init(_ offset: Int, _ bytes: [UInt8], _ error: Failure? = nil) {
        self.offset = offset
        self.bytes = bytes
        self.error = error
    }
}
