import TraceModel
import Testing

@testable import TraceReports

@Suite struct SentenceRedactionTests {
    private static func redacted(_ sentence: String, knowing names: String...) -> String {
        let standIns = StandIns()
        for name in names { standIns.avoid(name) }
        for name in names { _ = standIns.standIn(for: name, .device) }
        return SentenceRedaction.redacted(sentence, standIns)
    }

    @Test func longestNameIsReplaced() {
        #expect(
            Self.redacted("iPad met iPad of Zoe.", knowing: "iPad", "iPad of Zoe") == "Device 1 met Device 2.")
    }

    @Test func shortNameIsReplacedAsAWholeWord() {
        #expect(Self.redacted("Bo sent Bonjour to Bo.", knowing: "Bo") == "Device 1 sent Bonjour to Device 1.")
    }

    @Test func nameThatIsAnOrdinaryWordIsReplacedInQuotationMarks() {
        let sentence = "\"a\" of host \"TCP\" is a service over TCP, as \"session\" says of session 4."
        #expect(
            Self.redacted(sentence, knowing: "a", "TCP", "session")
                == "\"Device 1\" of host \"Device 2\" is a service over TCP, as \"Device 3\" says of session 4.")
    }

    @Test func ordinaryWordBeforeAParenthesisIsAName() {
        #expect(Self.redacted("server (Avahi) holds a name.", knowing: "server") == "Device 1 (Avahi) holds a name.")
    }

    @Test func letterIsANameUnlessItIsAWordOrAUnit() {
        #expect(
            Self.redacted("A frame of 3 s went from A to B.", knowing: "A", "B", "s")
                == "A frame of 3 s went from Device 1 to Device 2.")
    }

    @Test func numbersOfASentenceStay() {
        #expect(Self.redacted("42 of 42 packets took 1.5 s.", knowing: "42", "1.5") == "42 of 42 packets took 1.5 s.")
    }

    @Test func quotedTextThatNobodyKnowsIsReplaced() {
        #expect(Self.redacted("It said \"hello there\", then \"k=v\".") == "It said \"text-1\", then \"key-1=text-2\".")
        #expect(Self.redacted("The type \"_chat._tcp\" is not declared.") == "The type \"_chat._tcp\" is not declared.")
    }

    @Test func quotationMarkWithinANameDoesNotEndIt() {
        #expect(Self.redacted("\"a\" b\" (x).", knowing: "a\" b") == "\"Device 1\" (x).")
    }

    @Test func nameThatIsCutIsReplaced() {
        let name = String(repeating: "Zoë’s living room ", count: 8)
        for length in [41, 48, 64, 100] {
            let cut = String(decoding: Array(name.utf8).prefix(length), as: UTF8.self)
            #expect(Self.redacted("TXT: +\(cut)…, -b", knowing: name) == "TXT: +Device 1…, -b")
            #expect(Self.redacted("entry 1: \"\(cut)\".", knowing: name) == "entry 1: \"Device 1\".")
        }
    }

    @Test func whatLooksLikeAnAddressIsReplaced() {
        #expect(
            Self.redacted("10.0.0.1 port 80, 192.168.7.9:7001, fe80::4d:1%en0, f0:de:f1:00:00:07, 2001:db8::5.")
                == "10.0.0.1 port 80, 10.0.0.2:7001, fe80::1, 02:00:00:00:00:01, fd00::1.")
    }

    @Test func addressesThatMeanTheSameEverywhereStay() {
        let sentence =
            "224.0.0.251, ff02::fb, 255.255.255.255, 0.0.0.0, ::, ff:ff:ff:ff:ff:ff, 239.255.255.250, 169.254.0.0/16"
        #expect(Self.redacted(sentence) == sentence)
    }

    @Test func timesAndVersionsAreNoAddresses() {
        let sentence = "At 10:26:39 version 4.0.17 of RFC 6762 §8.2 said 1.2.3.4.5 and dead: beef."
        #expect(Self.redacted(sentence) == sentence)
    }
}
