import Platform

/// An expression in tcpdump's capture filter language (pcap-filter(7)), compiled by libpcap.
///
/// ```swift
/// let filter = try CaptureFilter("tcp port 7000 and host 10.0.0.1")
/// var matcher = filter.makeMatcher()
/// while let packet = try reader.next() {
///     guard try matcher.matches(
///         reader.bytes, originalLength: packet.originalLength, linkType: reader.linkType) else { continue }
///     use(packet)
/// }
/// ```
/// A file may have packets of several link types; the expression is compiled for each when its first packet comes. As
/// in tcpdump, a host name in the expression is looked up when it is compiled, which may ask the network, and the empty
/// expression takes every packet.
public final class CaptureFilter: Sendable {
    /// The expression as it was given.
    public let expression: String
    /// One for each link type that libpcap knows, at most: some 300.
    private let programs: Locked<[LinkType: [FilterProgram]]>

    /// The link types that an expression is tried on, to distinguish a broken one from one that is about other link
    /// types than Ethernet.
    private static let trialLinkTypes: [LinkType] = [
        .ethernet, .ieee80211Radiotap, .linuxSLL2, .raw, .pppHDLC, .pflog, LinkType(rawValue: 100),
        LinkType(rawValue: 123), LinkType(rawValue: 140),
    ]

    /// Checks an expression.
    ///
    /// - Parameter expression: In the language of pcap-filter(7).
    /// - Throws: ``CaptureFilterError`` with the location of the fault, if the expression is valid for no link type.
    public init(_ expression: String) throws(CaptureFilterError) {
        self.expression = expression
        let plan = FilterPlan(expression)
        if let longest = plan.parts.map(\.primitives).max(), longest > FilterPlan.maximumPrimitives {
            throw CaptureFilterError(.tooLong(primitives: longest), expression: expression)
        }
        let refusal: PcapHandle.Refusal
        do throws(PcapHandle.Refusal) {
            programs = Locked([.ethernet: try PcapHandle(compilingFor: .ethernet).compile(plan)])
            return
        } catch {
            refusal = error
        }
        // An unknown name is unknown on every link, and asking again may take the network's time again.
        if !refusal.isSyntax, !refusal.message.hasPrefix("unknown ") {
            for linkType in Self.trialLinkTypes.dropFirst() {
                if let compiled = try? PcapHandle(compilingFor: linkType).compile(plan) {
                    programs = Locked([linkType: compiled])
                    return
                }
            }
        }
        throw FilterFault(refusal, in: expression).error
    }

    /// Something that applies the filter to one packet after another. Threads need one each.
    public func makeMatcher() -> Matcher { Matcher(self) }

    /// An expression that no packet of a link type can match is not a mistake if a file has other link types as well.
    private static func compile(
        _ expression: String, for linkType: LinkType
    ) throws(PcapHandle.Refusal) -> [FilterProgram] {
        let handle = try PcapHandle(compilingFor: linkType)
        let plan = FilterPlan(expression)
        do throws(PcapHandle.Refusal) {
            return try handle.compile(plan)
        } catch {
            guard error.rejectsAll else { throw error }
            return try plan.parts.map { (part) throws(PcapHandle.Refusal) in
                try handle.compile(part.expression, isOptimized: false)
            }
        }
    }

    /// The program for a link type, the same for all who ask: names are looked up once.
    fileprivate func program(for linkType: LinkType) throws(CaptureFilterError) -> [FilterProgram] {
        try programs.withLock { (programs) throws(CaptureFilterError) in
            if let program = programs[linkType] { return program }
            do throws(PcapHandle.Refusal) {
                let program = try Self.compile(expression, for: linkType)
                programs[linkType] = program
                return program
            } catch {
                throw CaptureFilterError(.linkType(linkType, error.message), expression: expression)
            }
        }
    }
}

extension CaptureFilter {
    /// Applies a filter to packets, cheaply while the link type stays the same.
    public struct Matcher: Sendable {
        private let filter: CaptureFilter
        private var linkType: LinkType?
        /// A packet passes that one of them takes.
        private var current: [FilterProgram] = []
        /// Those met before.
        private var programs: [LinkType: [FilterProgram]] = [:]

        fileprivate init(_ filter: CaptureFilter) { self.filter = filter }

        /// Whether a packet passes the filter.
        ///
        /// - Parameters:
        ///   - bytes: What was captured of it, from the link-layer header on.
        ///   - originalLength: Bytes on the wire.
        ///   - linkType: What the bytes begin with.
        /// - Throws: ``CaptureFilterError`` of the kind `linkType` where libpcap cannot compile for it.
        @inline(__always)
        public mutating func matches(
            _ bytes: Span<UInt8>, originalLength: Int, linkType: LinkType
        ) throws(CaptureFilterError) -> Bool {
            if linkType != self.linkType { try turn(to: linkType) }
            for program in current where program.matches(bytes, originalLength: originalLength) { return true }
            return false
        }

        @inline(never)
        private mutating func turn(to linkType: LinkType) throws(CaptureFilterError) {
            let found: [FilterProgram]
            if let known = programs[linkType] {
                found = known
            } else {
                found = try filter.program(for: linkType)
                programs[linkType] = found
            }
            self.linkType = linkType
            current = found
        }
    }
}
