import PacketCapture
import SealedChannels
import TraceAnalysis
import WireCoding
import WireText

extension KeyOptions {
    /// What a capture has to open its sessions, after it was said which of them have no keys there.
    func blocks(of keys: FrameSelector.SessionKeys) -> [DecryptionSecrets] {
        var log = ByteWriter()
        var leftOut = 0
        for entry in keys.entries {
            var line = ByteWriter()
            entry.serialize(into: &line)
            // Readers keep no more than that of a capture.
            if log.count + line.count <= CaptureReader.maximumSecretsLength {
                log.writeBytes(line.bytes)
            } else {
                leftOut += 1
            }
        }
        if keys.sessions == 0 {
            StandardError.write(
                "nearscope: note: no session of these packets is known to be sealed, so no keys were written")
        } else if keys.sessionsWithoutKeys > 0 {
            let without = "\(keys.sessionsWithoutKeys) of \(Quantity.count(keys.sessions, "sealed session"))"
            StandardError.write("nearscope: note: no log has keys for \(without), so none were written")
        }
        if keys.sessionsWithoutKeys > 0, !sharedKeys.isEmpty || !passcodes.isEmpty {
            StandardError.write(
                "nearscope: note: pre-shared keys and passcodes are not written; to open the copy, give them again")
        }
        if leftOut > 0 {
            StandardError.write(
                "nearscope: note: \(Quantity.count(leftOut, "key")) did not fit; extract fewer sessions at a time")
        }
        return log.count > 0 ? [DecryptionSecrets(.tlsKeyLog, bytes: log.bytes)] : []
    }
}
