import Platform
import SealedChannels
import WireText

/// Reads key logs on while packets arrive.
///
/// Each log has lines of its own, so that what grows side by side is not mixed.
final class KeyLogFollower: Sendable {
    private let files: Locked<[KeyLogFile]>

    init(_ files: sending [KeyLogFile]) { self.files = Locked(files) }

    /// Adds what the logs got since the last call.
    ///
    /// - Parameter isLast: Whether nothing follows. What is wrong with the logs is said then.
    func update(_ secrets: inout SessionSecrets, isLast: Bool = false) {
        files.withLock { files in
            for file in files {
                file.follow(into: &secrets.log)
                guard isLast else { continue }
                file.finish()
                file.takeNew(into: &secrets.log)
            }
            if isLast { Self.tellFaults(of: files) }
        }
    }

    /// Reads logs to their ends, and says what is wrong with them.
    ///
    /// - Throws: The exit status for one that cannot be read.
    static func read(_ files: [KeyLogFile], into secrets: inout SessionSecrets) throws {
        for file in files {
            try file.readAll()
            file.takeNew(into: &secrets.log)
            secrets.hasLogs = true
        }
        tellFaults(of: files)
    }

    /// One line for all malformed lines, and one for what was left out.
    private static func tellFaults(of files: [KeyLogFile]) {
        let malformed = files.filter { $0.log.malformedLines > 0 }
        if !malformed.isEmpty {
            let parts = malformed.map { file in
                let (count, path) = (file.log.malformedLines, SafeText.escaped(file.path))
                let verb = count == 1 ? "is" : "are"
                return "\(path): \(Quantity.count(count, "line")) \(verb) not in key log format"
            }
            StandardError.write("nearscope: \(parts.joined(separator: "; ")); all other lines are used")
        }
        let cut = files.filter(\.isCut).map { SafeText.escaped($0.path) }
        if !cut.isEmpty {
            let limit = Quantity.bytes(KeyLogFile.maximumLength)
            StandardError.write("nearscope: \(cut.joined(separator: ", ")): only the first \(limit) are read")
        }
        let dropped = files.reduce(0) { $0 + $1.log.droppedEntries }
        if dropped > 0 {
            let count = Quantity.count(dropped, "secret")
            StandardError.write("nearscope: key logs: \(count) above the limit are not used")
        }
    }
}
