/// Which file format a capture has.
public enum CaptureFormat: String, Hashable, Sendable {
    /// The format of libpcap (draft-ietf-opsawg-pcap).
    case pcap
    /// The block format that followed it (draft-ietf-opsawg-pcapng).
    case pcapng
}
