import TraceModel
import Testing

@testable import TraceReports

@Suite struct RedactionRuleTests {
    private static func redacted(
        _ text: String, _ parent: String, _ key: String, with siblings: [ReportTree.Member] = []
    ) -> String {
        let place = ReportTree.Place(parent: parent, key: key, siblings: siblings)
        return StandIns().redacted(text, RedactionRule(place), at: place)
    }

    @Test func unknownPlaceIsPrivate() {
        #expect(Self.redacted("x", "sessions", "futureField") == "text-1")
        #expect(Self.redacted("x", "facts", "futureFact") == "text-1")
    }

    @Test func pathBecomesANameWithItsEndings() {
        #expect(Self.redacted("/home/zoe/at.home.pcapng.gz", "capture", "path") == "capture-1.pcapng.gz")
        #expect(Self.redacted("-", "capture", "path") == "-")
    }

    @Test func usualInterfacesStay() {
        #expect(
            ["en0", "eth12", "awdl0", "lo", "any"].map { Self.redacted($0, "interfaces", "name") } == [
                "en0", "eth12", "awdl0", "lo", "any",
            ])
        #expect(Self.redacted("zoe0", "interfaces", "name") == "interface-1")
        #expect(Self.redacted("Zoe’s Wi-Fi", "sessions", "interfaceName") == "interface-1")
    }

    @Test func filterKeepsItsWords() {
        #expect(
            Self.redacted("(host zoes-mac or net 192.168.7.0/24) and not port 5353", "capture", "filter")
                == "(host host-1 or net 10.0.0.1/24) and not port 5353")
    }

    @Test func numbersOfMessagesStayAndNamesOfThemDoNot() {
        #expect(Self.redacted("22", "relayedMessages", "id") == "22")
        #expect(Self.redacted("a0b1-zoe", "deliveries", "id") == "id-1")
    }

    @Test func typesOfMessagesStayWhereTheyAreOfTheProtocol() {
        #expect(Self.redacted("broadcast", "message", "type") == "broadcast")
        #expect(Self.redacted("zoesVote", "message", "type") == "type-1")
        #expect(Self.redacted("zoesVote", "messageTypes", "type") == "type-1")
    }

    @Test func multipeerPeersAndContextsAreReplaced() {
        #expect(Self.redacted("1wh8gqy8zq87c", "invitations", "from") == "peer-1")
        #expect(Self.redacted("1wh8gqy8zq87c", "candidates", "peerID") == "peer-1")
        #expect(Self.redacted("4E9B6F08", "peers", "participant") == "peer-1")
        #expect(Self.redacted("6869", "invitations", "contextHex") != "6869")
        #expect(Self.redacted("invite", "message", "type") == "invite")
        #expect(Self.redacted("greeted", "facts", "stage") == "greeted")
    }

    @Test func idsOfTheReportStayInFacts() {
        #expect(Self.redacted("s12", "facts", "from") == "s12")
        #expect(Self.redacted("p1", "facts", "asker") == "p1")
        #expect(Self.redacted("responder", "facts", "receiver") == "responder")
        #expect(Self.redacted("Zoe.local.", "facts", "from") == "host-1.local.")
        #expect(Self.redacted("10.9.9.9", "facts", "initiator") == "10.0.0.1")
    }

    @Test func attributesKeepTheirKeys() {
        let standIns = StandIns()
        standIns.noteAttributeKey("displayName")
        standIns.noteAttributeKey("größe")
        #expect(standIns.attribute("displayName=Zoe") == "displayName=text-1")
        #expect(standIns.attribute("größe=A4") == "key-1=text-2")
        #expect(standIns.attribute("=Zoe") == "=text-1")
        #expect(standIns.attribute("displayName=") == "displayName=")
    }
}
