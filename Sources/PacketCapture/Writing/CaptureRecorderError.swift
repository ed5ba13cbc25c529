import WireCoding
import Platform

/// Why a capture could not be written.
public struct CaptureRecorderError: Error, Hashable, Sendable {
    /// The reasons why a capture cannot be written.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The file could not be made, with this `errno`.
        case cannotCreate(Int32)
        /// The system took no more bytes, with this `errno`: the disk is full, the reader of a pipe is gone.
        case cannotWrite(Int32)
        /// A packet that the format cannot hold.
        case packet(WireError)
    }

    /// The reason, with the number or the error that belongs to it.
    public let kind: Kind
    /// The path of the file, `"-"` for standard output.
    public let path: String

    package init(kind: Kind, path: String) { (self.kind, self.path) = (kind, path) }

    /// Whether the only reason is a file that is there and was not to be replaced.
    public var isExistingFile: Bool { kind == .cannotCreate(EEXIST) }
}

extension CaptureRecorderError: CustomStringConvertible {
    /// One sentence without the path.
    public var description: String {
        switch kind {
        case .cannotCreate(EEXIST): "already exists"
        case .cannotCreate(ENOENT): "cannot be created: no such folder"
        case .cannotCreate(ELOOP): "is a symbolic link, which is not followed; give the path of the file itself"
        case .cannotCreate(let number): "cannot be created: \(CaptureError.OpenFailure(errno: number))"
        case .cannotWrite(let number): "cannot be written: \(CaptureError.OpenFailure(errno: number))"
        case .packet(let error): "a packet cannot be written: \(error)"
        }
    }
}
