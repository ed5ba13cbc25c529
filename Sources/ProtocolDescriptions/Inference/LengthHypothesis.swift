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
    private var patience: Int { size == 1 ? 32 : 4096 }

    /// The first byte after the field.
    var end: Int { offset + size }

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
            if ranges.count % 32 == 0, isChance(trial, ranges.count, stream, position) {
                trial.isComplete = false
                return ranges
            }
        }
        return ranges
    }

    /// The size of the message at a place; nil where none can be.
    private func length(at position: Int, _ stream: ObservedStream) -> Int? {
        guard position + end <= stream.bytes.count else { return nil }
        let value = FieldProgram.integer(stream.bytes.span, position + offset, size, isLittle: endian == .little)
        guard value <= UInt64(MessageFraming.usualMaximum), Int(value) + total >= end else { return nil }
        return Int(value) + total
    }

    /// Whether chains that begin within messages lead on as well, and past the messages: so it is in arrays of small
    /// numbers, through which anything leads.
    func leadsAnywhere(_ stream: ObservedStream, _ ranges: [Range<Int>]) -> Bool {
        let starts = Set(ranges.prefix(256).map(\.lowerBound))
        for range in ranges.prefix(8) {
            for start in range.dropFirst().prefix(64) {
                var position = start
                var steps = 0
                while !starts.contains(position), position < stream.bytes.count,
                    let length = length(at: position, stream)
                {
                    steps += 1
                    guard steps < 6 else { return true }
                    position += length
                }
            }
        }
        return false
    }

    /// Whether a chain need not be followed to its end: chains by chance do not begin with pieces, nor do pieces begin
    /// with their messages, and in a run of zero bytes they stumble from one empty message to the next.
    private func isChance(_ trial: FramingTrial, _ more: Int, _ stream: ObservedStream, _ position: Int) -> Bool {
        let count = trial.count + more
        let most = size == 1 ? count : min(count, trial.forward.count + stream.pieces(before: position))
        if trial.alignedStarts * 5 < (most - patience) * 2 { return true }
        return trial.empties > 64 && trial.empties * 2 > count && trial.alignedStarts * 5 < count * 2
    }
}
