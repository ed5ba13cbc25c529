import TraceAnalysis
import TraceModel
import WireText

/// The sentences about the sessions and messages that a frame belongs to.
public struct FrameContextWords: Sendable {
    private let contexts: FrameContexts
    private let names: PeerNames

    /// Sentences about the frames of one report, with the names of its peers.
    public init(_ contexts: FrameContexts) {
        self.contexts = contexts
        names = PeerNames(contexts.report.peers)
    }

    /// Sentences without control characters, in the order of the packets in the frame.
    public func sentences(about frame: Int) -> [String] {
        contexts[frame].flatMap { context in
            [session(context)] + context.messages.map { message($0, in: context) } + rest(context)
        }
    }

    private func session(_ context: FrameContext) -> String {
        let session = contexts.report.sessions[context.session - 1]
        let arrow = context.direction.map { $0 == .forward ? ", →" : ", ←" } ?? ""
        let application = session.reportedApplication == .unknown ? "" : ", \(session.application.rawValue)"
        let ends = "\(names.name(session.initiator)) → \(names.name(session.responder))"
        let transport = session.transport.rawValue.uppercased()
        return "session #\(session.id)\(arrow): \(transport) \(ends)\(application)\(part(context))"
    }

    private func part(_ context: FrameContext) -> String {
        switch context.part {
        case .deliveryError: return "; an ICMP error about one of its packets"
        case .fragment: return "; a fragment of a datagram"
        case .packet:
            guard let bytes = context.streamBytes, !bytes.isEmpty else { return "" }
            let range = "bytes \(Quantity.grouped(bytes.lowerBound)) to \(Quantity.grouped(bytes.upperBound - 1))"
            return "; \(range) of the stream" + (context.isRetransmission ? ", sent again" : "")
        }
    }

    private func message(_ numbered: FrameContext.NumberedMessage, in context: FrameContext) -> String {
        let message = numbered.message
        let type = message.type.map { " “\(SafeText.cut(SafeText.escaped($0), width: 40))”" } ?? ""
        let frames =
            message.firstFrame == message.frame
            ? (message.frame == context.frame ? "" : ", in frame \(message.frame)")
            : ", frames \(message.firstFrame) to \(message.frame)"
        let fault = message.fault.map { ": \(SafeText.escaped($0))" } ?? ""
        return "message \(numbered.number)\(type), \(Quantity.count(message.bytes, "byte"))\(frames)\(fault)"
    }

    private func rest(_ context: FrameContext) -> [String] {
        context.omittedMessages == 0 ? [] : ["\(Quantity.count(context.omittedMessages, "more message")) in this frame"]
    }
}
