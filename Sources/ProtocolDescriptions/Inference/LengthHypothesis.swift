/// A length field that would lead from message to message.
struct LengthHypothesis: Hashable {
    /// Bytes before the field.
    var offset: Int
    var size: Int
    var endian: ByteOrder
    /// What makes the size of the whole message of the value.
    var total: Int
}

extension LengthHypothesis {
    /// Messages that a chain may go on for without beginning with pieces. A field of one byte leads on by chance for
    /// long; a wider one soon leads out of the stream.
    private var patience: Int { size == 1 ? 32 : 8192 }

    /// The first byte after the field.
    var end: Int { offset + size }

    /// Whether the length counts what follows it or the whole message, and nothing is added to it.
    var isPlain: Bool { total == end || total == 0 }

    /// Follows the chain through both directions, and stops at the first message that cannot be.
    ///
    /// - Parameter budget: Messages that all hypotheses together may follow without beginning with pieces.
    func trial(_ streams: [ObservedStream], _ budget: inout Int) -> FramingTrial {
        var trial = FramingTrial()
        var pieces = 0
        for (index, stream) in streams.enumerated() {
            let ranges = follow(stream, after: pieces, &trial, &budget)
            if index == 0 { trial.forward = ranges } else { trial.backward = ranges }
            if !trial.isComplete { break }
            pieces += stream.pieceSizes.count
        }
        return trial
    }

    private func follow(
        _ stream: ObservedStream, after pieces: Int, _ trial: inout FramingTrial, _ budget: inout Int
    ) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = 0
        while position < stream.bytes.count {
            guard let length = length(at: position, stream), position + length <= stream.bytes.count else {
                // A cut message at the end proves nothing, and refutes nothing where the end is missing.
                if stream.isEnded || length(at: position, stream) == nil && position + end <= stream.bytes.count {
                    trial.isComplete = false
                }
                return ranges
            }
            if stream.starts.contains(position) { trial.alignedStarts += 1 }
            if length == total { trial.empties += 1 }
            ranges.append(position..<position + length)
            position += length
            if ranges.count % 32 == 0, trial.alignedStarts * 5 < (trial.count + ranges.count - 32) * 2 {
                budget -= 32
                let passed = pieces + stream.pieces(before: position)
                if budget < 0 || isChance(trial, trial.count + ranges.count, passed) {
                    trial.isComplete = false
                    return ranges
                }
            }
        }
        return ranges
    }

    /// The size of the message at a place; nil where none can be.
    func length(at position: Int, _ stream: ObservedStream) -> Int? {
        guard position + end <= stream.bytes.count else { return nil }
        let value = FieldProgram.integer(stream.bytes.span, position + offset, size, isLittle: endian == .little)
        guard value <= UInt64(MessageFraming.usualMaximum), Int(value) + total >= end else { return nil }
        return Int(value) + total
    }

    /// Whether a chain of which few messages begin with pieces need not be followed to its end: by chance, few pieces
    /// begin with messages either, and in a run of zero bytes it stumbles from one empty message to the next.
    private func isChance(_ trial: FramingTrial, _ count: Int, _ pieces: Int) -> Bool {
        let most = size == 1 ? count : min(count, pieces)
        return trial.alignedStarts * 5 < (most - patience) * 2 || trial.empties > 64 && trial.empties * 2 > count
    }
}
