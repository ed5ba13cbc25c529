import WireCoding

/// Reads one direction of a TCP stream from its first byte on, in pieces as they come, until the first application
/// data, and collects what the handshake shows.
///
/// Only the messages that ``TLSHandshakeFacts`` come from are held, and only until they are complete. Everything else
/// is skipped. Once ``isFinished`` is set, more pieces cost nothing.
public struct TLSHandshakeObserver: Sendable {
    /// Bytes of handshake messages that are held at most, all together over the life of an observer. A hello has a few
    /// hundred bytes, a chain of certificates a few thousand.
    public static let maximumBufferedBytes = 65_536

    /// The facts that this direction has shown so far.
    public private(set) var facts = TLSHandshakeFacts()
    /// The offset of the first record of application data, in bytes from the start of the stream; nil before it
    /// arrives.
    ///
    /// TLS 1.3 disguises the encrypted part of the handshake as such data: there this is the first encrypted record.
    public private(set) var applicationDataOffset: Int?
    /// The reason why reading ended before application data: bytes that are not TLS, or a malformed message. Its offset
    /// counts from the start of the stream; within a message that spans records it does not count their headers.
    public private(set) var error: WireError?
    /// Whether nothing more is looked at.
    public private(set) var isFinished = false

    private var streamOffset = 0
    /// The received part of the current record's header.
    private var headerBytes: [UInt8] = []
    private var content = Content.opaque
    /// Bytes of the current record that are still to come.
    private var recordRemaining = 0
    private var recordOffset = 0
    /// From here on handshake messages and alerts are encrypted.
    private var hasChangedCipher = false
    private var alertBytes: [UInt8] = []
    private var assembly = HandshakeAssembly()

    /// An observer that has seen no byte.
    public init() {}

    /// Looks at the next bytes of the stream.
    public mutating func observe(_ piece: Span<UInt8>) {
        guard !isFinished else { return }
        do throws(WireError) {
            try read(piece)
        } catch {
            self.error = error
            finish()
        }
    }

    /// Bytes of an incomplete handshake message that are held.
    public var bufferedBytes: Int { assembly.bufferedBytes }

    /// Ends reading because bytes of the stream are missing, and drops the held bytes.
    public mutating func finish() {
        isFinished = true
        headerBytes = []
        alertBytes = []
        assembly = HandshakeAssembly()
    }

    private mutating func read(_ piece: Span<UInt8>) throws(WireError) {
        var position = 0
        while position < piece.count && !isFinished {
            guard recordRemaining > 0 else {
                if headerBytes.isEmpty { recordOffset = streamOffset }
                headerBytes.append(piece[position])
                position &+= 1
                streamOffset &+= 1
                if headerBytes.count == TLSRecordHeader.size { try beginRecord() }
                continue
            }
            let count = min(recordRemaining, piece.count &- position)
            try readContent(piece.extracting(position..<position &+ count))
            position &+= count
            streamOffset &+= count
            recordRemaining &-= count
        }
    }

    private mutating func beginRecord() throws(WireError) {
        let bytes = headerBytes
        headerBytes.removeAll(keepingCapacity: true)
        var reader = ByteReader(bytes.span, baseOffset: recordOffset)
        let header = try TLSRecordHeader(parsing: &reader)
        guard
            (TLSContentType.changeCipherSpec.rawValue...TLSContentType.heartbeat.rawValue)
                .contains(header.contentType.rawValue)
        else {
            let value = UInt64(header.contentType.rawValue)
            throw WireError(.invalidValue(value), field: "TLS content type", offset: recordOffset)
        }
        guard header.version.rawValue >> 8 == 3 else {
            let value = UInt64(header.version.rawValue)
            throw WireError(.invalidValue(value), field: "TLS record version", offset: recordOffset &+ 1)
        }
        recordRemaining = Int(header.length)
        content = .opaque
        switch header.contentType {
        case .applicationData:
            applicationDataOffset = recordOffset
            finish()
        case .changeCipherSpec: hasChangedCipher = true
        // A server that asks for another hello changes nothing yet, whatever it says for old routers (RFC 8446 §D.4).
        case .handshake where !hasChangedCipher || facts.awaitsSecondHello: content = .handshake
        // An alert of another length is encrypted.
        case .alert where !hasChangedCipher && header.length == TLSAlert.size: content = .alert
        default: break
        }
    }

    private mutating func readContent(_ bytes: Span<UInt8>) throws(WireError) {
        switch content {
        case .handshake: try assembly.append(bytes, offset: streamOffset, facts: &facts)
        case .alert:
            alertBytes.append(copying: bytes)
            guard alertBytes.count == TLSAlert.size else { return }
            facts.note(TLSAlert(level: alertBytes[0], code: TLSAlert.Code(rawValue: alertBytes[1])))
            alertBytes.removeAll(keepingCapacity: true)
        case .opaque: break
        }
    }

    /// The treatment of a record's content.
    private enum Content { case handshake, alert, opaque }
}
