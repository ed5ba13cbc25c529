import Testing

@testable import nearscope

@Suite struct DescribedNameTests {
    @Test func aNameWithADescriptionIsNoSubcommand() {
        #expect(
            DescribedName.inserted(into: ["decode", "chess", "00", "--protocol", "a.yaml"])
                == ["decode", "described", "chess", "00", "--protocol", "a.yaml"])
        #expect(
            DescribedName.inserted(into: ["encode", "--protocol=a.yaml", "event", "{}"])
                == ["encode", "described", "--protocol=a.yaml", "event", "{}"])
    }

    @Test(arguments: [
        ["decode", "described", "chess", "--protocol", "a.yaml"], ["decode", "dns", "00"], ["decode"],
        ["sessions", "a.pcap", "--protocol", "a.yaml"], ["decode", "mesh", "--", "--protocol"], [],
    ])
    func otherArgumentsStayAsTheyAre(arguments: [String]) {
        #expect(DescribedName.inserted(into: arguments) == arguments)
    }
}
