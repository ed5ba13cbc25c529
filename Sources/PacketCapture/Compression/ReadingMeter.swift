import Platform

/// How much this process has read of all its captures together, for whoever shows how far it is.
///
/// Read once per buffer, not per packet: the lock costs nothing beside the call of the system.
package enum ReadingMeter {
    package struct Amount: Hashable, Sendable {
        /// Bytes of files and pipes, compressed ones as they are.
        package var bytes = 0
        package var packets = 0
    }

    private static let shared = Locked(Amount())

    /// The amount so far.
    package static var amount: Amount { shared.withLock { $0 } }

    static func add(bytes: Int = 0, packets: Int = 0) {
        shared.withLock {
            $0.bytes &+= bytes
            $0.packets &+= packets
        }
    }
}
