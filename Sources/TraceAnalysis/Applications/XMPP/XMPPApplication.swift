import ApplicationProtocols
import TraceModel
import WireCoding
import XMPPStreams

/// XMPP client streams, and those that carry the messages of CarrierPigeon.
enum XMPPApplication: NativeApplication {
    typealias Stream = XMPPReader

    static var rules: [any FindingRule.Type] { [BrokenXMPPStreamRule.self] }

    static func evidence(of connection: Connection) -> ApplicationEvidence? {
        let streams = streams(of: connection).filter(\.isXMPP)
        guard !streams.isEmpty else { return nil }
        if streams.contains(where: \.isRelaying) {
            return ApplicationEvidence(
                .carrierPigeon, because: "an XMPP stream with messages that CarrierPigeon carries")
        }
        let rest = streams.contains { $0.count > 0 } ? "" : " without stanzas"
        return ApplicationEvidence(.xmpp, because: "an XMPP stream\(rest)")
    }

    static func isNamed(_ application: Session.Application) -> Bool { application.isXMPP }

    private static func streams(of connection: Connection) -> [StanzaStream] {
        [true, false].compactMap { connection.reader(XMPPReader.self, ofInitiator: $0)?.stanzas }
    }

    static func firstMessage(of connection: Connection) -> PacketMoment? {
        streams(of: connection).compactMap(\.firstMessage).min()
    }

    /// A client goes by the account that its stream is bound to.
    static func identities(in connection: Connection) -> [EndIdentity] {
        guard let client = connection.ends.responder.boundJID else { return [] }
        return [
            EndIdentity(
                side: .initiator, peerID: nil, displayName: client.bare.rawValue, evidence: .messageSender,
                moment: PacketMoment(frame: connection.firstFrame, time: connection.start))
        ]
    }

    /// By the address that the other end has given it.
    static func sender(ofInitiator isInitiator: Bool, in connection: Connection) -> String? {
        connection.ends[isInitiator: !isInitiator].boundJID?.rawValue
    }

    static func describe(_ direction: inout SessionDirection, _ end: NativeEnd) {
        let stanzas = end.connection.reader(XMPPReader.self, ofInitiator: end.isInitiator)?.stanzas
        direction.messages = stanzas?.count ?? 0
        direction.messageTypes = stanzas?.byName ?? NamedCounts()
        direction.messageBytes = stanzas?.bytes ?? 0
        direction.malformedMessages = stanzas?.fault == nil ? 0 : 1
    }
}

/// An XMPP stream is not XML that XMPP allows.
enum BrokenXMPPStreamRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard context.report.sessions[index].application.isXMPP else { return [] }
        return [true, false].compactMap { isInitiator in
            context.connections[index].reader(XMPPReader.self, ofInitiator: isInitiator)?.stanzas?.fault.flatMap {
                finding($0, sentBy: SessionEnd(index: index, isInitiator: isInitiator), context)
            }
        }
    }

    private static func finding(
        _ fault: StreamFault, sentBy end: SessionEnd, _ context: FindingContext
    ) -> Finding? {
        guard case .brokenMarkup(let words) = fault.kind else { return nil }
        return context.finding(
            "message-undecodable", .error, sentBy: end, at: [fault.moment],
            message: "The XMPP stream from \(context.label(of: end)) breaks: \(words); nothing after it is read.",
            facts: ["streamOffset": fault.streamOffset],
            remedy: "Use a library to write the XML. Receivers must close a stream that contains what XMPP forbids.",
            reference: "RFC 6120 §11, Docs/findings.md, message-undecodable")
    }
}
