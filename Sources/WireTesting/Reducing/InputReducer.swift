/// Makes an input that shows a fault as small and plain as it gets, while it goes on showing the fault.
///
/// First pieces are cut out, each half as long as those of the previous round, down to single bytes (Zeller and
/// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002). Then bytes are lowered, to 0 if possible,
/// otherwise to a plain ASCII character, a half, or one less. Both are repeated until neither changes anything. The
/// same input and the same predicate give the same result.
public struct InputReducer: Sendable {
    /// How often the predicate is asked at most.
    public var maximumTries: Int

    public init(maximumTries: Int = 5000) { self.maximumTries = maximumTries }

    /// The rest of an input, and the effort it took.
    public struct Reduction: Hashable, Sendable {
        /// Shows the fault.
        public var bytes: [UInt8]
        /// How often the predicate was asked.
        public var tries: Int
    }

    /// - Parameters:
    ///   - input: An input that shows the fault.
    ///   - showsFault: Whether an input shows the fault: for the same bytes always the same answer.
    /// - Returns: The input itself where nothing smaller shows the fault.
    public func reduce(_ input: [UInt8], while showsFault: ([UInt8]) -> Bool) -> Reduction {
        var reduction = Reduction(bytes: input, tries: 0)
        var before: [UInt8]
        repeat {
            before = reduction.bytes
            cut(&reduction, while: showsFault)
            lower(&reduction, while: showsFault)
        } while reduction.bytes != before && reduction.tries < maximumTries
        return reduction
    }

    /// Takes the bytes over if they show the fault.
    private func accept(
        _ bytes: [UInt8], into reduction: inout Reduction, if showsFault: ([UInt8]) -> Bool
    ) -> Bool {
        guard reduction.tries < maximumTries else { return false }
        reduction.tries += 1
        guard showsFault(bytes) else { return false }
        reduction.bytes = bytes
        return true
    }

    private func cut(_ reduction: inout Reduction, while showsFault: ([UInt8]) -> Bool) {
        var size = reduction.bytes.count
        while size > 0, reduction.tries < maximumTries {
            // From the end, since what is there is seldom needed by what comes before.
            var start = reduction.bytes.count - size
            while start > -size, reduction.tries < maximumTries {
                let piece = max(0, start)..<start + size
                var shorter = reduction.bytes
                shorter.removeSubrange(piece)
                _ = accept(shorter, into: &reduction, if: showsFault)
                start -= size
            }
            size /= 2
        }
    }

    private func lower(_ reduction: inout Reduction, while showsFault: ([UInt8]) -> Bool) {
        for index in reduction.bytes.indices {
            var isLowered = true
            while isLowered, reduction.tries < maximumTries {
                let byte = reduction.bytes[index]
                isLowered = [0, 0x20, 0x30, 0x61, byte / 2, byte &- 1].contains { (plainer: UInt8) in
                    guard plainer < byte else { return false }
                    var bytes = reduction.bytes
                    bytes[index] = plainer
                    return accept(bytes, into: &reduction, if: showsFault)
                }
            }
        }
    }
}
