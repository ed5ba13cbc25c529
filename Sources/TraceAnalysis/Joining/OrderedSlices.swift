/// Work over a row of elements, shared out in slices to several workers, whose results come in the order of the row.
///
/// Few results wait at a time, so that memory does not depend on the length of the row.
package struct OrderedSlices: Sendable {
    private let count: Int
    private let length: Int
    private let workers: Int

    /// - Parameters:
    ///   - count: Elements of the row.
    ///   - length: Elements of a slice, from 1 on; the last slice may have fewer.
    ///   - workers: Slices that are worked on at a time. With one, all is done where it is called.
    package init(of count: Int, length: Int, workers: Int) {
        self.count = count
        self.length = length
        self.workers = workers
    }

    /// Slices of sessions of a length at which all workers end at the same time, and others get their turns; similar sessions of one
    /// slice share their memory.
    init(ofSessions count: Int, workers: Int) {
        self.init(of: count, length: min(max(count / 32, 32), 256), workers: workers)
    }

    private var slices: Int { (count + length - 1) / length }

    private func slice(_ number: Int) -> Range<Int> { number * length..<min(count, (number + 1) * length) }

    /// Works on each slice and hands the results on, in order. Others have their turns in between. Where the task was canceled, the
    /// rest is left out: whoever called has to look.
    ///
    /// - Parameters:
    ///   - work: The work on the indices of a slice, by any worker.
    ///   - take: Takes a result, one at a time.
    /// - Throws: The error of the first failing slice or `take`; slices that have not begun are left.
    package func forEach<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable (Range<Int>) throws(Failure) -> Value, take: (Value) throws(Failure) -> Void
    ) async throws(Failure) {
        guard workers > 1, slices > 1 else {
            for number in 0..<slices where !Task.isCancelled {
                try take(work(slice(number)))
                await Task.yield()
            }
            return
        }
        let outcome = await withTaskGroup(of: (number: Int, outcome: Result<Value, Failure>).self) { group in
            var begun = 0
            var ended = 0
            var taken = 0
            var waiting: [Int: Result<Value, Failure>] = [:]
            while taken < slices, !Task.isCancelled {
                while begun < slices, begun - ended < workers, begun - taken < 2 * workers {
                    let number = begun
                    group.addTask { (number, Result { () throws(Failure) in try work(slice(number)) }) }
                    begun += 1
                }
                if let result = waiting.removeValue(forKey: taken) {
                    do throws(Failure) {
                        try take(result.get())
                    } catch {
                        return Result<Void, Failure>.failure(error)
                    }
                    taken += 1
                } else if let (number, result) = await group.next() {
                    waiting[number] = result
                    ended += 1
                }
            }
            return .success(())
        }
        try outcome.get()
    }
}
