import ApplicationProtocols
import MultipeerWire
import TraceModel
import WireCoding

/// Apple's MultipeerConnectivity: invitations over TCP, and sessions over UDP.
///
/// Messages of the invitation channel have a CRC-32 and plain packets a CRC-16, so that no port and no service has to say what a
/// session is.
struct MultipeerApplication: BuiltInApplication {
    let name = Session.Application.multipeer.rawValue
    let claims = ApplicationClaims(streams: true, datagrams: true)

    func mayBegin(with bytes: Span<UInt8>, _ start: ReadingStart) -> Bool {
        if start.isDatagrams { return MultipeerOpening.isDatagram(bytes) }
        return start.isMidstream ? MultipeerOpening.hasHeader(bytes) : MultipeerOpening.isHeader(bytes)
    }

    func makeReader(_ start: ReadingStart) -> MultipeerReader { MultipeerReader(start) }

    func makeConversation(_ start: ConversationStart) -> (any ApplicationConversation)? { MultipeerConversation() }

    func endpoints(announcedBy facts: any Sendable) -> [AnnouncedEndpoint] {
        (facts as? MultipeerConversation.Facts)?.invitations.candidates.map {
            AnnouncedEndpoint(address: $0.address, port: $0.port)
        } ?? []
    }

    func identities(in facts: any Sendable) -> [EndIdentity] {
        guard let ends = (facts as? MultipeerConversation.Facts)?.invitations.ends else { return [] }
        return [(ConversationSide.initiator, ends.initiator), (.responder, ends.responder)].compactMap { side, end in
            end.identity.map { identity in
                EndIdentity(
                    side: side, peerID: identity.peer.instanceName, displayName: identity.peer.displayName,
                    evidence: .multipeerNumber, moment: identity.moment)
            }
        }
    }

    func describe(_ session: inout Session, _ facts: (any Sendable)?, _ axis: TimeAxis) {
        let facts = facts as? MultipeerConversation.Facts ?? MultipeerConversation.Facts()
        session.multipeer =
            session.transport == .tcp
            ? Session.Multipeer(facts.invitations, axis) : Session.Multipeer(facts.session, axis)
    }
}

extension MultipeerApplication: JudgedApplication {
    var rules: [any FindingRule.Type] {
        [
            MultipeerChecksumRule.self, InvitationAnswerRule.self, CrossedInvitationsRule.self,
            MultipeerIdentityRule.self, SessionNotEstablishedRule.self,
        ]
    }
}
