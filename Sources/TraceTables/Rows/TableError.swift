import Platform

/// Why rows cannot be written.
package struct TableError: Error, Equatable, CustomStringConvertible {
    /// The file that is concerned, where that is one of several.
    package var path: String?
    package let description: String

    package init(_ description: String, path: String? = nil) { (self.description, self.path) = (description, path) }

    /// What the system says of a file that is to be written.
    init(_ error: SystemError, path: String) {
        let words =
            switch error.number {
            case ENOENT: "cannot be made: no such folder"
            case ENOTDIR: "cannot be made: a part of the path is a file"
            case EACCES, EPERM: "permission denied"
            case ENOSPC: "no space left"
            case EISDIR: "a directory is in its place"
            default: "cannot be written: \(error)"
            }
        self.init(words, path: path)
    }
}
