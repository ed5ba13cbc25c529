import ArgumentParser
import ServiceDiscovery
import WireText

/// An Info.plist that an option or argument names.
enum PropertyListFile {
    /// - Parameter path: A file, or - for standard input.
    /// - Throws: The exit status, after the error was reported.
    static func declarations(at path: String) throws -> AppServiceDeclarations {
        // One byte more than may be read shows that there is too much.
        let content = try InputFile.read(path == "-" ? nil : path, limit: AppServiceDeclarations.maximumLength + 1)
        do throws(PropertyListError) {
            return try AppServiceDeclarations(infoPlist: Array(content))
        } catch {
            throw ExitStatus.notUnderstood.failure(path, error.description)
        }
    }
}
