import TraceModel
import WireText

/// The text that all containers of one document write to.
final class ReportOutput {
    var text: JSONText
    private var piecesTaken = 0
    /// Takes what is written so far, where it is not wanted as a whole.
    private let sink: (([UInt8]) throws -> Void)?

    init(_ text: JSONText, _ sink: (([UInt8]) throws -> Void)? = nil) {
        self.text = text
        self.sink = sink
    }

    func write<Value: Encodable>(_ value: Value) throws {
        // Comparing types is much less work than casts that fail.
        if Value.self == SharedContent.self, let value = value as? SharedContent {
            try share(value)
        } else if Value.self == String.self, let value = value as? String {
            text.value(value)
        } else if Value.self == Int.self, let value = value as? Int {
            text.value(value)
        } else if Value.self == Double.self, let value = value as? Double {
            text.value(value)
        } else if Value.self == [Double].self, let value = value as? [Double] {
            text.value(value)
        } else {
            let depth = text.depth
            try value.encode(to: ValueEncoder(output: self))
            text.close(downTo: depth)
        }
        try handOn()
    }

    /// Hands on what is there, once it is worth it.
    private func handOn() throws {
        guard let sink, text.bytes.count >= ReportEncoder.pieceSize else { return }
        try sink(text.bytes)
        text.removeAll()
        piecesTaken += 1
    }

    /// Elements of the array that is open, which others wrote.
    func append(elements: [UInt8]) throws {
        text.append(elements: elements)
        try handOn()
    }

    /// Writes what may have been written before: of the sessions of a flood all but their ends is the same.
    private func share(_ value: SharedContent) throws {
        let depth = text.depth
        // In an array a comma and a new line would come first.
        guard text.isAfterKey else {
            try value.encode(to: ValueEncoder(output: self))
            return text.close(downTo: depth)
        }
        if shared.isEmpty { shared = [SharedText](repeating: SharedText(), count: SharedText.count) }
        let slot = value.identity.hashValue & (SharedText.count - 1)
        if shared[slot].value?.identity == value.identity, shared[slot].depth == depth {
            return text.append(written: shared[slot].bytes)
        }
        let (start, pieces) = (text.bytes.count, piecesTaken)
        try value.encode(to: ValueEncoder(output: self))
        text.close(downTo: depth)
        // If a value was written in pieces, its beginning is gone.
        guard pieces == piecesTaken else { return }
        shared[slot] = SharedText(value: value, depth: depth, bytes: Array(text.bytes[start...]))
    }

    /// The text of values that may recur, each in the slot of its identity.
    private var shared: [SharedText] = []

    private struct SharedText {
        /// A power of two.
        static let count = 64

        /// Retained, so that nothing else gets its memory and with it its identity.
        var value: SharedContent?
        /// It decides the indentation.
        var depth = 0
        var bytes: [UInt8] = []
    }
}
