/// Where the names of a message being written stand, so that later names can point at them (RFC 1035 §4.1.4).
///
/// Only names of the same spelling are shared: a message that is read and written again keeps the case of every letter.
public struct NameCompression: Sendable {
    /// Which names may become pointers.
    public enum Scope: Hashable, Sendable {
        /// No name is compressed.
        case none
        /// The owner names and the names in the data of RFC 1035's own types, as any DNS receiver must understand
        /// (RFC 3597 §4).
        case unicast
        /// Also the names in SRV and NSEC data, as multicast DNS wants it (RFC 6762 §18.14).
        case multicast
    }

    public let scope: Scope
    private let messageStart: Int
    /// Wire forms of names and of their ends, with their distance from the start of the message.
    private var positions: [ArraySlice<UInt8>: UInt16] = [:]

    /// - Parameter messageStart: Where in the writer the message begins, for pointers count from there.
    public init(scope: Scope = .multicast, messageStart: Int = 0) {
        self.scope = scope
        self.messageStart = messageStart
    }

    func position(of suffix: ArraySlice<UInt8>) -> UInt16? { positions[suffix] }

    /// Keeps a place for later pointers, which reach no further than 14 bits.
    mutating func remember(_ suffix: ArraySlice<UInt8>, at offset: Int) {
        let position = offset - messageStart
        guard scope != .none, position >= 0, position < 0x4000 else { return }
        positions[suffix] = UInt16(position)
    }
}
