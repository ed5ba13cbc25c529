import ApplicationProtocols
import MultipeerWire
import WireCoding

/// Reads the datagrams of one end of a session. Each is a message.
struct MultipeerDatagramReader: Sendable {
    private let listsFields: Bool
    /// Bytes of datagrams so far.
    private var offset = 0
    private(set) var summary = ReadingSummary()

    var malformed: Int { summary.malformed }

    init(_ start: ReadingStart) { listsFields = start.listsFields }

    mutating func read(_ datagram: Span<UInt8>, _ take: ApplicationReader.Receiver) {
        defer { offset &+= datagram.count }
        do throws(WireError) {
            let view = try MultipeerDatagramView(datagram)
            if !summary.isCertain { summary.isCertain = Self.isProof(datagram, view) }
            take(message(view, datagram), datagram.extracting(view.payload))
        } catch {
            // Of other protocols on the same ports nothing is expected.
            guard datagram.count > 0, datagram[0] == MultipeerPacketHeader.marker else {
                let message = ApplicationMessage(
                    streamOffset: offset, wireSize: datagram.count, bodySize: datagram.count,
                    type: MultipeerDatagramKind.unknown.rawValue)
                return take(message, datagram)
            }
            note(error, datagram)
        }
    }

    /// Whether a datagram can be of no other protocol: a plain packet by its checksum, a sealed record by its marker. Checks are STUN.
    private static func isProof(_ datagram: Span<UInt8>, _ view: MultipeerDatagramView) -> Bool {
        view.sender != nil || view.kind.isSealed && MultipeerDatagramView.recognizes(datagram)
    }

    private func message(_ view: MultipeerDatagramView, _ datagram: Span<UInt8>) -> ApplicationMessage {
        var message = ApplicationMessage(
            streamOffset: offset, wireSize: datagram.count, bodySize: view.payload.count, type: view.kind.rawValue)
        message.number = view.number.map { Int64($0) }
        // Whether a packet is plain is what the conversation needs to know of an unknown one.
        if view.kind == .data || view.kind == .unknown && view.sender != nil {
            message.payloadSize = view.payload.count
        }
        guard listsFields else { return message }
        message.sender = view.sender?.description
        var input = ByteReader(datagram)
        guard let owned = try? MultipeerDatagram(parsing: &input) else { return message }
        // The kind is the message's type, and the app's bytes are its content.
        message.fields = owned.namedFields.filter { $0.name != "kind" && !(view.kind == .data && $0.name == "payload") }
        return message
    }

    private mutating func note(_ error: WireError, _ datagram: Span<UInt8>) {
        summary.malformed += 1
        guard summary.faults.isEmpty else { return }
        summary.faults = [
            ReadingFault(
                kind: .body, key: "checksum", streamOffset: offset, message: "\(error)",
                bytes: datagram.copied(0..<min(datagram.count, 32)))
        ]
    }
}
