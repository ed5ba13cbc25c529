import Crypto
import WireCoding

/// Bytes that must not be seen: a shared key, a master secret, the secret of a direction.
///
/// They lie in a `SymmetricKey`, whose memory swift-crypto overwrites when the last copy of the value is gone. No
/// description, no dump and no mirror of a value that holds one has its bytes. Swift gives no more than that:
/// registers, stack slots and blocks of memory that a hash function used are not ours to overwrite.
public struct SecretBytes: Sendable {
    let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// Copies the bytes. The array stays as it is; see ``init(wiping:)``.
    public init(_ bytes: [UInt8]) { key = SymmetricKey(data: bytes) }

    /// Takes the bytes over: they are overwritten with zeros, and the array is empty then.
    ///
    /// An array whose memory is shared with another is copied by Swift before it is written; the other keeps the bytes.
    public init(wiping bytes: inout [UInt8]) {
        key = SymmetricKey(data: bytes)
        bytes.wipe()
    }

    /// The number of bytes.
    public var count: Int { key.bitCount / 8 }

    /// A copy of the bytes, which its owner should overwrite when it is done.
    func copied() -> [UInt8] {
        // The buffer is only read, and only while it is lent.
        unsafe key.withUnsafeBytes { unsafe [UInt8]($0) }
    }

    /// Adds the bytes in hexadecimal digits, as a key log has them. This is the only way out for them.
    public func serializeHexadecimal(into output: inout ByteWriter) {
        var bytes = copied()
        for byte in bytes {
            output.writeUInt8(Hex.digit(byte >> 4))
            output.writeUInt8(Hex.digit(byte & 15))
        }
        bytes.wipe()
    }
}

extension SecretBytes: Equatable {
    /// Takes the same time wherever two secrets of one length differ.
    public static func == (first: SecretBytes, second: SecretBytes) -> Bool { first.key == second.key }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many bytes there are, and nothing about them.
    public var description: String { "\(count) secret bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros, then removes them. Never inlined, so that no caller's optimizer sees that
    /// nobody reads the zeros.
    @inline(never)
    mutating func wipe() {
        for index in indices { self[index] = 0 }
        removeAll(keepingCapacity: true)
    }
}
