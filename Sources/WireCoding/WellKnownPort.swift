/// Registered port numbers that several modules recognize (IANA "Service Name and Transport Protocol Port Number Registry").
public enum WellKnownPort {
    /// Unicast DNS (RFC 1035 §4.2).
    @inlinable public static var dns: UInt16 { 53 }
    /// Multicast DNS (RFC 6762 §3).
    @inlinable public static var multicastDNS: UInt16 { 5353 }
    /// LLMNR (RFC 4795 §2).
    @inlinable public static var linkLocalNameResolution: UInt16 { 5355 }
}
