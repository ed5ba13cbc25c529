import WireCoding

/// Reassembles handshake messages that span records or frames of QUIC, or share one.
struct HandshakeAssembly: Sendable {
    private var header: [UInt8] = []
    private var type = TLSHandshakeType.helloRequest
    private var body: [UInt8] = []
    private var bodyOffset = 0
    private var bodyRemaining = 0
    /// Bytes of bodies that may still be held.
    private var budget = TLSHandshakeObserver.maximumBufferedBytes
    private var isKept = false

    var bufferedBytes: Int { body.count }

    /// - Parameter offset: The offset of the content in the stream.
    mutating func append(
        _ content: Span<UInt8>, offset: Int, facts: inout TLSHandshakeFacts
    ) throws(WireError) {
        var position = 0
        while position < content.count {
            if bodyRemaining == 0 {
                header.append(content[position])
                position &+= 1
                guard header.count == 4 else { continue }
                type = TLSHandshakeType(rawValue: header[0])
                bodyRemaining = Int(header[1]) << 16 | Int(header[2]) << 8 | Int(header[3])
                bodyOffset = offset &+ position
                header.removeAll(keepingCapacity: true)
                isKept = type.hasFacts && bodyRemaining <= budget
                if isKept { budget &-= bodyRemaining }
            } else {
                let count = min(bodyRemaining, content.count &- position)
                if isKept { body.append(copying: content.extracting(position..<position &+ count)) }
                position &+= count
                bodyRemaining &-= count
            }
            guard bodyRemaining == 0, isKept else { continue }
            isKept = false
            let whole = body
            body = []
            try facts.note(type, whole.span, offset: bodyOffset, isDatagram: false)
        }
    }
}
