import Testing
@testable import XMPPStreams

@Suite struct JIDTests {
    @Test func takesItsPartsFromTheFirstSlash() {
        let jid = JID("ann@pigeon.lab/phone/two")
        #expect(jid.bare == JID("ann@pigeon.lab"))
        #expect(jid.resource == "phone/two")
        #expect(jid.isFull && !jid.bare.isFull)
        #expect(jid.description == "ann@pigeon.lab/phone/two")
    }

    @Test func accountsDifferNotByCaseOrResource() {
        #expect(JID("Ann@Pigeon.lab/A").account == JID("ann@pigeon.LAB/b").account)
        #expect(JID("ann@pigeon.lab").account != JID("anna@pigeon.lab").account)
    }

    @Test func takesAnyText() {
        #expect(JID("").bare == JID("") && JID("").resource == nil)
        #expect(JID("/").bare == JID("") && JID("/").resource == "")
    }
}
