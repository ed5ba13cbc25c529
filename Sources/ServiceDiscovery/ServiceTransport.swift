/// The second label of a service type (RFC 6763 §7): `_tcp`, or `_udp` for every transport that is not TCP.
public enum ServiceTransport: String, CaseIterable, Hashable, Sendable {
    /// `_tcp`: TCP.
    case tcp
    /// `_udp`: UDP and every other transport but TCP.
    case udp

    /// The label as it is usually spelled: `_tcp`.
    public var label: [UInt8] { Array("_\(rawValue)".utf8) }

    /// The transport that a label names, in any case of letters.
    init?(label: ArraySlice<UInt8>) {
        if LabelBytes.areEqual(label, "_tcp".utf8) {
            self = .tcp
        } else if LabelBytes.areEqual(label, "_udp".utf8) {
            self = .udp
        } else {
            return nil
        }
    }
}
