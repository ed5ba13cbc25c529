import WireCoding

extension MultipeerChannelDecoder {
    /// The next message, or fault, that ends in this piece of the stream.
    ///
    /// - Parameters:
    ///   - segment: The next bytes of the stream.
    ///   - position: Where in `segment` to go on; it moves over what was used.
    /// - Returns: Nil when the piece is used up; an incomplete message is remembered.
    public mutating func next(in segment: Span<UInt8>, at position: inout Int) -> Output? {
        // A body that was returned as assembled has been used.
        if case .body = state {} else { releaseBuffer() }
        while true {
            switch state {
            case .header:
                guard position < segment.count else { return nil }
                if let fault = readHeader(in: segment, at: &position) { return .fault(fault) }
            case .searching:
                guard position < segment.count else { return nil }
                search(in: segment, at: &position)
            case .body(let body):
                // A body of no bytes ends with its header.
                guard position < segment.count || body.received == Int(body.header.length) else { return nil }
                if let output = readBody(body, in: segment, at: &position) { return output }
            }
        }
    }

    /// Reports bytes that belong next in the stream and were not captured.
    ///
    /// Bytes missing from a body drop that message and nothing else. If bytes of a header are, or may be, among them, a
    /// search follows.
    public mutating func skip(missing count: Int) {
        guard count > 0 else { return }
        let (sum, overflow) = streamOffset.addingReportingOverflow(count)
        streamOffset = overflow ? .max : sum
        guard case .body(var body) = state, count <= Int(body.header.length) &- body.received else {
            abandonMessage()
            beginSearch()
            return
        }
        body.received &+= count
        give(up: &body)
    }

    /// Releases the bytes of the current body. The message is dropped as if bytes of it were missing, and reading
    /// continues after it.
    public mutating func dropBody() {
        guard case .body(var body) = state, body.isKept else { return }
        give(up: &body)
    }

    /// Goes on at a known message boundary.
    ///
    /// - Parameter streamOffset: The offset of the next byte, which begins a header.
    public mutating func restart(at streamOffset: Int) {
        self.streamOffset = streamOffset
        window.clear()
        releaseBuffer()
        state = .header
    }
}

extension MultipeerChannelDecoder {
    private mutating func readHeader(in segment: Span<UInt8>, at position: inout Int) -> Fault? {
        while position < segment.count, window.count < MultipeerMessageHeader.size {
            _ = window.add(segment[position])
            position &+= 1
            streamOffset &+= 1
        }
        guard window.count == MultipeerMessageHeader.size else { return nil }
        let header = window.header
        guard Int(header.length) <= maximumBodyLength else {
            let offset = streamOffset &- MultipeerMessageHeader.size
            state = .searching
            return Fault(kind: .bodyTooLong(maximum: maximumBodyLength), streamOffset: offset, header: header)
        }
        window.clear()
        state = .body(BodyState(header: header, isGuess: false))
        return nil
    }

    private mutating func search(in segment: Span<UInt8>, at position: inout Int) {
        while position < segment.count {
            if window.add(segment[position]) { skippedBytes &+= 1 }
            position &+= 1
            streamOffset &+= 1
            guard window.isPlausible, Int(window.header.length) <= maximumBodyLength else { continue }
            state = .body(BodyState(header: window.header, isGuess: true))
            window.clear()
            return
        }
    }

    private mutating func readBody(
        _ body: BodyState, in segment: Span<UInt8>, at position: inout Int
    ) -> Output? {
        var body = body
        let length = Int(body.header.length)
        let start = position
        let count = min(segment.count &- start, length &- body.received)
        let isWhole = count == length
        position &+= count
        streamOffset &+= count
        body.received &+= count
        if body.isKept && !isWhole { buffer.append(copying: segment.extracting(start..<position)) }
        guard body.received == length else {
            state = .body(body)
            return nil
        }
        guard body.isKept else {
            endMessage()
            return nil
        }
        let expected =
            isWhole
            ? body.header.checksum(with: segment.extracting(start..<position))
            : body.header.checksum(with: buffer.span)
        let offset = streamOffset &- length &- MultipeerMessageHeader.size
        guard expected == body.header.checksum else { return reject(body, at: offset, expected: expected) }
        // The bytes stay until the decoder is used again.
        state = .header
        return .message(
            Message(streamOffset: offset, header: body.header, body: isWhole ? .inline(start..<position) : .assembled))
    }

    /// Ends a message with a wrong checksum.
    private mutating func reject(_ body: BodyState, at offset: Int, expected: UInt32) -> Output? {
        endMessage()
        guard !body.isGuess else {
            skippedBytes &+= MultipeerMessageHeader.size &+ body.received
            state = .searching
            return nil
        }
        // Of an unknown type and wrong: where the next message begins cannot be known.
        if !body.header.type.isKnown { state = .searching }
        return .fault(Fault(kind: .wrongChecksum(expected: expected), streamOffset: offset, header: body.header))
    }

    /// Passes over the rest of a body whose bytes are not all there.
    private mutating func give(up body: inout BodyState) {
        releaseBuffer()
        guard !body.isGuess else {
            skippedBytes &+= MultipeerMessageHeader.size &+ body.received
            beginSearch()
            return
        }
        if body.isKept {
            body.isKept = false
            damagedMessages &+= 1
        }
        state = .body(body)
        if body.received == Int(body.header.length) { endMessage() }
    }

    /// Counts a message whose end is not known.
    private mutating func abandonMessage() {
        guard case .body(let body) = state else { return }
        if body.isGuess {
            skippedBytes &+= MultipeerMessageHeader.size &+ body.received
        } else if body.isKept {
            damagedMessages &+= 1
        }
    }

    private mutating func beginSearch() {
        skippedBytes &+= window.count
        window.clear()
        releaseBuffer()
        state = .searching
    }

    private mutating func endMessage() {
        releaseBuffer()
        state = .header
    }

    private mutating func releaseBuffer() {
        guard !buffer.isEmpty else { return }
        if buffer.capacity <= Self.retainedCapacity {
            buffer.removeAll(keepingCapacity: true)
        } else {
            buffer = []
        }
    }
}
