import WireCoding

/// Reads the DTLS datagrams of one direction, in order of arrival, until the first application data, and collects what
/// the handshake shows.
///
/// Datagrams may be lost, doubled or overtaken, and messages lie in fragments across them. Only the messages that
/// ``TLSHandshakeFacts`` come from are held, and only while they are not whole. Once ``isFinished`` is set, more
/// datagrams cost nothing.
public struct DTLSHandshakeObserver: Sendable {
    /// Bytes of handshake messages that are held at most, all together over the life of an observer.
    public static let maximumBufferedBytes = 65_536
    /// Messages that are held at the same time.
    public static let maximumMessages = 4
    /// Fragments of one message that wait for earlier ones.
    public static let maximumEarlyFragments = 16
    /// Datagrams that are looked at: a handshake has less than twenty, the rest are for those sent again.
    public static let maximumDatagrams = 256

    /// The facts that this direction has shown so far.
    public private(set) var facts = TLSHandshakeFacts()
    /// Whether a record of application data has come. Of DTLS 1.3 every record after the handshake's keys counts that
    /// is not of their epoch.
    public private(set) var hasApplicationData = false
    /// The first thing that was wrong; its offset counts from the start of its datagram, within a message of several
    /// fragments from the start of the message.
    public private(set) var error: WireError?
    /// Whether nothing more is looked at.
    public private(set) var isFinished = false

    private var datagramCount = 0
    private var budget = maximumBufferedBytes
    private var messages: [DTLSMessageAssembly] = []

    /// Bytes of incomplete handshake messages that are held.
    public var bufferedBytes: Int { messages.reduce(0) { $0 + $1.bufferedBytes } }

    /// An observer that has seen no datagram.
    public init() {}

    /// Looks at the next datagram.
    ///
    /// An error in one is recorded in ``error``, and the next one is still read.
    public mutating func observe(_ datagram: Span<UInt8>) {
        guard !isFinished else { return }
        datagramCount &+= 1
        do throws(WireError) {
            try read(datagram)
        } catch {
            self.error = self.error ?? error
        }
        if datagramCount == Self.maximumDatagrams { finish() }
    }

    /// Ends reading, and drops the held bytes.
    public mutating func finish() {
        isFinished = true
        messages = []
    }

    private mutating func read(_ datagram: Span<UInt8>) throws(WireError) {
        var input = ByteReader(datagram)
        while !input.isAtEnd && !isFinished {
            if DTLSUnifiedHeader.startsWith(input.input[input.position]) {
                // Epoch 2 is the encrypted part of the handshake. Where the record ends may be unknown.
                guard input.input[input.position] & 3 == 2 else {
                    hasApplicationData = true
                    return finish()
                }
                return
            }
            let bookmark = input
            let header = try DTLSRecordHeader(parsing: &input)
            guard header.isPlausible else {
                throw bookmark.error(.invalidValue(UInt64(header.version.rawValue)), "DTLS record version")
            }
            var content = try input.subreader(
                Int(header.length), "DTLS record", limit: "DTLS record length")
            switch header.contentType {
            case .applicationData:
                hasApplicationData = true
                finish()
            case .handshake where header.epoch == 0:
                while !content.isAtEnd { try readFragment(&content) }
            case .alert where header.epoch == 0: facts.note(try TLSAlert(parsing: &content))
            default: break
            }
        }
    }

    private mutating func readFragment(_ content: inout ByteReader) throws(WireError) {
        let header = try DTLSHandshakeHeader(parsing: &content)
        let offset = content.offset
        let fragment = try content.readSpan(header.fragmentLength, "DTLS fragment")
        guard header.type.hasFacts else { return }
        if header.fragmentLength == header.length {
            return try facts.note(header.type, fragment, offset: offset, isDatagram: true)
        }
        guard fragment.count > 0, fragment.count <= budget else { return }
        var index = messages.firstIndex { $0.belongs(header) } ?? messages.count
        if index == messages.count {
            if messages.count == Self.maximumMessages {
                messages.removeFirst()
                index &-= 1
            }
            messages.append(DTLSMessageAssembly(header))
        }
        budget &-= messages[index].add(fragment, at: header.fragmentOffset)
        guard messages[index].isWhole else { return }
        let whole = messages.remove(at: index)
        try facts.note(whole.header.type, whole.bytes.span, offset: 0, isDatagram: true)
    }
}

/// A handshake message whose fragments come one by one.
private struct DTLSMessageAssembly: Sendable {
    /// That of the first fragment.
    let header: DTLSHandshakeHeader
    private var fragments = JoinedFragments(maximumEarly: DTLSHandshakeObserver.maximumEarlyFragments)

    init(_ header: DTLSHandshakeHeader) { self.header = header }

    /// From the start of the message on, without holes.
    var bytes: [UInt8] { fragments.bytes }

    var isWhole: Bool { bytes.count == header.length }

    var bufferedBytes: Int { fragments.bufferedBytes }

    func belongs(_ other: DTLSHandshakeHeader) -> Bool {
        header.type == other.type && header.messageNumber == other.messageNumber && header.length == other.length
    }

    /// - Returns: The number of its bytes that are held.
    mutating func add(_ fragment: Span<UInt8>, at offset: Int) -> Int { fragments.add(fragment, at: offset) }
}
