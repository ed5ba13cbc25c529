import PeerMessaging
import WireCoding

/// The frames of one direction read as mesh messages.
struct MeshStream: Sendable {
    private(set) var counts = MeshCounts()
    /// Bodies that are no mesh message.
    private(set) var undecodable = 0
    private(set) var firstFault: StreamFault?
    private(set) var identity: MeshIdentity?
    /// When the first byte of the first message was seen that is no identification.
    private(set) var firstMessage: PacketMoment?

    /// - Parameters:
    ///   - offset: Of the frame in the stream.
    ///   - begun: When the frame's first byte was seen.
    ///   - completed: When its last byte and all before it were there.
    ///   - isTrial: Count it only if it is a message of a known type.
    /// - Returns: Whether it was counted.
    @inline(__always)
    mutating func read(
        _ body: Span<UInt8>, at offset: Int, begun: PacketMoment?, completed: PacketMoment, isTrial: Bool
    ) -> Bool {
        do throws(MeshMessageError) {
            let message = try MeshMessageView(scanning: body)
            guard !isTrial || message.isKnownType else { return false }
            counts.count(message, in: body)
            if message.kind == .identification {
                if identity == nil { identity = MeshIdentity(message, in: body, moment: completed) }
            } else if firstMessage == nil {
                firstMessage = begun
            }
            return true
        } catch {
            guard !isTrial else { return false }
            undecodable += 1
            if firstFault == nil {
                firstFault = StreamFault(
                    kind: .undecodable(offset: error.offset), streamOffset: offset, moment: completed)
            }
            return true
        }
    }
}

/// Who a side says it is, by its first identification message.
struct MeshIdentity: Equatable, Sendable {
    var peerID: String
    var displayName: String
    /// When the message was complete.
    var moment: PacketMoment

    init(_ message: MeshMessageView, in body: Span<UInt8>, moment: PacketMoment) {
        peerID = message.peerID.string(in: body)
        displayName = message.displayName.string(in: body)
        self.moment = moment
    }
}
