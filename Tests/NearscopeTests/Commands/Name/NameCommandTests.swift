import Foundation
import Testing

@Suite struct NameCommandTests {
    private func json(_ outcome: BuiltTool.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    @Test func nextShowsAllRespondersSideBySide() throws {
        let outcome = try BuiltTool.run(wide: "name", "next", "iPad (2)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                "iPad (2)" after a conflict:

                  Apple             iPad (3)
                  Avahi             iPad (2) #2
                  python-zeroconf   iPad (2)-2
                  JmDNS             iPad (3)
                  systemd-resolved  iPad (2)2…11

                systemd-resolved: a random number from 1 to 10 is added.

                """)
    }

    @Test func nextShowsWhatIsRandomAsARange() throws {
        let outcome = try BuiltTool.run(wide: "name", "next", "Storm (9)", "--count", "3", "--responder", "apple")
        #expect(
            outcome.text == """
                "Storm (9)" after conflicts:

                  conflict  Apple
                  1         Storm (10)
                  2         Storm (11)…(110)
                  3         Storm (12)…(210)

                Apple: from 10 on, a random number from 1 to 100 is added.

                """)
        let host = try BuiltTool.run(wide: "name", "next", "MacBook-Pro-14.local", "--host")
        #expect(host.text.contains("Apple             MacBook-Pro-15…-114\n  Avahi             MacBook-Pro-15\n"))
        #expect(!host.text.contains("--host"))
        #expect(try BuiltTool.run(wide: "name", "next", "iPad.local").text.contains("use --host"))
    }

    @Test func nextDrawsTheSameFromTheSameSeed() throws {
        let once = try BuiltTool.run(wide: "name", "next", "iPad (10)", "--seed", "7", "--count", "4")
        #expect(
            once.output == (try BuiltTool.run(wide: "name", "next", "iPad (10)", "--seed", "7", "--count", "4").output))
        #expect(
            once.output != (try BuiltTool.run(wide: "name", "next", "iPad (10)", "--seed", "8", "--count", "4").output))
        #expect(!once.text.contains("…"))
    }

    @Test func nextTakesWholeNamesAndTellsLengths() throws {
        let whole = try BuiltTool.run(wide: "name", "next", #"iPad\032(2)._http._tcp.local."#)
        #expect(whole.text == (try BuiltTool.run(wide: "name", "next", "iPad (2)").text))
        let long = try BuiltTool.run(wide: "name", "next", String(repeating: "a", count: 63))
        #expect(long.status == 0)
        #expect(long.text.contains("a (2) [63 bytes]"))
        #expect(long.text.contains("python-zeroconf: no other name, the new label would be 65 bytes long"))
    }

    @Test func nextAnswersPrograms() throws {
        let answer = try json(BuiltTool.run(wide: "name", "next", "iPad (9)", "--count", "2", "--format", "json"))
        #expect(answer["name"] as? String == "iPad (9)" && answer["subject"] as? String == "service")
        let rules = try #require(answer["rules"] as? [[String: Any]])
        #expect(rules.map { $0["responder"] as? String } == ["apple", "avahi", "zeroconf", "jmdns", "resolved"])
        let steps = try #require(rules[0]["steps"] as? [[String: Any]])
        #expect(steps[0]["label"] as? String == "iPad (10)" && steps[0]["bytes"] as? Int == 9)
        #expect(steps[1]["first"] as? String == "iPad (11)" && steps[1]["last"] as? String == "iPad (110)")
        #expect(steps[1]["choices"] as? Int == 100 && steps[1]["label"] is NSNull)
    }

    @Test func nextWithoutAnyOtherNameIsAFailure() throws {
        let outcome = try BuiltTool.run(wide: "name", "next", "", "--responder", "avahi")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("Avahi: no other name, the label is empty."))
        let host = try BuiltTool.run(wide: "name", "next", "iPad", "--host", "--responder", "zeroconf")
        #expect(host.status == 1 && host.errors.isEmpty)
        #expect(host.text.contains("python-zeroconf: no other name, the responder never renames a host."))
    }

    @Test func nextShowsBlanksAtTheEnds() throws {
        let empty = try BuiltTool.run(wide: "name", "next", "")
        #expect(empty.status == 0)
        #expect(empty.text.contains(#"  Apple             " (2)""#))
        #expect(try BuiltTool.run(wide: "name", "next", " a").text.contains(#"  Avahi             " a #2""#))
    }

    @Test func explainCountsConflicts() throws {
        let outcome = try BuiltTool.run(wide: "name", "explain", "iPad", "iPad (3)")
        #expect(outcome.status == 0)
        #expect(
            outcome.text == """
                "iPad" became "iPad (3)" by one of these rules:

                  Apple  2 conflicts  iPad → iPad (2) → iPad (3)
                  JmDNS  2 conflicts  iPad → iPad (2) → iPad (3)

                A conflict means that another host on the link already had the name.

                """)
        let hosts = try BuiltTool.run(wide: "name", "explain", "iPad.local", "iPad-2.local", "--host")
        #expect(hosts.text.contains("Apple  1 conflict") && hosts.text.contains("Avahi  1 conflict"))
        let random = try BuiltTool.run(wide: "name", "explain", "iPad", "iPad (250)")
        #expect(random.text.contains("at least 12 conflicts"))
        let midst = try BuiltTool.run(wide: "name", "explain", "Lamp-2", "Lamp-4")
        #expect(midst.text.contains("Lamp-2 → Lamp-3 → Lamp-4"))
    }

    @Test func explainTellsWhenSomebodyChoseTheName() throws {
        let other = try BuiltTool.run(wide: "name", "explain", "iPad", "iPhone")
        #expect(other.status == 1 && other.text.contains("Somebody chose the name"))
        let back = try BuiltTool.run(wide: "name", "explain", "iPad (2)", "iPad")
        #expect(
            back.status == 1 && back.text.contains("In the other direction it takes 1 conflict by the rule of Apple"))
        let host = try BuiltTool.run(wide: "name", "explain", "iPad-10", "iPad-12")
        #expect(host.text.contains("python-zeroconf   2 conflicts"))
        let same = try BuiltTool.run(wide: "name", "explain", "iPad", "IPAD")
        #expect(same.status == 1 && same.text.contains("the same name"))
        let types = try BuiltTool.run(wide: "name", "explain", "iPad._http._tcp.local", "iPad (2)._ipp._tcp.local")
        #expect(types.status == 1 && types.text.contains("so never conflict"))
    }

    @Test func explainAsksTheRulesForHostsToo() throws {
        for (from, to) in [("A.local", "A-2.local"), ("A.local.", "a-2.LOCAL.")] {
            let hosts = try BuiltTool.run(wide: "name", "explain", from, to)
            #expect(hosts.status == 0)
            #expect(hosts.text.hasPrefix("If these are host names, \"A\" became \""))
            #expect(
                hosts.text.contains("by one of these rules:\n\n  Apple  1 conflict") && !hosts.text.contains("chose"))
        }
        let answer = try json(BuiltTool.run(wide: "name", "explain", "A.local", "A-2.local", "--format", "json"))
        #expect(answer["subject"] as? String == "host" && answer["from"] as? String == "A")
        #expect((answer["rules"] as? [Any])?.count == 3)
        // Neither services nor hosts.
        let chosen = try BuiltTool.run(wide: "name", "explain", "A.local", "B.local")
        #expect(chosen.status == 1 && chosen.text.contains("Somebody chose the name"))
        // Asked for hosts, it tells what they would be as services, but does not take them for that.
        let service = try BuiltTool.run(wide: "name", "explain", "iPad", "iPad (2)", "--host")
        #expect(service.status == 1 && service.text.contains("As service names it takes 1 conflict"))
        #expect(!service.text.contains("chose"))
        // The name of a service is that of no host.
        #expect(try BuiltTool.run(wide: "name", "explain", "A-2._http._tcp.local", "A-3._ipp._tcp.local").status == 1)
    }

    @Test func explainAnswersPrograms() throws {
        let answer = try json(BuiltTool.run(wide: "name", "explain", "Kiosk", "Kiosk #3", "--format", "json"))
        let rules = try #require(answer["rules"] as? [[String: Any]])
        #expect(rules.count == 1)
        #expect(rules[0]["responder"] as? String == "avahi" && rules[0]["conflicts"] as? Int == 2)
        #expect(rules[0]["labels"] as? [String] == ["Kiosk #2", "Kiosk #3"])
        let none = try BuiltTool.run(wide: "name", "explain", "a", "b", "--format", "json")
        #expect(none.status == 1)
        #expect((try json(none)["rules"] as? [Any])?.isEmpty == true)
    }

    @Test func checkTakesNamesApart() throws {
        let outcome = try BuiltTool.run(wide: "name", "check", #"iPad\032(2)._http._tcp.local."#)
        #expect(outcome.status == 0)
        for line in [
            "iPad (2)._http._tcp.local.: the name of a service instance",
            "instance     iPad (2)         8 of 63 bytes",
            "on the wire  27 of 255 bytes", "Apple  1 conflict  from \"iPad\"", "All rules are kept:",
            #"Apple            accepts it unchanged  iPad\032(2)._http._tcp.local."#,
            #"Avahi            accepts it unchanged  iPad\032\0402\041._http._tcp.local"#,
        ] {
            #expect(outcome.text.contains(line + "\n"), "\(line)")
        }
        #expect(outcome.text == (try BuiltTool.run(wide: "name", "check", "iPad (2)._http._tcp.local").text))
    }

    @Test func checkFailsWhereARuleLeavesNoChoice() throws {
        let split = try BuiltTool.run(wide: "name", "check", "v1.2 node._odd._tcp.local")
        #expect(split.status == 1)
        #expect(split.text.contains("BROKEN  the instance is spread over 2 labels"))
        #expect(split.text.contains(#"write v1\.2 node._odd._tcp.local."#))
        // What is told of python-zeroconf at one place is what is told at the other.
        #expect(split.text.contains("note    python-zeroconf would send the instance as 2 labels"))
        #expect(split.text.contains(#"sends it as 2 labels: "v1", "2 node""#))
        let whole = try BuiltTool.run(wide: "name", "check", #"v1\.2 node._odd._tcp.local"#)
        #expect(whole.status == 0)
        #expect(whole.text.contains(#"sends it as 2 labels: "v1", "2 node""#))
        let long = String(repeating: "a", count: 64)
        let tooLong = try BuiltTool.run(wide: "name", "check", long + "._http._tcp.local")
        #expect(tooLong.status == 1 && tooLong.text.contains("64 bytes long, the limit is 63"))
        #expect(tooLong.text.contains("Apple            cuts it to \"\(long.dropLast())\", 63 bytes"))
        #expect(tooLong.text.contains("Avahi            refuses it: the instance is 64 bytes long"))
        #expect(tooLong.text.contains("type      _http._tcp") && tooLong.text.contains("kept    the service type"))
        let ofBadType = try BuiltTool.run(wide: "name", "check", long + "._a--b._tcp.local")
        #expect(ofBadType.text.contains("python-zeroconf  refuses the type"))
        #expect(ofBadType.text.contains("BROKEN  the service name has two hyphens"))
        let empty = try BuiltTool.run(wide: "name", "check", "._http._tcp.local")
        #expect(empty.status == 1 && empty.text.contains("Apple            uses the computer's name instead"))
        let type = try BuiltTool.run(wide: "name", "check", "a._-sixteen--letter._tcp.local")
        #expect(type.status == 1)
        for words in [
            "BROKEN  the service name has 16 characters, the limit is 15", "BROKEN  the service name begins or ends",
            "BROKEN  the service name has two hyphens", "Apple            refuses the type",
            "Avahi            accepts it unchanged",
        ] {
            #expect(type.text.contains(words), "\(words)")
        }
        let control = try BuiltTool.run(wide: "name", "check", "a\u{1B}[31mb")
        #expect(control.status == 1)
        #expect(!control.text.contains("\u{1B}") && control.text.contains("the control character 27"))
    }

    @Test func checkWarnsOfWhatShouldBeOtherwise() throws {
        let host = try BuiltTool.run(wide: "name", "check", "my_host.local")
        #expect(host.status == 0 && host.text.contains("  warning  other programs may not accept it as a host name"))
        let decomposed = try BuiltTool.run(wide: "name", "check", "Ju\u{308}rgen")
        #expect(decomposed.status == 0 && decomposed.text.contains("  warning  the instance is not in Normalization"))
        #expect(!decomposed.text.contains("BROKEN"))
    }

    @Test(arguments: [
        ("_txtchat._udp", "service-type", 0), ("_http._sctp", "service-type", 1), ("_a--b._tcp.", "service-type", 1),
        ("_http._tcp.local", "service-type-name", 0), ("_printer._sub._http._tcp.local", "subtype", 0),
        ("_services._dns-sd._udp.local", "type-enumeration", 0), ("iPad-2.local", "host", 0),
        ("my_host.local.", "host", 0), ("a..local", "host", 1), ("iPad.http._tcp.local", "instance", 1),
        (".a._http._tcp.local", "instance", 1), ("a..b._http._tcp.local", "instance", 1),
        ("Jürgen’s iPhone", "instance-label", 0), ("", "instance-label", 1), ("a..b", "instance-label", 0),
    ])
    func checkKnowsTheKindsOfNames(name: String, kind: String, status: Int32) throws {
        let outcome = try BuiltTool.run(wide: "name", "check", name, "--format", "json")
        #expect(outcome.status == status, "\(outcome.text)")
        #expect(try json(outcome)["kind"] as? String == kind)
        #expect(try BuiltTool.run(wide: "name", "check", name).status == status)
    }

    @Test func usageIsChecked() throws {
        #expect(try BuiltTool.run(wide: "name", "next", "iPad", "--count", "0").status == 64)
        #expect(try BuiltTool.run(wide: "name", "next", "iPad", "--responder", "windows").status == 64)
        #expect(try BuiltTool.run(wide: "name", "explain", "iPad").status == 64)
    }
}
