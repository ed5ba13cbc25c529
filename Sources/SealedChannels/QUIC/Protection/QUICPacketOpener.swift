import WireCoding

/// Opens the packets of one side in one packet number space, in the order of a capture: follows their numbers and, in
/// 1-RTT packets, their key updates (RFC 9001 §6).
///
///     var opener = QUICPacketOpener(try QUICPacketProtection(secret: secret, suite: suite, version: .v1))
///     let packet = try opener.open(view, in: datagram)
///     opener.keyUpdates
///
/// Only what authenticates moves anything. Packets of the generation before come behind newer ones and are opened. Behind
/// a hole, up to three generations of the keys may have passed, and more packets than a short number can tell.
public struct QUICPacketOpener: Sendable {
    /// Generations that are tried beyond the present one.
    public static let maximumSkippedGenerations = 3
    /// How many times the range of a packet number of one byte, 256, is added where the nearest number opens nothing.
    public static let maximumSkippedWindows = 4

    /// The largest number that was opened, or was given at the beginning.
    public private(set) var largestNumber: UInt64?
    /// Generations of the keys after the first that opened a packet, or were passed by one that did.
    public private(set) var keyUpdates = 0

    private var current: QUICPacketProtection
    /// The smallest number that was opened with the present keys: those of the generation before are below.
    private var smallestNumber: UInt64?
    private var previous: QUICPacketProtection?
    /// The generations after the present one, as far as they were needed.
    private var later: [QUICPacketProtection] = []

    /// - Parameters:
    ///   - protection: Of the first generation.
    ///   - largestNumber: What is known of the space: 0-RTT packets count in the one of 1-RTT packets.
    public init(_ protection: QUICPacketProtection, largestNumber: UInt64? = nil) {
        current = protection
        self.largestNumber = largestNumber
    }

    /// Opens a packet. Copies of one that was opened before are opened again.
    ///
    /// - Parameters:
    ///   - packet: A packet of this side and this space.
    ///   - datagram: The datagram in which it was found.
    /// - Throws: As ``QUICPacketProtection/open(_:in:largestNumber:)``. Nothing has changed then.
    public mutating func open(
        _ packet: QUICPacketView, in datagram: Span<UInt8>
    ) throws(QUICProtectionError) -> QUICOpenedPacket {
        try open(packet, in: datagram, attempted: nil)
    }

    /// - Parameter attempted: What was opened of the same datagram before its turn, if anything was.
    mutating func open(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, attempted: QUICAttemptedPacket?
    ) throws(QUICProtectionError) -> QUICOpenedPacket {
        if let attempted, attempted.isOf(packet, in: datagram, keyUpdates: keyUpdates),
            attempted.opened.header.number(largest: largestNumber) == attempted.opened.number
        {
            note(attempted.opened.number, generation: 0)
            return attempted.opened
        }
        let header = try current.header(of: packet, in: datagram)
        let nearest = header.number(largest: largestNumber)
        let generations = candidates(header, nearest)
        if let opened = attempt(packet, header, nearest, generations, in: datagram) { return opened }
        // The nearest number is certain before anything was opened, and where two bytes of it are there.
        if largestNumber != nil, header.numberLength == 1 {
            for window in 1...Self.maximumSkippedWindows {
                let number = nearest &+ UInt64(window) << 8
                guard number <= QUICPacketNumber.maximum else { break }
                if let opened = attempt(packet, header, number, generations, in: datagram) { return opened }
            }
        }
        throw .notAuthentic
    }

    // Made once: every packet asks for them.
    private static let onlyPresent = [0]
    private static let samePhase = [0, 2]

    /// Generations that a packet's key phase allows, by their distance from the present one, the likeliest first.
    private func candidates(_ header: QUICUnprotectedHeader, _ number: UInt64) -> [Int] {
        guard let keyPhase = header.keyPhase else { return Self.onlyPresent }
        if keyPhase == (keyUpdates & 1 == 1) { return Self.samePhase }
        guard previous != nil else { return [1, 3] }
        // RFC 9001 §6.5: what is older than all of this generation is of the one before.
        guard let smallestNumber, number < smallestNumber else { return [1, -1, 3] }
        return [-1, 1, 3]
    }

    private mutating func attempt(
        _ packet: QUICPacketView, _ header: QUICUnprotectedHeader, _ number: UInt64, _ generations: [Int],
        in datagram: Span<UInt8>
    ) -> QUICOpenedPacket? {
        for distance in generations {
            guard let opened = open(packet, header, number, generation: distance, in: datagram) else { continue }
            note(number, generation: distance)
            return opened
        }
        return nil
    }

    private mutating func note(_ number: UInt64, generation distance: Int) {
        if distance > 0 { advance(by: distance) }
        if distance >= 0 { smallestNumber = min(smallestNumber ?? number, number) }
        largestNumber = max(largestNumber ?? number, number)
    }

    /// What opens later packets with the present keys. Nil before the first packet was opened.
    ///
    /// - Parameter known: The largest number before them, of packets that may not be opened yet.
    func attempts(connectionIDLength: Int, after known: UInt64?) -> QUICPacketAttempts? {
        guard let largestNumber else { return nil }
        return QUICPacketAttempts(
            current, keyUpdates: keyUpdates, connectionIDLength: connectionIDLength,
            largestNumber: max(largestNumber, known ?? 0))
    }

    /// - Parameter distance: Of the generation, from the present one. Keys are made when they are first needed.
    private mutating func open(
        _ packet: QUICPacketView, _ header: QUICUnprotectedHeader, _ number: UInt64, generation distance: Int,
        in datagram: Span<UInt8>
    ) -> QUICOpenedPacket? {
        // Each is used where it lies: a copy of keys would cost every packet a count of all that they refer to.
        guard distance != 0 else { return try? current.open(packet, header, number: number, in: datagram) }
        guard distance > 0 else { return try? previous?.open(packet, header, number: number, in: datagram) }
        while later.count < distance { later.append((later.last ?? current).next) }
        return try? later[distance - 1].open(packet, header, number: number, in: datagram)
    }

    private mutating func advance(by distance: Int) {
        previous = distance == 1 ? current : later[distance - 2]
        current = later[distance - 1]
        later.removeFirst(distance)
        keyUpdates += distance
        smallestNumber = nil
    }
}

extension QUICPacketOpener: CustomStringConvertible, CustomReflectable {
    /// Nothing of the keys.
    public var description: String { "QUICPacketOpener" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
