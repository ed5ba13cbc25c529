import PeerMessaging
import TraceModel
import WireCoding

/// The frames of one direction read as mesh messages.
struct MeshStream: Sendable {
    /// The number of messages whose times are kept to check whether they respected the stabilization gate.
    static let maximumOpeners = 64
    /// Longer than the gate after the first message, by more than any connection takes.
    static let openingTime: Int64 = 10_000_000_000

    // MARK: What each message touches, together
    private(set) var counts = MeshCounts()
    /// Whether ``openers`` may still grow.
    private var isOpening = true
    /// The time of the first byte of the first message that is not an identification.
    private(set) var firstMessage: PacketMoment?
    /// The peer that ``identity`` names, where it fits.
    private var identityKey = InlineText()
    private(set) var delays = OneWayDelays()

    // MARK: What few messages touch
    /// The first bytes of messages that are not an identification, those soon after the very first message.
    private(set) var openers: [PacketMoment] = []
    /// Bodies that are not a mesh message.
    private(set) var undecodable = 0
    private(set) var firstFault: StreamFault?
    private(set) var identity: MeshIdentity?
    /// The time of the first identification that names another peer than ``identity``.
    private(set) var secondIdentity: MeshIdentity?
    /// The first message came before any identification.
    private(set) var beganWithoutIdentity = false
    /// The first message whose sender is not who identified.
    private(set) var foreignSender: MeshIdentity?
    /// Timestamps by RFC 3339 without a fraction, as Foundation writes them, give no delays.
    private(set) var coarseTimestamps = 0
    private var began: Int64?

    /// A frame of the stream whose body is read.
    struct Frame {
        /// The offset of the length word in the stream.
        var offset: Int
        /// When its first byte was seen.
        var begun: PacketMoment
        /// When its last byte and all before it were there.
        var completed: PacketMoment
    }

    /// - Parameters:
    ///   - records: Takes down the message, where that is wanted.
    ///   - pending: Takes down what it asks, answers or relays.
    @inline(__always)
    mutating func read(
        _ body: Span<UInt8>, _ frame: Frame, records: inout MessageLog?, pending: inout PendingMessages
    ) {
        do throws(MeshMessageError) {
            let message = try MeshMessageView(scanning: body)
            counts.count(message, in: body)
            note(message, in: body, frame, pending: &pending)
            records?.append(Self.record(message, in: body, frame), body: body)
        } catch {
            noteFault(frame, at: error.offset)
            records?.append(Self.fault(frame, length: body.count, "\(error)"), body: body)
        }
    }

    /// Takes note of a body that did not lie in one segment and does not begin like JSON, so that it was not kept.
    mutating func skip(_ frame: Frame, length: Int, records: inout MessageLog?) {
        noteFault(frame, at: 0)
        records?.append(Self.fault(frame, length: length, "it does not begin like JSON"))
    }

    /// - Parameter offset: The offset of the error in the body.
    private mutating func noteFault(_ frame: Frame, at offset: Int) {
        undecodable += 1
        guard firstFault == nil else { return }
        firstFault = StreamFault(
            kind: .undecodable(offset: offset), streamOffset: frame.offset, moment: frame.completed)
    }

    private static func fault(_ frame: Frame, length: Int, _ words: String) -> MessageRecord {
        MessageRecord(
            begun: frame.begun, completed: frame.completed, streamOffset: frame.offset, bytes: length,
            fault: "not a mesh message: \(words)")
    }

    @inline(__always)
    private mutating func note(
        _ message: MeshMessageView, in body: Span<UInt8>, _ frame: Frame, pending: inout PendingMessages
    ) {
        if let sent = Self.nanoseconds(of: message, in: body) {
            delays.record(sent: sent, arrival: frame.completed.time)
        } else if message.timestampForm == .iso8601 {
            coarseTimestamps += 1
        }
        if message.kind == .identification {
            noteIdentity(MeshIdentity(message, in: body, moment: frame.completed))
            return
        }
        if firstMessage == nil {
            firstMessage = frame.begun
            beganWithoutIdentity = identity == nil
            began = began ?? frame.begun.time
        }
        if isOpening { noteOpener(frame.begun) }
        // Nearly always the same sender: recognized without reading the identity, which is stored elsewhere.
        if !identityKey.isEqual(to: message.senderID, in: body), foreignSender == nil {
            compareSender(message, in: body, frame)
        }
        switch message.kind {
        case .direct: Self.noteExchange(message, in: body, frame, pending: &pending)
        case .relayedBroadcast: pending.note(MeshMessage(message, in: body), at: frame.completed)
        case .identification, .broadcast, .unknown: break
        }
    }

    @inline(never)
    private mutating func noteOpener(_ moment: PacketMoment) {
        guard openers.count < Self.maximumOpeners, let began, moment.time - began < Self.openingTime else {
            isOpening = false
            return
        }
        openers.append(moment)
    }

    @inline(never)
    private mutating func compareSender(_ message: MeshMessageView, in body: Span<UInt8>, _ frame: Frame) {
        guard let identity, identity.isWhole,
            !message.senderID.isEqual(to: identity.peerIDBytes.span, in: body)
        else { return }
        foreignSender = MeshIdentity(
            peerID: message.senderID.string(in: body), displayName: "", moment: frame.completed)
    }

    private mutating func noteIdentity(_ new: MeshIdentity) {
        began = began ?? new.moment.time
        if let identity {
            if secondIdentity == nil, identity.peerID != new.peerID { secondIdentity = new }
        } else {
            identity = new
            identityKey = InlineText(new.peerIDBytes)
        }
    }

    /// The sender's clock in nanoseconds, from whatever time on it counts; nil for what no clock says, and for whole seconds.
    ///
    /// A number that is too large for seconds counts milliseconds, which is another of the encoder's strategies.
    @inline(__always)
    private static func nanoseconds(of message: MeshMessageView, in body: Span<UInt8>) -> Int64? {
        let value = message.timestamp
        if message.timestampForm == .secondsSince2001, abs(value) < 9e9 { return Int64(value * 1e9) }
        return unusualNanoseconds(of: message, in: body)
    }

    @inline(never)
    private static func unusualNanoseconds(of message: MeshMessageView, in body: Span<UInt8>) -> Int64? {
        let value = message.timestamp
        switch message.timestampForm {
        case .secondsSince2001:
            guard abs(value) >= 1e11, abs(value) < 9e12 else { return nil }
            // Apart, because the product has more digits than a Double.
            let whole = value.rounded(.down)
            return Int64(whole) * 1_000_000 + Int64((value - whole) * 1e6)
        case .iso8601:
            let hasFraction = message.timestampText.utf8(in: body).contains(UInt8(ascii: "."))
            return hasFraction && abs(value) < 9e9 ? Int64(value * 1e9) : nil
        }
    }

    /// Takes note of a direct message `PING …` or `PONG …`.
    private static func noteExchange(
        _ message: MeshMessageView, in body: Span<UInt8>, _ frame: Frame, pending: inout PendingMessages
    ) {
        guard let ping = MeshPing(message, in: body) else { return }
        switch ping.kind {
        case .ping: pending.note(request: .init(key: ping.key, time: frame.begun.time))
        case .pong:
            pending.note(answer: .init(key: ping.key, time: frame.completed.time, frame: frame.completed.frame))
        }
    }

    private static func record(
        _ message: MeshMessageView, in body: Span<UInt8>, _ frame: Frame
    ) -> MessageRecord {
        MessageRecord(
            begun: frame.begun, completed: frame.completed, streamOffset: frame.offset,
            type: message.caseName.string(in: body), bytes: body.count, sender: message.senderID.string(in: body),
            sent: nanoseconds(of: message, in: body),
            exchange: MeshPing(message, in: body).map { $0.kind == .ping ? .asks($0.key) : .answers($0.key) })
    }

    /// Ends the measuring of delays.
    mutating func finish() { delays.finish() }
}

/// The identity of a side, by its first identification message.
struct MeshIdentity: Equatable, Sendable {
    /// Characters (Unicode scalars) of each text that are kept: a frame has room for millions.
    static let maximumLength = 1024

    var peerID: String
    var displayName: String
    /// When the message was complete.
    var moment: PacketMoment
    let peerIDBytes: [UInt8]
    /// Whether all of the peer ID is kept, so that others can be compared with it.
    let isWhole: Bool

    init(peerID: String, displayName: String, moment: PacketMoment) {
        self.peerID = Excerpt.cut(peerID, length: Self.maximumLength)
        self.displayName = Excerpt.cut(displayName, length: Self.maximumLength)
        self.moment = moment
        peerIDBytes = Array(self.peerID.utf8)
        isWhole = self.peerID == peerID
    }

    init(_ message: MeshMessageView, in body: Span<UInt8>, moment: PacketMoment) {
        self.init(
            peerID: message.peerID.string(in: body), displayName: message.displayName.string(in: body), moment: moment)
    }
}

/// A short text that lies where it is kept, with nothing to follow: as long as a UUID is written, and a little longer.
struct InlineText: Sendable {
    /// Bytes that fit.
    static let capacity = 40

    /// 0 if there is no text, or it does not fit.
    private var length = 0
    private var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    /// The last eight bytes, some of which may be in `words` too.
    private var tail: UInt64 = 0

    init() {}

    /// - Parameter text: A text below eight bytes, or above ``capacity``, is not stored: nothing equals it.
    init(_ text: [UInt8]) {
        guard text.count >= 8, text.count <= Self.capacity else { return }
        let text = text.span
        length = text.count
        tail = text.loadUInt64(at: length - 8)
        words.0 = text.loadUInt64(at: 0)
        if length >= 16 { words.1 = text.loadUInt64(at: 8) }
        if length >= 24 { words.2 = text.loadUInt64(at: 16) }
        if length >= 32 { words.3 = text.loadUInt64(at: 24) }
    }

    /// Whether a string without escapes is this text; false if there is none.
    @inline(__always)
    func isEqual(to string: JSONStringRange, in body: Span<UInt8>) -> Bool {
        let start = Int(string.lowerBound)
        guard length > 0, !string.hasEscapes, Int(string.upperBound) &- start == length else { return false }
        var difference = body.loadUInt64(at: start) ^ words.0
        difference |= body.loadUInt64(at: start &+ length &- 8) ^ tail
        if length >= 16 { difference |= body.loadUInt64(at: start &+ 8) ^ words.1 }
        if length >= 24 { difference |= body.loadUInt64(at: start &+ 16) ^ words.2 }
        if length >= 32 { difference |= body.loadUInt64(at: start &+ 24) ^ words.3 }
        return difference == 0
    }
}

/// Mesh messages of one direction by type.
struct MeshCounts: Equatable, Sendable {
    private(set) var identification = 0
    private(set) var broadcast = 0
    private(set) var direct = 0
    private(set) var relayedBroadcast = 0
    private(set) var unknown: [String: Int] = [:]
    private(set) var bytes = 0

    /// Messages that decoded.
    var total: Int { identification + broadcast + direct + relayedBroadcast + unknown.values.reduce(0, +) }
    /// Messages of the four known types.
    var known: Int { identification + broadcast + direct + relayedBroadcast }

    @inline(__always)
    mutating func count(_ message: MeshMessageView, in body: Span<UInt8>) {
        bytes += body.count
        switch message.kind {
        case .identification: identification += 1
        case .broadcast: broadcast += 1
        case .direct: direct += 1
        case .relayedBroadcast: relayedBroadcast += 1
        case .unknown: unknown.countType(message.caseName.string(in: body))
        }
    }

    var byName: NamedCounts {
        var counts = NamedCounts()
        counts.add(identification, of: "identification")
        counts.add(broadcast, of: "broadcast")
        counts.add(direct, of: "direct")
        counts.add(relayedBroadcast, of: "relayedBroadcast")
        for name in unknown.keys.sorted() { counts.add(unknown[name] ?? 0, of: name) }
        return counts
    }
}
