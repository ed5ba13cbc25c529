import Foundation
import TestSupport
import Testing

/// The program of the article *Announce a service* is built with the package, and short.
@Suite struct AnnounceAServiceTests {
    private static func example(_ file: String) throws -> String {
        try String(
            contentsOf: Fixture.repository.appending(path: "Tests/ServiceExample/\(file).swift"), encoding: .utf8)
    }

    @Test func articleShowsTheProgram() throws {
        let article = try String(
            contentsOf: Fixture.repository.appending(
                path: "Sources/ServiceDiscovery/ServiceDiscovery.docc/Announce-a-service.md"), encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0] + "\n"
        }
        #expect(blocks == [try Self.example("MulticastSocket"), try Self.example("Neighborhood")])
    }

    @Test func programIsShort() throws {
        let files = try ["MulticastSocket", "Neighborhood"].map(Self.example)
        let lines = files.flatMap { $0.split(separator: "\n") }.count {
            let line = $0.drop { $0 == " " }
            return !line.isEmpty && !line.hasPrefix("//")
        }
        #expect(lines <= 100)
    }
}
