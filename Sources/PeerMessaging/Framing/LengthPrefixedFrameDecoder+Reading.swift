import WireCoding

extension LengthPrefixedFrameDecoder {
    /// Bytes of the body that have passed.
    var received: Int { streamOffset &- frameOffset &- headerLength }

    mutating func readLength(in segment: Span<UInt8>, at position: inout Int) throws(FramingError) {
        if streamOffset == frameOffset && segment.count &- position >= 4 {
            bodyLength = Int(segment.bigEndianUInt32(at: position))
            position &+= 4
            passed &+= 4
        } else {
            while position < segment.count && streamOffset &- frameOffset < 4 {
                bodyLength = bodyLength << 8 | Int(segment[position])
                position &+= 1
                passed &+= 1
            }
            guard streamOffset &- frameOffset == 4 else { return }
        }
        guard bodyLength > 0 else { throw illegal(.emptyFrame) }
        guard bodyLength <= maximumLength else { throw illegal(.frameTooLarge(length: bodyLength)) }
        state = .body(isKept: assembly != .none)
    }

    /// - Returns: The frame, if it has no body.
    mutating func readHeader(in segment: Span<UInt8>, at position: inout Int) throws(FramingError) -> Frame? {
        if passed == frameOffset { headerBytes.removeAll(keepingCapacity: true) }
        let offset = layout.lengthOffset
        // Of a varint, each byte says whether there is another one.
        guard take(upTo: offset &+ (layout.length.size ?? 1), in: segment, at: &position) else { return nil }
        var length = layout.length.read(headerBytes.span, at: offset)
        while length == .incomplete {
            guard take(upTo: headerBytes.count &+ 1, in: segment, at: &position) else { return nil }
            length = layout.length.read(headerBytes.span, at: offset)
        }
        guard case .value(let value, let size) = length else { throw illegal(.varintTooLong) }
        // Before the rest of the header, so that the error does not depend on how the stream is cut.
        guard let count = layout.bodyLength(value, lengthSize: size), count <= maximumLength else {
            throw illegal(.frameTooLarge(length: Int(clamping: value)))
        }
        guard count >= 0 else { throw illegal(.lengthTooSmall(length: Int(clamping: value))) }
        guard count > 0 || layout.allowsEmptyFrames else { throw illegal(.emptyFrame) }
        headerLength = layout.headerLength(lengthSize: size)
        guard take(upTo: headerLength, in: segment, at: &position) else { return nil }
        bodyLength = count
        guard count == 0 else {
            state = .body(isKept: assembly != .none)
            return nil
        }
        let frame = Frame(streamOffset: frameOffset, bodyLength: 0, body: .inline(position..<position))
        endFrame()
        return frame
    }

    /// - Returns: Whether so many bytes of the header have come.
    private mutating func take(upTo count: Int, in segment: Span<UInt8>, at position: inout Int) -> Bool {
        let taken = min(count &- headerBytes.count, segment.count &- position)
        if taken > 0 {
            headerBytes.append(copying: segment.extracting(position..<position &+ taken))
            position &+= taken
            passed &+= taken
        }
        return headerBytes.count >= count
    }

    mutating func readBody(in segment: Span<UInt8>, at position: inout Int, isKept: Bool) -> Frame? {
        let start = position
        let count = min(segment.count &- start, bodyLength &- received)
        let isWhole = count == bodyLength
        position &+= count
        passed &+= count
        var isKept = isKept
        if isKept && !isWhole {
            // At the body's first byte: the header has just been passed.
            if assembly == .json, received == count, !Self.beginsJSON(segment[start]) {
                isKept = false
                state = .body(isKept: false)
            } else {
                buffer.append(copying: segment.extracting(start..<position))
            }
        }
        guard received == bodyLength else { return nil }
        let body: Body = isWhole ? .inline(start..<position) : isKept ? .assembled : .skipped
        let frame = isDamaged ? nil : Frame(streamOffset: frameOffset, bodyLength: bodyLength, body: body)
        endFrame()
        return frame
    }

    private static func beginsJSON(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), 0x20, 0x09, 0x0A, 0x0D, 0xEF: true
        default: false
        }
    }

    mutating func illegal(_ kind: FramingError.Kind) -> FramingError {
        state = .stopped
        return FramingError(kind, streamOffset: frameOffset)
    }

    mutating func stop(passing count: Int) {
        let (sum, overflow) = streamOffset.addingReportingOverflow(count)
        passed = overflow ? .max : sum
        releaseBuffer()
        state = .stopped
    }

    mutating func endFrame() {
        state = start
        frameOffset = streamOffset
        bodyLength = 0
        isDamaged = false
    }

    mutating func releaseBuffer() {
        guard !buffer.isEmpty else { return }
        buffer.removeAll(keepingCapacity: buffer.capacity <= retainedCapacity)
    }
}
