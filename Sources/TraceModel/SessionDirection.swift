/// The data that one side of a session sent.
public struct SessionDirection: Codable, Hashable, Sendable {
    /// Frames, each IP fragment one.
    public var packets = 0
    /// Original link-layer bytes.
    public var wireBytes = 0
    /// Transport payload, retransmissions counted once.
    public var payloadBytes: Int?
    /// Well-formed messages.
    public var messages: Int?
    /// Messages by their type.
    public var messageTypes = NamedCounts()
    /// Bodies of the messages without their framing.
    public var messageBytes: Int?
    /// Messages that could not be read.
    public var malformedMessages: Int?
    /// Numbered messages that came once more.
    public var duplicateMessages: Int?
    /// Numbers that did not come.
    public var lostMessages: Int?
    /// Messages with a lower number than one before.
    public var reorderedMessages: Int?
    /// Packets that carry only bytes seen before.
    public var retransmittedPackets: Int?
    /// Payload bytes that were sent again.
    public var retransmittedBytes: Int?
    /// Late packets that fill a hole.
    public var outOfOrderPackets: Int?
    /// Acknowledgments that repeat the one before while data is outstanding (RFC 5681 §2).
    public var duplicateAcks: Int?
    /// Packets that announce a window of 0.
    public var zeroWindows: Int?
    /// Packets with urgent data.
    public var urgentPackets: Int?
    /// Packets that only ask whether the other side is still there.
    public var keepAlives: Int?
    /// Holes in the stream up to its FIN: sent, but not in the capture.
    public var missingBytes: Int?
    /// Datagrams with missing fragments: a hint, because those that were lost completely leave no trace. Nil if none
    /// was fragmented.
    public var lostDatagrams: Int?
    /// Payload bits per second between the first and the last payload packet.
    public var goodput: Double?
    /// The best 100 ms, in link-layer bits per second.
    public var peakThroughput: Double?
    /// RFC 3550 §6.4.1, in seconds, where the sender's clock is in the data.
    public var interarrivalJitter: Double?
    /// Relative to its minimum.
    @Boxed public var oneWayDelay = Distribution()
    /// The round trips of this side's requests.
    @Boxed public var applicationRTT = Distribution()
    /// The jitter of these round trips alone; ``Session/jitter`` covers the requests of both sides.
    @Boxed public var jitter = Session.Jitter()
    /// Parts per million by which this side's clock runs faster than the capture's, taken out of ``oneWayDelay``; nil where
    /// no drift shows.
    public var clockDrift: Double?
    /// This side's data to the other side's acknowledgment, at the capture point.
    @Boxed public var transportRTT = Distribution()
    /// The times that the other side took to answer this one, whatever the protocol; nil where the sides do not alternate.
    @Boxed public var answers: Answers?
    /// The data after the probes of an echo test; nil for all other applications.
    @Boxed public var bulk: Bulk?
    /// TCP: what this side's SYN offers, nil where it was not captured.
    @Boxed public var tcpOptions: TCPOptions?
    /// Where the messages of an application that was described first differ from its description.
    @Boxed public var firstFault: MessageFault?
    /// The round trips of ``applicationRTT``, or without any those of ``transportRTT``, from the first to the last: means of at most 32 groups
    /// of the same size that follow each other, only the last of which may be smaller; in seconds, empty for fewer than 16.
    @Boxed public var roundTripCourse: [Double] = []
    /// Where numbered messages were lost or came out of order, in order of time; at most ``maximumDeliveryMarks``.
    @Boxed public var delivery: [DeliveryMark] = []
    /// Control frames of WebSocket; nil for other framings.
    @Boxed public var controlFrames: ControlFrames?
    /// Sealed records (TLS, DTLS) or packets (QUIC, those with keys of their own session) that were opened, copies too; nil where
    /// nothing is sealed.
    @Boxed public var openedRecords: Int?
    /// Those that were not, as far as their place is known.
    @Boxed public var sealedRecords: Int?
    /// Bytes of the application that were opened, each once; nil where no key of it fits.
    @Boxed public var plaintextBytes: Int?
    /// How often the sender changed its keys after the handshake; nil as ``plaintextBytes``.
    @Boxed public var keyUpdates: Int?

    /// Nothing measured yet.
    public init() {}
}

extension SessionDirection {
    /// The metrics of a direction, in the order in which text shows them.
    public static let metrics: [Metric<SessionDirection>] = [
        .init("packets", \.packets, row: "packets"),
        .init("wireBytes", \.wireBytes, .bytes, row: "bytes on the wire"),
        .init("payloadBytes", \.payloadBytes, .bytes, row: "payload"),
        .init("messages", \.messages, row: "messages"),
        .init("messageTypes", \.messageTypes, []),
        .init("messageBytes", \.messageBytes, .bytes, row: "bytes of messages"),
        .init("malformedMessages", \.malformedMessages, fault: "malformed"),
        .init("duplicateMessages", \.duplicateMessages, fault: "duplicate"),
        .init("lostMessages", \.lostMessages),
        .init("reorderedMessages", \.reorderedMessages, fault: "reordered"),
        .init("lostDatagrams", \.lostDatagrams, fault: "datagrams lost", hasLastColumns: true),
        .init("retransmittedPackets", \.retransmittedPackets, fault: "retransmitted packets"),
        .init(
            "retransmittedBytes", \.retransmittedBytes, .bytes, fault: "retransmitted bytes", hasLastColumns: true),
        .init("outOfOrderPackets", \.outOfOrderPackets, fault: "out of order"),
        .init(
            "duplicateAcks", \.duplicateAcks, title: "duplicate ACKs", fault: "duplicate ACKs", hasLastColumns: true),
        .init("zeroWindows", \.zeroWindows, fault: "zero windows", hasLastColumns: true),
        .init("urgentPackets", \.urgentPackets, fault: "urgent packets", hasLastColumns: true),
        .init("keepAlives", \.keepAlives, fault: "keep-alives", hasLastColumns: true),
        .init("missingBytes", \.missingBytes, .bytes, fault: "not captured"),
        .init("goodput", \.goodput, .bitsPerSecond, row: "goodput"),
        .init("peakThroughput", \.peakThroughput, .bitsPerSecond, row: "best 100 ms"),
        .init(
            "bulk", \.bulk,
            [
                .init(name: "Bytes", unit: .bytes, heading: "data after probes") { $0?.bytes.metricValue },
                .init(name: "Goodput", unit: .bitsPerSecond, heading: "  goodput") { $0?.goodput },
            ]),
        .init("applicationRTT", \.applicationRTT, [.count, .median, .p95.last]),
        .init("jitter", \.jitter, Session.Jitter.figures),
        .init("interarrivalJitter", \.interarrivalJitter, .seconds, row: "jitter (RFC 3550)"),
        .init("oneWayDelay", \.oneWayDelay, [.count.last, .median, .p95], title: "one-way delay"),
        .init("clockDrift", \.clockDrift, .partsPerMillion, row: "clock drift", hasLastColumns: true),
        .init("transportRTT", \.transportRTT, [.count, .median, .p95], hasLastColumns: true),
        .init(
            "answers", \.answers,
            [
                .init(name: "Count", unit: .count) { $0.map { Double($0.delay.count) } },
                .init(name: "Median", unit: .seconds) { $0?.delay.median },
                .init(name: "95", unit: .seconds) { $0?.delay.p95 },
                .init(name: "Maximum", unit: .seconds) { $0?.delay.max },
            ], hasLastColumns: true),
        .init(
            "controlFrames", \.controlFrames,
            [
                .init(name: "Ping", unit: .count, isNewest: true) { $0.map { Double($0.ping) } },
                .init(name: "Pong", unit: .count, isNewest: true) { $0.map { Double($0.pong) } },
                .init(name: "Close", unit: .count, isNewest: true) { $0.map { Double($0.close) } },
            ], title: "control frames"),
        .init("openedRecords", \.openedRecords, row: "records opened", isNewest: true),
        .init("sealedRecords", \.sealedRecords, row: "records sealed", isNewest: true),
        .init("plaintextBytes", \.plaintextBytes, .bytes, row: "bytes opened", isNewest: true),
        .init("keyUpdates", \.keyUpdates, row: "key updates", isNewest: true),
    ]
}

extension Metric<Distribution>.Figure {
    static let count = Self(name: "Count", unit: .count) { Double($0.count) }
    static let median = Self(name: "Median", unit: .seconds) { $0.median }
    static let p95 = Self(name: "95", unit: .seconds) { $0.p95 }
}

extension Session.Jitter {
    static let figures: [Metric<Session.Jitter>.Figure] = [
        .init(name: "MeanAbsoluteDifference", unit: .seconds) { $0.meanAbsoluteDifference },
        .init(name: "RFC3550", unit: .seconds) { $0.rfc3550 },
    ]
}

extension SessionDirection {
    /// The data after the probes of an echo test.
    public struct Bulk: Codable, Hashable, Sendable {
        /// Seconds of the report, of the first packet.
        public var start: Double
        /// Seconds of the report, of the last packet.
        public var end: Double
        /// Payload bytes; nil if some are missing.
        public var bytes: Int?
        /// Payload bits per second.
        public var goodput: Double?

        /// Made of all its parts.
        public init(start: Double, end: Double, bytes: Int? = nil, goodput: Double? = nil) {
            (self.start, self.end, self.bytes, self.goodput) = (start, end, bytes, goodput)
        }
    }

    /// The times from the last packet with data of one side to the first one of the other.
    public struct Answers: Codable, Hashable, Sendable {
        /// In seconds: exact up to 64 answers, above that the quantiles are off by 6.25 % at most, or half a microsecond.
        public var delay: Distribution
        /// The four longest, the longest first.
        public var slowest: [SlowAnswer]

        /// Made of all its parts.
        public init(delay: Distribution, slowest: [SlowAnswer]) { (self.delay, self.slowest) = (delay, slowest) }
    }

    /// An answer that took long.
    public struct SlowAnswer: Codable, Hashable, Sendable {
        /// When the question was complete.
        public var time: Double
        /// In seconds.
        public var delay: Double
        /// The last packet of the question.
        public var frame: Int
        /// The first packet of the answer.
        public var answerFrame: Int

        /// Made of all its parts.
        public init(time: Double, delay: Double, frame: Int, answerFrame: Int) {
            (self.time, self.delay, self.frame, self.answerFrame) = (time, delay, frame, answerFrame)
        }
    }

    /// The options of a SYN (RFC 9293 §3.2, RFC 7323, RFC 2018, RFC 8684, RFC 7413).
    public struct TCPOptions: Codable, Hashable, Sendable {
        /// Bytes.
        public var maximumSegmentSize: Int?
        /// Bits by which windows are shifted.
        public var windowScale: Int?
        /// SACK (RFC 2018).
        public var selectiveAcknowledgments = false
        /// RFC 7323.
        public var timestamps = false
        /// RFC 8684.
        public var multipath = false
        /// RFC 7413.
        public var fastOpen = false

        /// Nothing measured yet.
        public init() {}
    }
}

extension SessionDirection {
    /// Where the bytes and the description of an application part.
    public struct MessageFault: Codable, Hashable, Sendable {
        /// When it was, in seconds of the report.
        public var time: Double
        /// A frame with bytes of the message; of one that the stream's end cut, the last of the stream.
        public var frame: Int
        /// The start of the message in its stream.
        public var streamOffset: Int
        /// What was being read: `framing`, `header.version`, `body`.
        public var key: String
        /// In words.
        public var message: String
        /// Up to 32 bytes around it, in hexadecimal.
        public var bytes: String

        /// Made of all its parts.
        public init(time: Double, frame: Int, streamOffset: Int, key: String, message: String, bytes: String) {
            (self.time, self.frame, self.streamOffset) = (time, frame, streamOffset)
            (self.key, self.message, self.bytes) = (key, message, bytes)
        }
    }

    /// Control frames of WebSocket (RFC 6455 §5.5), which are no messages.
    public struct ControlFrames: Codable, Hashable, Sendable {
        /// Pings.
        public var ping: Int
        /// Pongs.
        public var pong: Int
        /// Closing frames.
        public var close: Int

        /// Made of all its parts.
        public init(ping: Int, pong: Int, close: Int) { (self.ping, self.pong, self.close) = (ping, pong, close) }
    }
}
