/// Turns packet times into the report's seconds after the first packet.
struct TimeAxis: Sendable {
    /// Nanoseconds since 1970.
    let origin: Int64

    /// Computed as whole nanoseconds first, so that nine decimals are exact.
    func seconds(_ time: Int64) -> Double { Double(time &- origin) / 1e9 }

    func seconds(_ moment: PacketMoment?) -> Double? { moment.map { seconds($0.time) } }

    /// Nanoseconds as seconds, nine decimals exact.
    func duration(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    /// A duration of the protocol's rules, in the unit of packet times: seconds, not years.
    static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds &* 1_000_000_000 &+ duration.components.attoseconds / 1_000_000_000
    }
}
