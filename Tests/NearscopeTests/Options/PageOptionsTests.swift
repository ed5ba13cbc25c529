import Foundation
import Testing
import WireText

@testable import nearscope

@Suite struct PageOptionsTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    /// The widest line, in columns.
    private func width(_ arguments: String..., environment: [String: String] = [:]) throws -> Int {
        let text = try BuiltTool.run(arguments: arguments, environment: environment).text
        return text.split(separator: "\n").map { SafeText.width(String($0)) }.max() ?? 0
    }

    @Test func colorsAreAsWanted() throws {
        let plain = try BuiltTool.run(capture).text
        #expect(!plain.contains("\u{1B}"))
        #expect(try BuiltTool.run(capture, "--color", "always").text.contains("\u{1B}[1mPeers and services"))
        #expect(try BuiltTool.run(capture, "--color", "never").text == plain)
        #expect(try BuiltTool.run(capture, "--color", "always", "--no-color").text == plain)
        let asked = try BuiltTool.run(
            arguments: [capture, "--color", "always"], environment: ["NO_COLOR": "1", "TERM": "dumb"])
        #expect(asked.text.contains("\u{1B}[1mPeers and services"))
    }

    @Test func theWidthIsThatOfTheOptionOrTheVariable() throws {
        #expect(try width("sessions", capture, "--width", "60") <= 60)
        #expect(try width("sessions", capture, environment: ["COLUMNS": "132"]) > 80)
        #expect(try width(capture, environment: ["COLUMNS": "20"]) <= 40)
        #expect(try width("sessions", capture, "--width", "60", environment: ["COLUMNS": "132"]) <= 60)
        #expect(try width("sessions", capture, environment: ["COLUMNS": "many"]) <= 80)
        #expect(try BuiltTool.run(capture, "--width", "39").errors.contains("--width must be 40 to 200"))
    }

    @Test func theAnswerKeepsToANarrowTerminal() throws {
        for command in [[capture], [capture, "--all"], ["messages", capture, "--limit", "9"], ["frames", capture]] {
            let text = try BuiltTool.run(arguments: command + ["--width", "40"]).text
            for line in text.split(separator: "\n") {
                #expect(SafeText.width(String(line)) <= 40, "\(command): \(line)")
            }
        }
    }

    @Test(arguments: [60, 80]) func everyTextKeepsToTheWidth(columns: Int) throws {
        let list = BuiltTool.fixture("bonjour/apple-threeway-rename.pcap")
        let commands: [[String]] = [
            [capture], [capture, "--all"], ["sessions", capture], ["messages", capture, "--limit", "9"],
            ["services", list], ["frames", capture, "--frame", "30"],
            [
                "name", "check",
                "a very long name of a service which is not valid at all, for it has no end to it._x--y._tcp.local",
            ],
            ["name", "next", "Somebody's iPad with a long name that is nearly too long"],
            ["name", "explain", "iPad", "iPad (3)"],
            ["txt", "check", "path=/index.html?a=" + String(repeating: "b", count: 90), "flag", "PATH=x"],
        ]
        for command in commands {
            let text = try BuiltTool.run(arguments: command + ["--width", "\(columns)"]).text
            // The bytes of a record are to be copied.
            for line in text.split(separator: "\n") where !line.hasPrefix("Data: ") {
                #expect(SafeText.width(String(line)) <= columns, "\(command[0]): \(line)")
            }
        }
    }
}
