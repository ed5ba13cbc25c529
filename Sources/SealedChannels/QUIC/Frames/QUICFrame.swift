import WireCoding

/// A frame of a QUIC packet: all of RFC 9000 §19, and DATAGRAM (RFC 9221).
///
/// Bytes in it are ranges of the payload that was read, in a ``QUICFrameView``, which allocates nothing, or copies, in a
/// ``QUICOwnedFrame``. ``map(_:)`` makes one of the other:
///
///     var input = ByteReader(payload.span)
///     while !input.isAtEnd {
///         switch try QUICFrameView(parsing: &input) {
///         case .stream(let stream): receive(payload[stream.data], at: stream.position)
///         case .acknowledgment(let acknowledgment):
///             var ranges = QUICAcknowledgedRanges(acknowledgment, in: payload.span)
///             while let range = ranges.next() { note(range) }
///         default: break
///         }
///     }
///
/// All numbers are ``QUICVariableInteger``s, which keep their width, so that every frame is written as it was read.
@nonexhaustive
public enum QUICFrame<Bytes> {
    /// That many bytes of padding, each a frame of its own on the wire (§19.1).
    case padding(Int)
    /// §19.2.
    case ping
    /// §19.3.
    case acknowledgment(Acknowledgment)
    /// The sender gives a stream up (§19.4). The final size is in bytes of the stream.
    case resetStream(
        id: QUICVariableInteger, errorCode: QUICVariableInteger, finalSize: QUICVariableInteger)
    /// The receiver gives a stream up (§19.5).
    case stopSending(id: QUICVariableInteger, errorCode: QUICVariableInteger)
    /// Bytes of the TLS handshake and their offset in it (§19.6). There is no record layer.
    case crypto(offset: QUICVariableInteger, lengthWidth: QUICVariableInteger.Width, data: Bytes)
    /// A token for the client's next connection (§19.7).
    case newToken(lengthWidth: QUICVariableInteger.Width, token: Bytes)
    /// §19.8.
    case stream(Stream)
    /// How many bytes of all streams together may be sent (§19.9).
    case maxData(QUICVariableInteger)
    /// How many bytes of a stream may be sent (§19.10).
    case maxStreamData(id: QUICVariableInteger, maximum: QUICVariableInteger)
    /// How many streams may be opened, ever (§19.11).
    case maxStreams(isBidirectional: Bool, maximum: QUICVariableInteger)
    /// The sender has more data than the limit of the connection, in bytes, lets it send (§19.12).
    case dataBlocked(limit: QUICVariableInteger)
    /// The sender has more data than the limit of a stream, in bytes, lets it send (§19.13).
    case streamDataBlocked(id: QUICVariableInteger, limit: QUICVariableInteger)
    /// The sender would open more streams than the limit allows, a number of streams (§19.14).
    case streamsBlocked(isBidirectional: Bool, limit: QUICVariableInteger)
    /// §19.15.
    case newConnectionID(NewConnectionID)
    /// §19.16.
    case retireConnectionID(sequence: QUICVariableInteger)
    /// Eight bytes that the peer must send back (§19.17).
    case pathChallenge(UInt64)
    /// Those eight bytes (§19.18).
    case pathResponse(UInt64)
    /// §19.19.
    case connectionClose(ConnectionClose)
    /// The server confirms the handshake (§19.20).
    case handshakeDone
    /// A message that is not sent again (RFC 9221 §4). Without a length, it goes up to the end of the packet.
    case datagram(lengthWidth: QUICVariableInteger.Width?, data: Bytes)
}

/// A frame whose bytes are ranges of the payload that was read.
public typealias QUICFrameView = QUICFrame<Range<Int>>
/// A frame that has its bytes itself.
public typealias QUICOwnedFrame = QUICFrame<[UInt8]>

extension QUICFrame {
    /// The packets that the sender has received (RFC 9000 §19.3).
    public struct Acknowledgment {
        /// The largest packet number.
        public var largest: QUICVariableInteger
        /// In units of 2^ack_delay_exponent microseconds.
        public var delay: QUICVariableInteger
        /// How many further ranges there are.
        public var rangeCount: QUICVariableInteger
        /// How many packets directly before the largest were received too.
        public var firstRange: QUICVariableInteger
        /// The further ranges as they are encoded: ``QUICAcknowledgedRanges`` reads them.
        public var ranges: Bytes
        /// The ECN counts of a frame of type 0x03; nil for one of type 0x02.
        public var congestionCounts: CongestionCounts?

        /// The fields of an ACK frame. `rangeCount` must be the number of ranges that `ranges` encodes.
        public init(
            largest: QUICVariableInteger, delay: QUICVariableInteger, rangeCount: QUICVariableInteger,
            firstRange: QUICVariableInteger, ranges: Bytes, congestionCounts: CongestionCounts? = nil
        ) {
            self.largest = largest
            self.delay = delay
            self.rangeCount = rangeCount
            self.firstRange = firstRange
            self.ranges = ranges
            self.congestionCounts = congestionCounts
        }

        /// The delay in microseconds.
        ///
        /// - Parameter exponent: The ack_delay_exponent of who sent the frame, at most 20; 3 in Initial and Handshake
        ///   packets (RFC 9000 §13.2.5).
        public func delayMicroseconds(exponent: UInt64) -> UInt64 {
            let shifted = delay.value << min(exponent, 20)
            return shifted >> min(exponent, 20) == delay.value ? shifted : .max
        }
    }

    /// How many packets came with each mark (RFC 9000 §19.3.2).
    public struct CongestionCounts: Hashable, Sendable {
        /// Packets that came with the codepoint ECT(0).
        public var ect0: QUICVariableInteger
        /// Packets that came with the codepoint ECT(1).
        public var ect1: QUICVariableInteger
        /// Packets that came with the mark of experienced congestion, ECN-CE.
        public var ce: QUICVariableInteger

        /// Total counts of packets in the packet number space of the frame.
        public init(ect0: QUICVariableInteger, ect1: QUICVariableInteger, ce: QUICVariableInteger) {
            self.ect0 = ect0
            self.ect1 = ect1
            self.ce = ce
        }
    }

    /// Bytes of a stream (RFC 9000 §19.8).
    public struct Stream {
        /// The stream's number, in the width in which it is written.
        public var id: QUICVariableInteger
        /// Nil where it is left out, which means 0.
        public var offset: QUICVariableInteger?
        /// Nil where the length is left out: the data goes up to the end of the packet.
        public var lengthWidth: QUICVariableInteger.Width?
        /// Whether the stream ends with these bytes.
        public var isEnd: Bool
        /// The bytes of the stream, from ``position`` on.
        public var data: Bytes

        /// The fields of a STREAM frame. Nil for `offset` or `lengthWidth` leaves that field out.
        public init(
            id: QUICVariableInteger, offset: QUICVariableInteger?, lengthWidth: QUICVariableInteger.Width?,
            isEnd: Bool, data: Bytes
        ) {
            self.id = id
            self.offset = offset
            self.lengthWidth = lengthWidth
            self.isEnd = isEnd
            self.data = data
        }

        /// The stream's number, without its width.
        public var streamID: QUICStreamID { QUICStreamID(rawValue: id.value) }
        /// Where the data begins in the stream.
        public var position: UInt64 { offset?.value ?? 0 }
    }

    /// Another connection ID under which the sender can be reached (RFC 9000 §19.15).
    public struct NewConnectionID {
        /// The number of this connection ID among those that the sender has issued (§5.1.1).
        public var sequence: QUICVariableInteger
        /// Connection IDs with smaller numbers are to be given up.
        public var retirePriorTo: QUICVariableInteger
        /// 1 to 20 bytes.
        public var connectionID: Bytes
        /// 16 bytes.
        public var statelessResetToken: Bytes

        /// The fields of a NEW_CONNECTION_ID frame.
        public init(
            sequence: QUICVariableInteger, retirePriorTo: QUICVariableInteger, connectionID: Bytes,
            statelessResetToken: Bytes
        ) {
            self.sequence = sequence
            self.retirePriorTo = retirePriorTo
            self.connectionID = connectionID
            self.statelessResetToken = statelessResetToken
        }
    }

    /// The end of a connection (RFC 9000 §19.19).
    public struct ConnectionClose {
        /// RFC 9000 §20.1, or the application's own.
        public var errorCode: QUICVariableInteger
        /// The type of the frame that caused it, 0 if that is not known; nil where the application closes.
        public var frameType: QUICVariableInteger?
        /// The width in which the length of the reason is written, if it fits.
        public var reasonLengthWidth: QUICVariableInteger.Width
        /// Text for people, in UTF-8.
        public var reason: Bytes

        /// The fields of a CONNECTION_CLOSE frame; without a `frameType`, that of an application.
        public init(
            errorCode: QUICVariableInteger, frameType: QUICVariableInteger?,
            reasonLengthWidth: QUICVariableInteger.Width, reason: Bytes
        ) {
            self.errorCode = errorCode
            self.frameType = frameType
            self.reasonLengthWidth = reasonLengthWidth
            self.reason = reason
        }
    }
}

extension QUICFrame: Equatable where Bytes: Equatable {}
extension QUICFrame: Hashable where Bytes: Hashable {}
extension QUICFrame: Sendable where Bytes: Sendable {}
extension QUICFrame.Acknowledgment: Equatable where Bytes: Equatable {}
extension QUICFrame.Acknowledgment: Hashable where Bytes: Hashable {}
extension QUICFrame.Acknowledgment: Sendable where Bytes: Sendable {}
extension QUICFrame.Stream: Equatable where Bytes: Equatable {}
extension QUICFrame.Stream: Hashable where Bytes: Hashable {}
extension QUICFrame.Stream: Sendable where Bytes: Sendable {}
extension QUICFrame.NewConnectionID: Equatable where Bytes: Equatable {}
extension QUICFrame.NewConnectionID: Hashable where Bytes: Hashable {}
extension QUICFrame.NewConnectionID: Sendable where Bytes: Sendable {}
extension QUICFrame.ConnectionClose: Equatable where Bytes: Equatable {}
extension QUICFrame.ConnectionClose: Hashable where Bytes: Hashable {}
extension QUICFrame.ConnectionClose: Sendable where Bytes: Sendable {}
