import Foundation
import Testing

@testable import Platform

@Suite struct FilesTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/nearscope-files-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test func aFileIsReplacedOnlyIfItMayBe() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a"
        try #require(FileManager.default.createFile(atPath: path, contents: Data("old".utf8)))
        #expect(throws: SystemError.self) { try Files.create(path, replaces: false) }
        #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
        _ = close(try Files.create(path, replaces: true))
        #expect(FileManager.default.contents(atPath: path)?.isEmpty == true)
        // A device has nothing to lose.
        _ = close(try Files.create("/dev/null", replaces: false))
    }

    @Test func aModeKeepsOthersOutAndLinksFromBeingFollowed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, link) = (folder + "/own", folder + "/link")
        _ = close(try Files.create(path, replaces: false, mode: 0o600))
        #expect(Files.status(path).map { $0.st_mode & 0o777 } == 0o600)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(throws: SystemError.self) { try Files.create(link, replaces: true, mode: 0o600) }
        _ = close(try Files.create(link, replaces: true))
    }

    @Test func namesAreSortedAndNotHidden() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["b", ".hidden", "a", "ä"] { _ = close(try Files.create(folder + "/" + name, replaces: false)) }
        #expect(try Files.names(in: folder) == ["a", "b", "ä"])
        #expect(throws: SystemError.self) { try Files.names(in: folder + "/none") }
    }
}
