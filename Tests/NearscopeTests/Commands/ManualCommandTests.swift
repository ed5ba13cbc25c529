import Foundation
import Testing

@Suite struct ManualCommandTests {
    @Test func aPageIsPrinted() throws {
        let outcome = try BuiltTool.run("manual", "name", "next")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("nearscope\\-name\\-next \\- shows what a name becomes"))
        #expect(try BuiltTool.run("manual", "nearscope").text == BuiltTool.run("manual").text)
    }

    @Test func allPagesAreWrittenOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "share/man1").path
        #expect(try BuiltTool.run("manual", "--output", path).status == 0)
        let pages = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(pages.contains("nearscope.1") && pages.contains("nearscope-generate-mesh.1"))
        #expect(try BuiltTool.run("manual", "--output", path).status == 74)
        #expect(try BuiltTool.run("manual", "--output", path, "--force").status == 0)
    }

    @Test func theDateIsThatOfTheSource() throws {
        func run(_ epoch: String) throws -> BuiltTool.Outcome {
            try BuiltTool.run(arguments: ["manual"], environment: ["SOURCE_DATE_EPOCH": epoch])
        }
        #expect(try run("0").text.contains(" 1 1970-01-01 "))
        #expect(try run("253402300800").status == 64)
        #expect(try run("today").status == 64)
    }

    @Test func whatIsNoCommandHasNoPage() throws {
        let outcome = try BuiltTool.run("manual", "sesions")
        #expect(outcome.status == 64 && outcome.errors.contains("there is no command “sesions”"))
        #expect(try BuiltTool.run("manual", "name", "--output", "/tmp").status == 64)
    }
}
