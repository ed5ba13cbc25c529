import WireCoding

/// Compiled framing and header: where the message ends that begins at a place.
struct FramingProgram: Sendable {
    enum Method: Sendable {
        case prefix(size: Int, isLittle: Bool)
        case varint
        /// The length is in that register of the header.
        case length(register: Int)
        case delimiter([UInt8])
        case fixed(Int)
        case webSocket
        case datagram
    }

    var method: Method
    var meaning = LengthMeaning()
    var maximum: Int
    var header: FieldProgram
    /// The header up to its length, for a length that covers what follows it.
    var headerToLength: FieldProgram?
    var registerCount: Int
}

/// What is known of the message that begins at a place.
enum MessageLayout {
    /// More bytes are needed: so many in all, where that is known.
    case incomplete(total: Int?)
    case fault(FramingFault)
    /// Ranges from the start of the message.
    case message(header: Range<Int>, body: Range<Int>, total: Int)
}

extension FramingProgram {
    /// Looks at the message that begins with these bytes.
    ///
    /// - Parameters:
    ///   - registers: Room for values of the header.
    ///   - values: Room for what paths lead to; what is left there is of no use.
    ///   - end: The end of the bytes as a whole, for a message that has no other; nil within a stream.
    func layout(
        _ bytes: Span<UInt8>, _ registers: inout [UInt64], _ values: inout [MessageValue], end: Int? = nil
    ) -> MessageLayout {
        let count = bytes.count
        switch method {
        case .prefix(let size, let isLittle):
            guard size <= bytes.count else { return .incomplete(total: nil) }
            let value = FieldProgram.integer(bytes, 0, size, isLittle: isLittle)
            return prefixed(bytes, value, size, &registers, &values)
        case .varint:
            switch Varint(bytes, at: 0) {
            case .incomplete: return .incomplete(total: nil)
            case .illegal: return fault("the length is no varint of 64 bits", 0)
            case .value(let value, let size): return prefixed(bytes, value, size, &registers, &values)
            }
        case .length(let register): return inHeader(bytes, register, &registers, &values)
        case .fixed(let total):
            return readHeader(bytes, 0, &registers, &values) { end in
                end > total ? fault("the header is longer than a message", 0) : complete(count, 0..<end, total)
            }
        case .delimiter, .webSocket, .datagram:
            guard let end else { return .incomplete(total: nil) }
            return readHeader(bytes, 0, &registers, &values) { headerEnd in
                guard end - headerEnd <= maximum else { return tooLong(UInt64(end - headerEnd)) }
                return complete(count, 0..<headerEnd, end)
            }
        }
    }

    @inline(__always)
    private func prefixed(
        _ bytes: Span<UInt8>, _ value: UInt64, _ size: Int, _ registers: inout [UInt64],
        _ values: inout [MessageValue]
    ) -> MessageLayout {
        guard let length = length(value, isSigned: false) else { return tooLong(value) }
        let count = bytes.count
        return readHeader(bytes, size, &registers, &values) { end in
            switch meaning.covers {
            case .body: checked(count, size..<end, end + length)
            case .rest: checked(count, size..<end, size + length)
            case .all: checked(count, size..<end, length)
            }
        }
    }

    private func inHeader(
        _ bytes: Span<UInt8>, _ register: Int, _ registers: inout [UInt64], _ values: inout [MessageValue]
    ) -> MessageLayout {
        var start = 0
        if let part = headerToLength {
            if let size = part.fixedSize {
                start = size
            } else {
                // Faults are those of the whole header, which is read next.
                start = (try? part.read(bytes, from: 0, registers: &registers, values: &values)) ?? 0
            }
        }
        let count = bytes.count
        let layout = readHeader(bytes, 0, &registers, &values) { end in
            .message(header: 0..<end, body: end..<end, total: 0)
        }
        guard case .message(let header, _, _) = layout else { return layout }
        let value = registers[register]
        guard let length = length(value, isSigned: isSigned(register)) else { return tooLong(value) }
        switch meaning.covers {
        case .body: return checked(count, header, header.upperBound + length)
        case .rest: return checked(count, header, start + length)
        case .all: return checked(count, header, length)
        }
    }

    private func isSigned(_ register: Int) -> Bool {
        header.nodes.contains { $0.register == register && $0.kind == .signed }
    }

    /// The value with what is added; nil above what any message may have.
    @inline(__always)
    private func length(_ value: UInt64, isSigned: Bool) -> Int? {
        let number = isSigned ? Int(Int64(bitPattern: value)) : Int(exactly: value)
        guard let number, number <= 1 << 40, number >= -(1 << 40) else {
            return isSigned && number ?? 0 < 0 ? -(1 << 40) : nil
        }
        return number + meaning.add
    }

    /// - Parameter body: Makes the layout of the position after the header.
    @inline(__always)
    private func readHeader(
        _ bytes: Span<UInt8>, _ start: Int, _ registers: inout [UInt64], _ values: inout [MessageValue],
        _ body: (Int) -> MessageLayout
    ) -> MessageLayout {
        guard !header.nodes.isEmpty else { return body(start) }
        do {
            return body(try header.read(bytes, from: start, registers: &registers, values: &values))
        } catch {
            if error.kind == .truncated { return .incomplete(total: nil) }
            return .fault(FramingFault(key: "header.\(error.field)", offset: error.offset, message: error.sentence))
        }
    }

    @inline(__always)
    private func checked(_ count: Int, _ header: Range<Int>, _ total: Int) -> MessageLayout {
        let size = total - header.upperBound
        guard size >= 0 else { return fault("the length makes a body of \(size) bytes", header.lowerBound) }
        guard size <= maximum else { return tooLong(UInt64(size)) }
        return complete(count, header, total)
    }

    @inline(__always)
    private func complete(_ count: Int, _ header: Range<Int>, _ total: Int) -> MessageLayout {
        guard total <= count else { return .incomplete(total: total) }
        return .message(header: header, body: header.upperBound..<total, total: total)
    }

    private func tooLong(_ size: UInt64) -> MessageLayout {
        fault("the length makes a body of \(size) bytes, above the maximum of \(maximum)", 0)
    }

    private func fault(_ message: String, _ offset: Int) -> MessageLayout {
        .fault(FramingFault(key: "framing", offset: offset, message: message))
    }
}
