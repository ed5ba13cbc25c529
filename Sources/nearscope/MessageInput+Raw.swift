import Foundation

extension MessageInput {
    /// The bytes of the file or of standard input as they are.
    ///
    /// - Throws: The exit status for input that cannot be read, or is empty.
    func readRaw() throws -> [UInt8] {
        let data: Data
        do {
            let input = try file.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .standardInput
            data = try input.readToEnd() ?? Data()
        } catch {
            throw ExitStatus.cannotOpen.failure(name, "cannot be read")
        }
        return try checked(Array(data))
    }
}
