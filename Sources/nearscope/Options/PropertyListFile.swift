import ArgumentParser
import Foundation
import ServiceDiscovery
import WireText

/// An Info.plist that an option or argument names.
enum PropertyListFile {
    /// - Parameter path: A file, or - for standard input.
    /// - Throws: The exit status, after the error was reported.
    static func declarations(at path: String) throws -> AppServiceDeclarations {
        let bytes = try content(of: path)
        do throws(PropertyListError) {
            return try AppServiceDeclarations(infoPlist: bytes)
        } catch {
            throw ExitStatus.notUnderstood.failure(path, error.description)
        }
    }

    /// At most one byte more than may be read, so that a device or a pipe does not fill memory.
    private static func content(of path: String) throws -> [UInt8] {
        do {
            let handle =
                path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return Array(try handle.read(upToCount: AppServiceDeclarations.maximumLength + 1) ?? Data())
        } catch {
            throw ExitStatus.cannotOpen.failure(path, "cannot be read")
        }
    }
}
