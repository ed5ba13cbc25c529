import Foundation
import Testing

@testable import Platform

/// Apart from each other: ``AtomicFile/removeAll()`` is for the end of a process, and is tested by ending the tool.
@Suite struct AtomicFileTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/nearscope-atomic-\(UUID().uuidString)"
    private var path: String { folder + "/a.pcapng" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
    private var content: String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, to file: AtomicFile) throws {
        try FileHandle(fileDescriptor: file.descriptor).write(contentsOf: Data(text.utf8))
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    @Test func aFileHasItsNameOnlyWhenItIsWhole() throws {
        defer { remove() }
        let file = try AtomicFile(path, replaces: false)
        try write("new", to: file)
        let name = try #require(names.first)
        #expect(
            names.count == 1 && name.hasPrefix(".a.pcapng.partial-") && name.count == ".a.pcapng.partial-".count + 6)
        try file.commit()
        #expect(names == ["a.pcapng"] && content == "new")
        // By the umask, as any file.
        #expect(Files.status(path).map { $0.st_mode & 0o600 } == 0o600)
    }

    @Test func whatIsNotFinishedGoesAway() throws {
        defer { remove() }
        do {
            let file = try AtomicFile(path, replaces: false)
            try write("new", to: file)
        }
        #expect(names.isEmpty)
    }

    @Test func aFileThatIsThereStaysUntilTheOtherIsWhole() throws {
        defer { remove() }
        try #require(FileManager.default.createFile(atPath: path, contents: Data("old".utf8)))
        _ = unsafe chmod(path, 0o640)
        #expect(throws: SystemError.self) { try AtomicFile(path, replaces: false) }
        do {
            let abandoned = try AtomicFile(path, replaces: true)
            try write("new", to: abandoned)
            #expect(content == "old")
        }
        #expect(content == "old" && names == ["a.pcapng"])
        let file = try AtomicFile(path, replaces: true)
        try write("new", to: file)
        try file.commit()
        #expect(content == "new" && names == ["a.pcapng"])
        #expect(Files.status(path).map { $0.st_mode & 0o777 } == 0o640)
    }

    @Test func whoComesFirstWins() throws {
        defer { remove() }
        let file = try AtomicFile(path, replaces: false)
        try #require(FileManager.default.createFile(atPath: path, contents: Data("other".utf8)))
        do throws(SystemError) {
            try file.commit()
            Issue.record("replaced")
        } catch {
            #expect(error.number == EEXIST)
        }
        #expect(content == "other" && names == ["a.pcapng"])
    }

    @Test(arguments: [false, true]) func symbolicLinksAreNotFollowed(isDangling: Bool) throws {
        defer { remove() }
        let target = folder + "/target"
        if !isDangling { try #require(FileManager.default.createFile(atPath: target, contents: Data("old".utf8))) }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        for (replaces, number) in [(false, EEXIST), (true, ELOOP)] {
            do throws(SystemError) {
                _ = try AtomicFile(path, replaces: replaces)
                Issue.record("followed")
            } catch {
                #expect(error.number == number)
            }
        }
        #expect(FileManager.default.contents(atPath: target) == (isDangling ? nil : Data("old".utf8)))
    }

    @Test func devicesAndPipesAreWrittenToDirectly() throws {
        defer { remove() }
        for replaces in [false, true] {
            let device = try AtomicFile("/dev/null", replaces: replaces)
            try write("x", to: device)
            try device.commit()
        }
        _ = unsafe mkfifo(path, 0o600)
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try AtomicFile(path, replaces: false)
        try write("x", to: file)
        try file.commit()
        #expect(names == ["a.pcapng"])
        #expect(Files.status(path).map { $0.st_mode & S_IFMT } == S_IFIFO)
    }

    @Test func foldersAndNoNameAreErrors() throws {
        defer { remove() }
        for path in [folder, folder + "/", folder + "/none/a", ""] {
            #expect(throws: SystemError.self) { try AtomicFile(path, replaces: true) }
        }
        #expect(names.isEmpty)
    }

    @Test func theLongestNameHasRoom() throws {
        defer { remove() }
        let long = folder + "/" + String(repeating: "n", count: 255)
        let file = try AtomicFile(long, replaces: false)
        #expect(names.first?.count == 254 || names.first?.count == 255)
        try file.commit()
        #expect(names == [String(repeating: "n", count: 255)])
    }
}
