import Platform
import WireCoding

/// Says on standard error which input a thread was busy with, should the process be about to die of a signal.
///
/// While any watch lasts, ``CrashSignals`` has handlers for the signals of traps. Watches of one thread may lie within each
/// other; each ends on the thread that began it.
@safe final class CrashWatch {
    private let expectation: Expectation
    /// Nil without a limit.
    private let deadline: InputDeadlines.Entry?
    private let report: UnsafeMutablePointer<CrashReport>
    /// The previous record of the thread.
    private let outer: UnsafeMutableRawPointer?
    private var outerStack = unsafe stack_t()
    private var text: [UInt8] = []

    /// A stack for the handler, since a parser that nests too deeply has used up the thread's own.
    private static let stackSize = 64 * 1024

    init(_ expectation: Expectation) {
        self.expectation = expectation
        deadline = expectation.limits.time.map { InputDeadlines.Entry(property: expectation.title, limit: $0) }
        if let deadline { InputDeadlines.add(deadline) }
        CrashSignals.begin()
        // Everything is initialized where it is allocated, belongs only to this object, and is freed by `end()`, after
        // the thread and the kernel have been made to forget it.
        unsafe report = .allocate(capacity: 1)
        unsafe report.initialize(to: CrashReport(stack: .allocate(byteCount: Self.stackSize, alignment: 16)))
        unsafe outer = pthread_getspecific(CrashSignals.key)
        unsafe pthread_setspecific(CrashSignals.key, report)
        var stack = unsafe stack_t()
        unsafe stack.ss_sp = report.pointee.stack
        unsafe stack.ss_size = .init(Self.stackSize)
        _ = unsafe sigaltstack(&stack, &outerStack)
    }

    /// Forgets what was put down. The watch is of no use any more.
    func end() {
        if let deadline { InputDeadlines.remove(deadline) }
        // The thread's former report and stack come back before the memory of ours is freed. A former stack that was none
        // has SS_DISABLE among its flags, which switches ours off.
        unsafe pthread_setspecific(CrashSignals.key, outer)
        _ = unsafe sigaltstack(&outerStack, nil)
        CrashSignals.end()
        unsafe report.pointee.text.deallocate()
        unsafe report.pointee.stack.deallocate()
        unsafe report.deinitialize(count: 1)
        unsafe report.deallocate()
    }

    private func append(_ input: [UInt8]) {
        text += "  hex: ".utf8
        for byte in input { Hex.append(byte, to: &text) }
        text += "\n  let bytes: [UInt8] = [".utf8
        for (index, byte) in input.enumerated() {
            if index & 15 == 0 { text += "\n      ".utf8 }
            text += "0x".utf8
            Hex.append(byte, to: &text)
            text += ", ".utf8
        }
        text += "\n  ]\n".utf8
    }

    /// Puts the next input down.
    ///
    /// - Parameters:
    ///   - input: Nil for a value, which no bytes are known of.
    ///   - failure: The failure whose input, or value, was reduced to this one.
    func note(number: Int, input: [UInt8]?, reducedFrom failure: PropertyFailure? = nil) {
        text.removeAll(keepingCapacity: true)
        text += "\n\(expectation.title): the process dies of a signal\n".utf8
        let start = text.count
        text += "  seed \(expectation.seed), input \(number)".utf8
        if let input { text += ", \(input.count) bytes".utf8 }
        if let failure { text += ", reduced from what fails: \(Excerpt.beginning(of: failure.reason))".utf8 }
        text.append(0x0A)
        if let input { append(input) }
        deadline?.begin(Array(text[start...]))
        // The handler runs on this thread alone, so never while this does, unless this itself should trap: there is then no
        // text. The new memory is as large as the text that is copied to it.
        let old = unsafe report.pointee.text
        unsafe report.pointee.text = .init(start: nil, count: 0)
        unsafe old.deallocate()
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = unsafe memory.initialize(from: text)
        unsafe report.pointee.text = unsafe memory
    }
}

/// The text that the handler writes for a thread.
@unsafe struct CrashReport {
    var text = unsafe UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    /// The handler's stack.
    var stack: UnsafeMutableRawPointer
}
