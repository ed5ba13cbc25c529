/// Spans of time as captures have them.
enum Nanoseconds {
    static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
    static func seconds(_ count: Double) -> Int64 { Int64(count * 1e9) }

    /// In which an answer to a legacy query comes.
    static let legacyAnswer = seconds(3)
    /// In which a question is answered by multicast, with the delays that the RFC allows.
    static let answer = seconds(1.2)
    /// How long what a host said is taken to be known: shorter than the shortest usual TTL, 120 s.
    static let held = seconds(110)
}
