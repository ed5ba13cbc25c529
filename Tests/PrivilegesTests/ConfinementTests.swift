#if os(Linux)
    import Foundation
    import Platform
    import Testing

    @testable import Privileges

    /// On a thread of its own, which the rules end with.
    @Suite struct ConfinementTests {
        static let hasRules = (try? Confinement(readable: [], writable: [], keepsSockets: true))?.isByRules ?? false

        private let folder = FileManager.default.temporaryDirectory.path + "/nearscope-confined-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

        /// Does something on a thread that ends then.
        private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
            let result = Locked<Result?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            Thread {
                let value = body()
                result.withLock { $0 = value }
                isDone.signal()
            }.start()
            isDone.wait()
            return result.withLock { $0 }
        }

        private static func fails(_ path: String, _ flags: Int32) -> Int32 {
            let descriptor = unsafe open(path, flags, 0o600)
            guard descriptor < 0 else {
                close(descriptor)
                return 0
            }
            return errno
        }

        @Test(.enabled(if: hasRules)) func onlyTheFoldersOfTheRulesAreOpen() throws {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let folder = folder
            try #require(FileManager.default.createFile(atPath: folder + "/old", contents: Data("old".utf8)))
            let confinement = try Confinement(
                readable: ["/proc", "/no/such/folder"], writable: [folder], keepsSockets: false)
            let errors = onThread { () -> [Int32]? in
                guard (try? confinement.confineThread()) != nil else { return nil }
                return [
                    Self.fails("/etc/passwd", O_RDONLY), Self.fails(folder + "/old", O_RDONLY),
                    Self.fails("/tmp/nearscope-outside-\(getpid())", O_WRONLY | O_CREAT),
                    Self.fails("/proc/self/stat", O_RDONLY), Self.fails(folder + "/new", O_WRONLY | O_CREAT | O_EXCL),
                    Self.fails(folder + "/old", O_WRONLY | O_TRUNC), unsafe unlink(folder + "/old"),
                    unsafe mkdir(folder + "/more", 0o700) == 0 ? 0 : errno,
                ]
            }
            #expect(errors == [EACCES, EACCES, EACCES, 0, 0, 0, 0, EACCES])
            // The other threads have no rules.
            #expect(Self.fails("/etc/passwd", O_RDONLY) == 0)
        }
    }
#endif
