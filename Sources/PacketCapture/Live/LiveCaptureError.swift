/// Why packets cannot be captured from an interface.
public struct LiveCaptureError: Error, Hashable, Sendable {
    /// The reasons why there are no packets, or no more.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The system has no interface of that name.
        case noSuchInterface
        /// This process may not capture.
        case permissionDenied
        /// The interface is there but switched off.
        case interfaceDown
        /// The interface cannot listen to all frames on its channel, or the system does not let it.
        case monitorModeUnsupported
        /// The filter cannot be compiled for the interface's link type.
        case filter(CaptureFilterError)
        /// The packets begin with something that capture files have no number for: this DLT_.
        case unknownLinkType(Int32)
        /// The interface went away or the system failed while packets were read; libpcap's own words.
        case interrupted(String)
        /// Any other error, in libpcap's own words.
        case system(String)
    }

    /// The reason, with libpcap's words where it has some.
    public let kind: Kind
    /// The interface's name; empty where the error is about none.
    public let interface: String

    init(_ kind: Kind, interface: String = "") {
        self.kind = kind
        self.interface = interface
    }
}

extension LiveCaptureError: CustomStringConvertible {
    /// One sentence without the interface's name, and what can be done where that is known.
    public var description: String {
        switch kind {
        case .noSuchInterface: "no such interface"
        case .permissionDenied: "capturing is not permitted; \(Self.remedy)"
        case .interfaceDown: "the interface is down"
        case .monitorModeUnsupported: "the interface has no monitor mode"
        case .filter(let error): error.description
        case .unknownLinkType(let number): "its link type \(number) has no number in capture files"
        case .interrupted(let message), .system(let message): message.isEmpty ? "capturing failed" : message
        }
    }

    /// How this system lets a process capture.
    private static var remedy: String {
        #if canImport(Darwin)
            "it needs sudo, or membership in the group access_bpf, which Wireshark's ChmodBPF sets up"
        #else
            "it needs root, or once: sudo setcap cap_net_raw,cap_net_admin=eip \"$(which nearscope)\""
        #endif
    }
}
