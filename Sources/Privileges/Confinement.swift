import CPrivileges
import Platform

/// What a program may still do once it has opened all that it needs: on Linux by Landlock and seccomp, as far as the kernel has
/// them; elsewhere everything.
package final class Confinement: Sendable {
    /// Nil if the system has no such rules.
    private let rules: Int32?
    private let keepsSockets: Bool

    /// Whether the system can keep files from being opened.
    package var isByRules: Bool { rules != nil }

    /// - Parameters:
    ///   - readable: Folders in which files can be read; one that is not there is left out.
    ///   - writable: Folders in which files can be made, written, replaced and removed, but not read.
    ///   - keepsSockets: Whether sockets can be made.
    package init(readable: [String], writable: [String], keepsSockets: Bool) throws(SystemError) {
        self.keepsSockets = keepsSockets
        let rules = nearscope_begin_rules()
        self.rules = rules >= 0 ? rules : nil
        guard rules >= 0 else { return }
        for (path, writes) in readable.map({ ($0, false) }) + writable.map({ ($0, true) }) {
            // The array lives during the call.
            let error = unsafe nearscope_add_rule(rules, PathText.cString(path), writes ? 1 : 0)
            if error != 0 { throw SystemError(number: error) }
        }
    }

    deinit { if let rules { _ = close(rules) } }

    /// Lets the calling thread, and those that it starts, open and connect nothing but what the rules allow, for good.
    package func confineThread() throws(SystemError) {
        guard let rules else { return }
        let error = nearscope_obey_rules(rules)
        if error != 0 { throw SystemError(number: error) }
    }

    /// Refuses to all threads of the process to execute programs, look into other processes, connect and accept, for good.
    package func confineCalls() throws(SystemError) {
        let error = nearscope_refuse_calls(keepsSockets ? 1 : 0)
        if error != 0 { throw SystemError(number: error) }
    }
}
