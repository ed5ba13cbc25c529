import PacketCapture

/// Reads an input once for several workers, who take its batches at their own pace.
///
/// The first worker that needs an unread batch reads it, while the others continue with earlier ones. A batch that all
/// have taken is reused, and no worker gets further ahead than ``window`` batches or ``maximumBytes``: memory does not
/// grow with the input, however the threads are scheduled. Where a view shows what was read so far, all have the last batch
/// before the next one is waited for.
actor TraceSource {
    /// Enough for differences between workers to even out.
    private static let window = 16
    /// Bytes in batches that not all workers are done with (32 MiB), but for one batch, which may be longer.
    private static let maximumBytes = 32 << 20

    private let input: TraceInput
    /// Told what is known beside packets, after each batch; nil where no view shows what was read so far.
    private let note: (@Sendable (TraceInput.Outcome) -> Void)?
    /// Those that not all workers are done with.
    private var batches: [TraceBatch] = []
    /// The number of the first of them.
    private var first = 0
    private var hasEnded = false
    /// For each worker: the batch that it requested last. It has finished those before.
    private var positions: [Int]
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var spare: [TraceBatch] = []

    /// - Parameters:
    ///   - input: Read by this actor alone from now on.
    ///   - workers: Each of them must take all batches.
    ///   - note: Told what is known beside packets, after each batch.
    init(_ input: sending TraceInput, workers: Int, note: (@Sendable (TraceInput.Outcome) -> Void)? = nil) {
        self.input = input
        self.note = note
        positions = Array(repeating: 0, count: workers)
    }

    /// The batch with that number, nil after the last.
    func batch(_ number: Int, for worker: Int) async -> TraceBatch? {
        positions[worker] = number
        release()
        while number - first >= batches.count {
            if hasEnded { return nil }
            let held = batches.reduce(0) { $0 + $1.packets.byteCount }
            let hasRoom = batches.isEmpty || batches.count < Self.window && held < Self.maximumBytes
            // Reading may wait for long, and no worker gets an earlier batch meanwhile, which a view has to show.
            let isAhead = note != nil && positions.contains { $0 < number }
            guard hasRoom, !isAhead else {
                await withCheckedContinuation { waiting.append($0) }
                continue
            }
            var batch = spare.popLast() ?? TraceBatch()
            if input.next(&batch) { batches.append(batch) } else { hasEnded = true }
            note?(input.outcomeSoFar)
        }
        return batches[number - first]
    }

    /// Lets go of batches that all workers are done with, and wakes those who waited for that.
    private func release() {
        // One that has left is at the end of all.
        let done = min((positions.min() ?? 0) - first, batches.count)
        guard done > 0 else { return }
        spare += batches.prefix(done)
        batches.removeFirst(done)
        first += done
        wake()
    }

    private func wake() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    /// Says how far the reading has come.
    func report(to handler: AnalysisProgress.Handler) { handler(input.progress) }

    /// A worker takes nothing more, and nobody waits for it.
    func leave(_ worker: Int) {
        positions[worker] = .max
        release()
        // Those who waited for it to take what they have themselves.
        wake()
    }

    /// The results other than packets, once all batches have been taken.
    var outcome: TraceInput.Outcome { input.outcome }
}
