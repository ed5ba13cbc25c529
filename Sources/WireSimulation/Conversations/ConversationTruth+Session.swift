import WireTesting

extension ConversationTruth {
    /// A connection, or the datagrams between two ports.
    public struct Session: Hashable, Sendable, Codable {
        /// Counted from 1, in order of ``start``.
        public var id: Int
        /// `tcp` or `udp`.
        public var transport: String
        /// The name of the described protocol; nil for other scenarios.
        public var application: String?
        /// The end that sent the first packet.
        public var initiator: Endpoint
        /// The other end.
        public var responder: Endpoint
        /// When the initiator sent its first packet.
        public var start: Double
        /// When the connection was ready at either end; nil for datagrams.
        public var openedAtInitiator: Double?
        /// The same at the responder, which is ready when the handshake's last segment has arrived.
        public var openedAtResponder: Double?
        /// When either end of a mesh sent its identification.
        public var identificationSentAtInitiator: Double?
        /// When the responder sent its own; nil as for the initiator.
        public var identificationSentAtResponder: Double?
        /// When both ends had heard that the other one closed; nil for datagrams.
        public var closed: Double?
        /// What the initiator sent.
        public var initiatorToResponder: Direction
        /// What the responder sent.
        public var responderToInitiator: Direction
        /// Round trips that the ends measured: from the first byte sent to the last byte of the answer received.
        public var rttFromInitiator = Delays()
        /// The round trips that the responder measured.
        public var rttFromResponder = Delays()
    }

    /// The data that one end sent and the other received.
    public struct Direction: Hashable, Sendable, Codable {
        /// The bytes that the sender gave to its transport, each counted once.
        public var bytesWritten = 0
        /// The bytes that the receiver got: of a stream each byte once, of datagrams including copies.
        public var bytesRead = 0
        /// Messages of a mesh, probes and echoes, or datagrams; copies on the way not counted.
        public var messagesWritten = 0
        /// The counts by type: those of a mesh, or `probe`, `echo` and `data`.
        public var messagesWrittenByType: [String: Int] = [:]
        /// The bodies of these messages, in bytes as on the wire; nil for anything but a described protocol.
        public var messageBytesWritten: Int?
        /// Those that arrived, with copies.
        public var messagesRead = 0
        /// Segments with data that were sent again.
        public var segmentsSentAgain = 0
        /// The counts of numbered datagrams; nil for anything else.
        public var numbered: Numbered?
    }

    /// The fate of numbered datagrams.
    public struct Numbered: Hashable, Sendable, Codable {
        /// How many, numbered from 0.
        public var sent = 0
        /// Numbers that never arrived.
        public var lost: [Int] = []
        /// How many of these come after the last one that arrived: the receiver cannot know of them.
        public var lostBehindLast = 0
        /// Numbers of further copies.
        public var duplicates: [Int] = []
        /// Numbers whose first copy came after a higher one.
        public var reordered: [Int] = []
    }

    /// Delays in order of measuring, and figures of them.
    public struct Delays: Hashable, Sendable, Codable {
        /// How many.
        public var n = 0
        /// The least, nil without any.
        public var minMS: Double?
        /// The sum divided by ``n``, nil without any.
        public var meanMS: Double?
        /// The middle one, of an even number the mean of the two; nil without any.
        public var medianMS: Double?
        /// The greatest, nil without any.
        public var maxMS: Double?
        /// The mean absolute difference between consecutive values.
        public var jitterMeanAbsDeltaMS: Double?
        /// The jitter by the formula of RFC 3550 §6.4.1, over these differences.
        public var rfc3550JitterMS: Double?
        /// All of them.
        public var samplesMS: [Double] = []

        /// - Parameter samples: In nanoseconds.
        init(_ samples: [Int64] = []) {
            guard !samples.isEmpty else { return }
            samplesMS = samples.map { Double($0) / 1e6 }
            n = samples.count
            let sorted = samplesMS.sorted()
            minMS = sorted[0]
            maxMS = sorted[n - 1]
            meanMS = samplesMS.reduce(0, +) / Double(n)
            medianMS = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2
            let differences = zip(samplesMS.dropFirst(), samplesMS).map { abs($0 - $1) }
            guard !differences.isEmpty else { return }
            jitterMeanAbsDeltaMS = differences.reduce(0, +) / Double(differences.count)
            rfc3550JitterMS = differences.reduce(0) { $0 + ($1 - $0) / 16 }
        }
    }
}
