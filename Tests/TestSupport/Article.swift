import Foundation

/// An article of a module's documentation. A test file has its code word for word, so that the code compiles and is run.
public struct Article {
    /// The code of its blocks in Swift, in order.
    public let code: [String]

    /// - Parameters:
    ///   - name: The file's name without its extension: `Compare-runs`.
    ///   - module: The module that it is about.
    public init(_ name: String, of module: String) throws {
        let text = try String(
            contentsOf: Fixture.repository.appending(path: "Sources/\(module)/\(module).docc/\(name).md"),
            encoding: .utf8)
        code = text.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    /// The blocks that a file does not have: whoever changes the code in one of both has to change it in the other.
    ///
    /// - Parameter file: The path of the test file, `#filePath`.
    public func code(missingFrom file: String) throws -> [String] {
        let source = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        return code.filter { !source.contains("\n\($0)\n") }
    }
}
