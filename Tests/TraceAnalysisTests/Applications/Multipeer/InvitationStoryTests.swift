import MultipeerWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct InvitationStoryTests {
    private static let (ada, bo) = (MultipeerScene.ada, MultipeerScene.bo)

    private static func at(_ frame: Int) -> PacketMoment { PacketMoment(frame: frame, time: Int64(frame)) }

    private static func invitation(_ id: Int64) -> MultipeerStatement {
        .invitation(.init(id: id, from: ada, to: bo, contextSize: 0))
    }

    private static func answer(_ id: Int64, _ isAccepted: Bool) -> MultipeerStatement {
        .answer(.init(id: id, from: bo, to: ada, isAccepted: isAccepted))
    }

    private static func story(_ statements: [(MultipeerStatement, fromInitiator: Bool)]) -> InvitationStory {
        var story = InvitationStory()
        for (number, entry) in statements.enumerated() {
            story.take(entry.0, fromInitiator: entry.fromInitiator, at: at(number + 1))
        }
        return story
    }

    @Test func anAnswerBelongsToTheInvitationWithItsNumber() {
        let story = Self.story([
            (Self.invitation(5), true), (Self.invitation(6), true), (Self.answer(6, false), false),
            (Self.answer(5, true), false),
        ])
        #expect(story.invitations.map { $0.answer?.isAccepted } == [true, false])
        #expect(story.invitations.map { $0.answer?.moment.frame } == [4, 3])
    }

    @Test func anAnswerWithAnotherNumberBelongsToTheLastOpenOne() {
        let story = Self.story([
            (Self.invitation(5), true), (Self.invitation(6), true), (Self.answer(9, true), false),
        ])
        #expect(story.invitations.map { $0.answer?.isAccepted } == [nil, true])
    }

    @Test func nobodyAnswersAnInvitationOfItsOwn() {
        let story = Self.story([(Self.invitation(5), true), (Self.answer(5, true), true)])
        #expect(story.invitations.first?.answer == nil)
    }

    @Test func anEndIsWhoItSaysThatItIs() {
        let other = MultipeerPeerID(number: 9, displayName: "Old Bo")
        let invitation = MultipeerStatement.invitation(.init(id: 1, from: Self.ada, to: other, contextSize: 0))
        #expect(Self.story([(invitation, true)]).ends.responder.identity?.peer == other)
        let story = Self.story([(invitation, true), (.hello(Self.bo), false), (Self.answer(1, true), false)])
        #expect(story.ends.responder.identity?.peer == Self.bo)
        #expect(story.ends.responder.identity?.moment == Self.at(2))
        #expect(story.ends.initiator.identity?.peer == Self.ada)
    }

    @Test func invitationsBeyondTheLimitAreLeftOut() {
        let limit = Session.Multipeer.maximumInvitations
        let story = Self.story((0..<limit + 3).map { (Self.invitation(Int64($0)), true) })
        #expect(story.invitations.count == limit)
    }

    @Test func whoTurnsExchangesTheEnds() {
        var story = Self.story([(Self.invitation(1), true), (.hello(Self.ada), true)])
        story.turn()
        #expect(story.ends.responder.identity?.peer == Self.ada)
        #expect(story.invitations.first?.isByInitiator == false)
    }
}
