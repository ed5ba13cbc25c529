import PacketCapture
import SealedChannels
import TraceModel

extension FrameSelector {
    /// The logged keys of some sessions.
    public struct SessionKeys: Sendable {
        /// Each once, in the order in which the sessions began.
        public var entries: [KeyLogEntry] = []
        /// Sealed sessions.
        public var sessions = 0
        /// Those of them for which no log has a key: pre-shared keys open some that no log knows, and without the client's hello a log
        /// has no name for a session.
        public var sessionsWithoutKeys = 0
    }

    /// The keys in logs, given and captured, of the sessions that frames are part of: reads the files once more.
    public func keys(of frames: FrameSet) -> SessionKeys {
        var worker = TraceWorker(depth: .messages, memory: memory, secrets: secrets)
        worker.tracker.notes = ConnectionFrames(connectionsOf: frames)
        worker.takeAll(of: TraceInput(merging: files))
        let secrets = worker.tracker.secrets
        let numbers = worker.tracker.notes?.connections ?? []
        let connections = worker.tracker.takeConnections()
        var (keys, known) = (SessionKeys(), Set<[UInt8]>())
        for number in numbers.sorted() {
            let randoms = connections[number].clientRandoms
            guard !randoms.isEmpty || ApplicationEvidence(of: connections[number]).isSealed else { continue }
            keys.sessions += 1
            if !randoms.contains(where: secrets.knows) { keys.sessionsWithoutKeys += 1 }
            for random in randoms where known.insert(random).inserted {
                let given = secrets.log.entries(clientRandom: random)
                keys.entries += given
                keys.entries += secrets.captured.entries(clientRandom: random).filter { !given.contains($0) }
            }
        }
        return keys
    }
}

extension Connection {
    /// By which key logs name what is sealed in it.
    var clientRandoms: [[UInt8]] { NativeApplications.clientRandoms(of: self) }
}

extension TraceWorker {
    /// Looks at all packets of an input, and ends everything.
    mutating func takeAll(of input: TraceInput) {
        var batch = TraceBatch()
        while input.next(&batch) { take(batch) }
        tracker.secrets.add(input.outcome.lastSecrets)
        finish()
    }
}
