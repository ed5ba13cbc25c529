import Platform

/// Calls libpcap's compiler, one thread at a time: before libpcap 1.8 it kept its state in global variables, and
/// systems with that version are still about.
enum FilterCompiler {
    /// The most that libpcap captures of a packet.
    static let maximumSnapLength: Int32 = 262_144

    private static let lock = Locked(())

    /// Compiles for a link type, without any interface.
    ///
    /// - Parameter isOptimized: Whether to refuse an expression that no packet can match.
    /// - Throws: libpcap's message about an expression that it rejects.
    static func compile(
        _ expression: String, for linkType: LinkType, isOptimized: Bool = true
    ) throws(PcapHandle.Refusal) -> FilterProgram {
        try compile(
            expression, on: PcapHandle(compilingFor: linkType), netmask: .max, isOptimized: isOptimized)
    }

    /// Compiles for an open capture.
    ///
    /// - Parameters:
    ///   - netmask: Of the interface's IPv4 network in network order, all ones where it is not known.
    ///   - isOptimized: Whether to refuse an expression that no packet can match.
    /// - Throws: libpcap's message about an expression that it rejects.
    static func compile(
        _ expression: String, on handle: PcapHandle, netmask: UInt32, isOptimized: Bool = true
    ) throws(PcapHandle.Refusal) -> FilterProgram {
        // libpcap would read up to the first NUL and never see the rest.
        guard !expression.utf8.contains(0) else { throw PcapHandle.Refusal(message: "syntax error") }
        return try lock.withLock { (_) throws(PcapHandle.Refusal) in
            try handle.compile(expression, netmask: netmask, isOptimized: isOptimized)
        }
    }
}

extension PcapHandle.Refusal {
    /// Whether the grammar of the expression is broken, rather than a word unknown.
    var isSyntax: Bool { message.contains("syntax error") || message.contains("parse error") }

    /// Whether the expression is valid, but no packet of the link type can match it, such as `ip6` if all are IPv4.
    var rejectsAll: Bool { message.contains("rejects all packets") }
}
