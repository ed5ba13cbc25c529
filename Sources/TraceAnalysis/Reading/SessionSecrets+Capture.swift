import PacketCapture
import SealedChannels

extension SessionSecrets {
    /// Adds the key logs of TLS and QUIC among the secrets of a capture; secrets of other kinds open nothing here.
    package mutating func add(_ blocks: some Sequence<DecryptionSecrets>) {
        for block in blocks where block.kind == .tlsKeyLog {
            captured.append(block.bytes.span)
            // The last line of a block may lack its end.
            captured.finish()
            hasLogs = true
        }
    }

    /// Adds those that captures begin with.
    mutating func add(leadingIn files: [CaptureOverview]) {
        for file in files { add(file.leadingSecrets()) }
    }

    /// Whether anything may be opened from the start.
    var opensFromStart: Bool { !isEmpty || isGrowing }
}
