import WireCoding

/// Cuts one direction of an XMPP client stream (RFC 6120) into stanzas and reads its messages.
///
/// ```
/// <?xml …?> <stream:stream …>  features, SASL  <stream:stream …>  stanzas …  </stream:stream>
/// ```
///
/// The stream is passed in order, in pieces of any size. It is not a single XML document: it is opened again after
/// SASL, it may end in TLS, and white space keeps it alive (RFC 6120, sections 4.3.3, 4.6.1, 5.4.3.3). A stanza that
/// lies in one piece is not copied; one that straddles pieces is collected as its bytes arrive. Between stanzas the
/// decoder holds nothing, and it is an ordinary value: copies are independent.
///
/// Documents within a document, entities, comments and processing instructions, which XMPP forbids (section 11.1), are
/// errors. After an error, the end of the stream, or the start of TLS nothing more is read; ``ending`` says which.
///
/// ```swift
/// var position = 0
/// while let stanza = try decoder.next(in: segment, at: &position) {
///     if let message = stanza.message { use(message) }
/// }
/// ```
///
/// Prefixes of namespaces are not resolved: stanzas are found by their names as written, since no client may prefix
/// them (section 4.8.5).
public struct XMPPStreamDecoder: Sendable {
    /// The longest stanza or stream header by default. Servers allow less to clients: the least that they must take is
    /// 10,000 bytes (RFC 6120, section 13.12).
    public static let defaultMaximumLength = 262_144
    /// Elements within each other, the stream's own included.
    public static let maximumDepth = 64

    /// Why nothing more is read.
    @nonexhaustive
    public enum Ending: Hashable, Sendable {
        /// The stream was closed: `</stream:stream>`.
        case closed
        /// TLS follows (RFC 6120, section 5.4.3).
        case encrypted
        /// Compressed data follows (XEP-0138).
        case compressed
        /// The stream broke a rule or a limit; ``next(in:at:)`` has thrown the same error.
        case failed(XMPPStreamError)
    }

    enum Depth {
        static let outside = 0
        static let betweenStanzas = 1
    }

    /// The longest stanza or stream header that is read.
    public let maximumLength: Int
    /// Bytes of the stream that have passed, missing ones included.
    public internal(set) var streamOffset: Int
    /// What the stream has shown about itself so far: addresses, authentication, TLS.
    public internal(set) var facts = XMPPStreamFacts()
    /// Nil while the stream goes on.
    public internal(set) var ending: Ending?
    /// The number of stanzas dropped by ``dropStanza()``, or because a part of them was missing.
    public private(set) var droppedStanzas = 0

    var scanner = XMLMarkupScanner()
    var depth: Int
    /// The ``XMLMarkupScanner/Tag/name`` of each element that is open within the current stanza, including the stanza
    /// itself.
    var openNames: [UInt32] = []
    /// The start of the current header or stanza; nil between them.
    var itemOffset: Int?
    /// Whether the buffer, and what is in the current piece, are all of that header or stanza.
    var isKept = true
    /// Whether a stanza must first be found to begin where a piece begins.
    var isSeeking: Bool
    var buffer: [UInt8] = []

    /// - Parameters:
    ///   - maximumLength: The longest stanza or stream header, in bytes; at most 16 MiB.
    ///   - joinsOpenStream: The header was sent before the first byte, which starts a stanza or is white space.
    ///   - streamOffset: The offset of the first byte.
    public init(
        maximumLength: Int = defaultMaximumLength, joinsOpenStream: Bool = false, startingAt streamOffset: Int = 0
    ) {
        self.maximumLength = min(maximumLength, 1 << 24)
        self.streamOffset = streamOffset
        depth = joinsOpenStream ? Depth.betweenStanzas : Depth.outside
        isSeeking = false
    }

    /// Bytes of an incomplete stanza that are held.
    public var bufferedBytes: Int { buffer.count }

    /// The start of the stanza or header that would be incomplete if the stream ended here; nil between stanzas.
    public var pendingOffset: Int? { ending == nil ? itemOffset : nil }

    /// Releases the bytes of the current stanza, which is dropped. Reading continues after it.
    public mutating func dropStanza() {
        guard isKept, !buffer.isEmpty else { return }
        // Within its first tag it is not yet known whether it becomes a stanza or another header.
        guard depth > Depth.betweenStanzas else { return rejoin(at: streamOffset) }
        isKept = false
        buffer = []
        droppedStanzas &+= 1
    }

    /// Goes on after bytes that are missing, or in a stream whose beginning was not captured. What passes is not looked
    /// at until a piece begins with a stanza (``beginsStanza(_:)``).
    ///
    /// - Parameter streamOffset: The offset of the next byte.
    public mutating func rejoin(at streamOffset: Int) {
        self.streamOffset = streamOffset
        guard ending == nil else { return }
        if itemOffset != nil && isKept { droppedStanzas &+= 1 }
        scanner = XMLMarkupScanner()
        endItem()
        depth = Depth.betweenStanzas
        isSeeking = true
    }

    /// The next stanza that ends in this piece of the stream.
    ///
    /// - Parameters:
    ///   - segment: The next bytes of the stream.
    ///   - position: Where in `segment` to go on; it moves over what was used.
    /// - Returns: Nil when the piece is used up; an incomplete stanza is remembered.
    /// - Throws: ``XMPPStreamError``, once; ``ending`` has it as well.
    public mutating func next(
        in segment: Span<UInt8>, at position: inout Int
    ) throws(XMPPStreamError) -> XMPPStanza? {
        guard ending == nil else {
            pass(segment.count &- position, &position)
            return nil
        }
        do throws(XMPPStreamError) {
            return try read(segment, at: &position)
        } catch {
            end(.failed(error))
            pass(segment.count &- position, &position)
            throw error
        }
    }
}
