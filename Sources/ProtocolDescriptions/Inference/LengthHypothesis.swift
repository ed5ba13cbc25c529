/// A length field that would lead from message to message.
struct LengthHypothesis: Hashable {
    /// Bytes before the field.
    var offset: Int
    var size: Int
    var endian: ByteOrder
    /// What makes the size of the whole message of the value.
    var total: Int
}

/// How far a hypothesis goes through both directions.
struct FramingTrial {
    /// Places of messages in both directions.
    var forward: [Range<Int>] = []
    var backward: [Range<Int>] = []
    /// Whether all bytes are in messages.
    var isComplete = true
    /// Messages that begin with a piece.
    var alignedStarts = 0

    var count: Int { forward.count + backward.count }
}

extension LengthHypothesis {
    /// Follows the chain through both directions, and stops at the first message that cannot be.
    func trial(_ streams: [ObservedStream]) -> FramingTrial {
        var trial = FramingTrial()
        for (index, stream) in streams.enumerated() {
            let ranges = follow(stream, &trial)
            if index == 0 { trial.forward = ranges } else { trial.backward = ranges }
            if !trial.isComplete { break }
        }
        return trial
    }

    private func follow(_ stream: ObservedStream, _ trial: inout FramingTrial) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        let bytes = stream.bytes.span
        var position = 0
        while position < bytes.count {
            let field = position + offset
            guard field + size <= bytes.count else {
                // A cut message at the end proves nothing, and refutes nothing where the end is missing.
                if stream.isEnded { trial.isComplete = false }
                return ranges
            }
            let value = FieldProgram.integer(bytes, field, size, isLittle: endian == .little)
            guard value <= UInt64(MessageFraming.usualMaximum) else {
                trial.isComplete = false
                return ranges
            }
            let length = Int(value) + total
            guard length >= offset + size else {
                trial.isComplete = false
                return ranges
            }
            guard position + length <= bytes.count else {
                if stream.isEnded { trial.isComplete = false }
                return ranges
            }
            if stream.starts.contains(position) { trial.alignedStarts += 1 }
            ranges.append(position..<position + length)
            position += length
            // Chains by chance do not begin with segments, and need not be followed to their end.
            if trial.alignedStarts * 5 < (trial.count + ranges.count - 32) * 2 {
                trial.isComplete = false
                return ranges
            }
        }
        return ranges
    }
}
