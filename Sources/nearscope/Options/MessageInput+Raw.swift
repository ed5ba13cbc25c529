import Foundation

extension MessageInput {
    /// The bytes of the file or of standard input as they are.
    ///
    /// - Throws: The exit status for input that cannot be read, or is empty.
    func readRaw() throws -> [UInt8] { try checked(Array(readData())) }
}
