/// Secrets that decrypt packets of a capture (draft-ietf-opsawg-pcapng §4.8). No description of a value has them.
public struct DecryptionSecrets: Hashable, Sendable {
    /// The format of the secrets.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The NSS key log format of TLS and QUIC, `"TLSK"`.
        public static let tlsKeyLog = Kind(rawValue: 0x544C_534B)
        /// `"SSHK"`.
        public static let sshKeyLog = Kind(rawValue: 0x5353_484B)
        /// `"WGKL"`.
        public static let wireGuardKeyLog = Kind(rawValue: 0x5747_4B4C)
    }

    /// The format of ``bytes``.
    public var kind: Kind
    /// The secrets as the file has them; for a key log, its text.
    public var bytes: [UInt8]

    /// Secrets of a format, whose bytes are not checked.
    public init(_ kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}

extension DecryptionSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many bytes there are, and of which kind.
    public var description: String { "\(bytes.count) bytes of secrets of kind 0x\(String(kind.rawValue, radix: 16))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind.rawValue, "bytes": bytes.count]) }
}
