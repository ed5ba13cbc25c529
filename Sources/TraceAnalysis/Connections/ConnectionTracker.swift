import PacketCapture
import PacketDissection
import SealedChannels
import WireCoding

/// Follows every TCP connection and UDP conversation that it is shown.
///
/// Its limits are counted by shard (``FlowShards``), so that they are the same however many trackers share the flows.
struct ConnectionTracker: Sendable {
    /// Connections of a capture, a sixteenth of them in each shard. A capture with more is an attack, and its report says how
    /// many packets were left out.
    static let maximumConnections = 1 << 22
    /// The number of bytes that connections may hold, after holes and in incomplete messages, a sixteenth of them in each
    /// shard: enough for the largest message and window together. Beyond that, quiet connections drop what they hold, or all
    /// do, if that is not enough: data that will never be complete must not keep others from holding anything.
    static let maximumBufferedBytes = 512 << 20
    /// Longer than a loss takes to be repaired.
    static let quietAfter: Int64 = 10_000_000_000

    /// Fewer are opened one by one.
    private static let fewestSealedDatagrams = 512

    /// Stands in the table for a flow that was followed until its next connection was above the limit.
    private static let leftOut = Int(Int32.max)

    private(set) var table = FlowTable()
    var connections: [Connection] = []
    /// Those that may go on from other addresses.
    var channels = ChannelPaths()
    private var connectionsPerShard = [Int](repeating: 0, count: FlowShards.count)
    private var bufferedBytesPerShard = [Int](repeating: 0, count: FlowShards.count)
    /// What the connections of each shard are estimated to take, for ``MemoryBudget``.
    private var sizePerShard = [Int](repeating: 0, count: FlowShards.count)
    /// Packets of flows above the limit.
    private(set) var untrackedPackets = 0
    /// Packets of flows for which the budget has no room.
    private(set) var packetsBeyondMemory = 0
    /// The number of times that a connection had to drop what it held.
    private(set) var evictions = 0
    /// Those for which ``maximumBufferedBytes`` is the reason, and not the budget.
    var evictionsByLimit: Int { isBufferBudgeted ? 0 : evictions }
    private let isBufferBudgeted: Bool
    /// Records the frames of some connections, on request.
    var notes: ConnectionFrames?
    /// Messages that may have further copies, by shard; their sessions are numbers of connections.
    private(set) var relays: [RelayLog]
    private var records: [(connection: Int, fromInitiator: Bool, record: MessageRecord)] = []
    private var roundTrips: [ListedRoundTrip] = []
    /// The connections whose handshakes are listed.
    private var handshakes: Set<Int> = []
    /// The flows whose bytes are handed on, on request.
    var followed: FollowedFlows?
    /// Notes where wanted frames belong, on request.
    var sightings: FrameSightings?
    /// The applications that read connections beside the built-in ones; nil without any.
    var guests: GuestList?
    /// What opens sealed connections.
    var secrets = SessionSecrets() {
        didSet {
            opensSealed = opensSealed || !secrets.isEmpty || secrets.isGrowing
            givenSecrets = nil
        }
    }
    /// The same, as connections have them; nil before the first needs them.
    private var givenSecrets: Box<SessionSecrets>?
    /// Attempts to find records behind holes that all connections may still make.
    private(set) var searchAllowance = TLSConnectionOpener.maximumSearchAllowance
    private var opensSealed = false {
        didSet { reading.opensSealed = opensSealed }
    }
    /// Datagrams of QUIC that were followed with keys, until they are ``fewestSealedDatagrams``.
    private var sealedDatagrams = 0
    /// Lists the segments of wanted connections, on request.
    var segments: SegmentLog?
    @inline(__always)
    private var isWatched: Bool { sightings != nil || segments != nil }
    /// Whether any packet showed the link that it was on.
    private var hasLinks = false
    /// The keys of connections that go on on another link, whose entries in the table are -1, -2 and so on; at most one
    /// for each connection.
    private var joined: [FlowKey] = []
    /// Of connections that pass the capture more than once: which link each direction is followed on.
    private var passages: [Int: LinkPassages] = [:]
    private var lastKey: FlowKey?
    private var lastNumber = 0

    private let connectionLimit: Int
    private let bufferLimit: Int
    private let sizeLimit: Int
    private var reading: StreamReading
    private let datagramIdleLimit: Int64

    /// - Parameters:
    ///   - reading: What is wanted of the streams.
    ///   - datagramIdleLimit: A UDP conversation that was silent for longer, in nanoseconds, is another one when it goes on.
    ///   - connectionLimit: Connections of one shard.
    ///   - bufferLimit: Bytes that they may hold back.
    ///   - memory: How much the connections of all shards may take.
    init(
        reading: StreamReading = .content, datagramIdleLimit: Int64 = .max,
        connectionLimit: Int = maximumConnections / FlowShards.count,
        bufferLimit: Int = maximumBufferedBytes / FlowShards.count, memory: MemoryBudget = .unlimited
    ) {
        self.connectionLimit = connectionLimit
        self.bufferLimit = min(bufferLimit, memory.heldBytesPerShard)
        isBufferBudgeted = memory.heldBytesPerShard < bufferLimit
        sizeLimit = memory.connectionsPerShard
        relays = [RelayLog](repeating: RelayLog(byteLimit: memory.relaysPerShard), count: FlowShards.count)
        self.reading = reading
        self.datagramIdleLimit = datagramIdleLimit
    }

    /// Follows a packet with a TCP or UDP header.
    ///
    /// - Parameters:
    ///   - record: With the interface that its flow is on.
    ///   - bytes: The whole packet.
    ///   - shard: The shard of its flow.
    /// - Returns: The index of its connection, nil above the limit.
    @inline(__always)
    @discardableResult
    mutating func follow(
        _ packet: inout DissectedPacket, of record: PacketRecord, bytes: Span<UInt8>, shard: Int
    ) -> Int? {
        let payload = bytes.extracting(packet.payloadOffset..<packet.payloadOffset &+ packet.capturedPayloadLength)
        if !channels.isIdle, packet.transport == .udp {
            redirect(&packet, payload: payload, interface: record.interface, at: record.moment)
        }
        guard let reversed = select(&packet, of: record, shard: shard) else { return nil }
        let held = connections[lastNumber].bufferedBytes
        let isOpening = connections[lastNumber].isOpening
        if isOpening, !hasRoom(in: shard) { return nil }
        if isWatched { beginWatching(record.moment.frame, of: lastNumber, reversed: reversed) }
        if opensSealed, packet.transport == .tcp, connections[lastNumber].wantsKeys {
            connections[lastNumber].searchAllowance = searchAllowance
        }
        connections[lastNumber].follow(
            &packet, payload: payload, reversed: reversed, originalLength: record.originalLength,
            moment: record.moment, guests: reading.readsContent ? guests : nil)
        if isOpening { noteSize(of: lastNumber, in: shard) }
        if opensSealed, connections[lastNumber].wantsKeys {
            if packet.transport == .tcp { searchAllowance = connections[lastNumber].searchAllowance ?? searchAllowance }
            giveKeys(to: lastNumber)
        }
        if isWatched { endWatching(packet, at: record.moment, of: lastNumber, reversed: reversed) }
        if followed != nil { followed?.take(from: &connections[lastNumber], number: lastNumber) }
        if connections[lastNumber].bufferedBytes != held { account(for: lastNumber, before: held) }
        if connections[lastNumber].hasRelays { observeRelays(of: lastNumber) }
        if reading.listsMessages { collectRecords(of: lastNumber) }
        if reading.listsRoundTrips { collectRoundTrips(of: lastNumber, record.moment) }
        if packet.transport == .tcp, packet.tcp.flags.contains(.syn) {
            connections[lastNumber].noteOptions(packet, bytes: bytes, reversed: reversed)
        }
        return lastNumber
    }

    /// The listed messages since the last call, if requested, with the indices of their connections.
    mutating func takeRecords() -> [(connection: Int, fromInitiator: Bool, record: MessageRecord)] {
        defer { records = [] }
        return records
    }

    /// Whether there are so many sealed datagrams that opening them before their turn is worth its time.
    var hasManySealedDatagrams: Bool { sealedDatagrams >= Self.fewestSealedDatagrams }

    /// Gives a connection the keys, if it does not have them all.
    @inline(never)
    private mutating func giveKeys(to number: Int) {
        if !hasManySealedDatagrams, connections[number].isQUIC { sealedDatagrams += 1 }
        if !connections[number].hasKeys(of: secrets) {
            let given = givenSecrets ?? Box(secrets)
            givenSecrets = given
            connections[number].take(
                SealedKeys(
                    secrets: given, searchAllowance: searchAllowance, guests: reading.readsContent ? guests : nil))
            searchAllowance = connections[number].searchAllowance ?? searchAllowance
        }
        for name in connections[number].takeChannelNames() { channels.add(name, of: number) }
    }

    /// Whether the last packet was of that flow.
    func isLast(_ key: FlowKey) -> Bool { key == lastKey }

    func isKnown(_ key: FlowKey) -> Bool { table.number(of: key) != nil }

    @inline(never)
    private mutating func collectRecords(of number: Int) {
        for fromInitiator in [true, false] {
            for record in connections[number].takeRecords(fromInitiator: fromInitiator) {
                records.append((number, fromInitiator, record))
            }
        }
    }

    /// The listed round trips since the last call, if requested.
    mutating func takeRoundTrips() -> [ListedRoundTrip] {
        guard !roundTrips.isEmpty else { return [] }
        defer { roundTrips = [] }
        return roundTrips
    }

    @inline(never)
    private mutating func collectRoundTrips(of number: Int, _ moment: PacketMoment) {
        for fromInitiator in [true, false] {
            for sample in connections[number].takeRoundTrips(fromInitiator: fromInitiator) {
                roundTrips.append(
                    ListedRoundTrip(
                        connection: number, fromInitiator: fromInitiator, sample: sample, isHandshake: false))
            }
        }
        // Most packets come after the handshake; looking at the connection would copy it.
        guard !handshakes.contains(number), let handshake = connections[number].handshakeRoundTrip else { return }
        handshakes.insert(number)
        let sample = RoundTripSample(delay: handshake, moment: moment)
        roundTrips.append(ListedRoundTrip(connection: number, fromInitiator: true, sample: sample, isHandshake: true))
    }

    @inline(never)
    private mutating func observeRelays(of number: Int) {
        connections[number].observe(into: &relays[connections[number].shard], index: number)
    }

    /// Takes note of where a connection's packets come from.
    mutating func note(_ origin: PacketOrigin, of number: Int) { connections[number].note(origin) }

    /// Whether its stream had mesh messages so far.
    @inline(__always)
    func namesTraffic(_ number: Int) -> Bool { connections[number].namesTraffic }

    /// Whether that is known already.
    func hasOrigin(_ number: Int) -> Bool { connections[number].hasOrigin }

    /// Takes note of an ICMP error about a packet, if its connection is followed here.
    ///
    /// - Parameters:
    ///   - interface: The one that the error's own packet is on.
    ///   - index: The interface's number in a Linux cooked header v2.
    ///   - virtualLAN: The VLAN tags and network identifiers.
    mutating func note(_ error: DeliveryError, interface: Int, index: UInt32, virtualLAN: UInt32) {
        let packet = error.quoted
        guard let sourcePort = packet.sourcePort, let destinationPort = packet.destinationPort else { return }
        let (key, _) = FlowKey.of(
            source: packet.source, sourcePort: sourcePort, destination: packet.destination,
            destinationPort: destinationPort, isTCP: packet.ipProtocol == .tcp, interface: interface)
        let isOnLink = index | virtualLAN != 0
        let own = isOnLink ? key.onLink(index: index, virtualLAN: virtualLAN) : key
        // An error may come another way than its packet went.
        guard
            var number = table.number(of: own) ?? table.number(of: key.onAnyLink)
                ?? (isOnLink ? table.number(of: key) : nil)
        else { return }
        if number < 0 { number = table.number(of: joined[-1 - number]) ?? Self.leftOut }
        guard number != Self.leftOut else { return }
        connections[number].note(error)
        notes?.note(error.moment.frame, of: number)
        sightings?.note(error.moment.frame, as: .deliveryError, number: number)
    }

    /// Counts a frame with a fragment; what it carries comes with the whole datagram.
    ///
    /// - Parameter packet: The packet with the datagram's first fragment, which says which flow it is of.
    mutating func count(_ record: PacketRecord, fragmentOf packet: inout DissectedPacket, shard: Int) {
        guard let reversed = select(&packet, of: record, shard: shard) else { return }
        let isOpening = connections[lastNumber].isOpening
        if isOpening, !hasRoom(in: shard) { return }
        connections[lastNumber].countFragment(
            from: packet.linkSource, reversed: reversed, originalLength: record.originalLength, moment: record.moment)
        if isOpening { noteSize(of: lastNumber, in: shard) }
        sightings?.note(record.moment.frame, as: .fragment, number: lastNumber, reversed: reversed)
    }

    /// What a connection takes beside that of an opening one.
    private var followedSize: Int {
        MemoryBudget.followed &+ (guests?.givenCount ?? 0) &* MemoryBudget.application
    }

    /// Whether a connection of the shard may become more than an opening one; otherwise counts a packet that is not followed.
    @inline(never)
    private mutating func hasRoom(in shard: Int) -> Bool {
        guard sizePerShard[shard] > sizeLimit &- followedSize else { return true }
        packetsBeyondMemory += 1
        return false
    }

    /// Takes note of what a connection takes that was opening before the last packet.
    @inline(never)
    private mutating func noteSize(of number: Int, in shard: Int) {
        if !connections[number].isOpening { sizePerShard[shard] += followedSize }
    }

    /// Counts a datagram that came in fragments.
    ///
    /// - Parameters:
    ///   - packet: The packet with its first fragment.
    ///   - isWhole: Whether all of its fragments are in the capture.
    ///   - last: The frame that brought the last of them.
    mutating func note(
        fragmentedDatagram packet: inout DissectedPacket, isWhole: Bool, last: PacketRecord, shard: Int
    ) {
        guard packet.transport == .udp, let reversed = select(&packet, of: last, shard: shard) else { return }
        let isOpening = connections[lastNumber].isOpening
        if isOpening, !hasRoom(in: shard) { return }
        connections[lastNumber].noteFragmentedDatagram(isWhole: isWhole, reversed: reversed)
        if isOpening { noteSize(of: lastNumber, in: shard) }
    }

    /// Finds or opens the packet's connection, which is then number ``lastNumber``.
    ///
    /// - Returns: Whether the packet's source is the second endpoint of the key; nil for a flow above the limit.
    @inline(__always)
    private mutating func select(_ packet: inout DissectedPacket, of record: PacketRecord, shard: Int) -> Bool? {
        let moment = record.moment
        var (key, reversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: packet.transport == .tcp, interface: record.interface)
        if packet.interfaceIndex | packet.virtualLAN != 0 {
            key = key.onLink(index: packet.interfaceIndex, virtualLAN: packet.virtualLAN)
            hasLinks = true
        }
        if key != lastKey {
            guard
                let number =
                    (hasLinks ? numberOnLinks(of: key, &packet, reversed: reversed) : table.number(of: key))
                    ?? open(key, &packet, reversed: reversed, shard: shard, moment: moment)
            else {
                // Not in the table, which would grow with every such flow.
                leaveOut(shard)
                return nil
            }
            lastKey = key
            lastNumber = number
        }
        // The flag first: to ask a connection is to copy it.
        if packet.transport == .tcp, packet.tcp.flags.contains(.syn), lastNumber != Self.leftOut,
            !connections[lastNumber].admits(packet.tcp, reversed: reversed, at: moment.time)
        {
            reopen(&packet, reversed: reversed, moment: moment)
        }
        if datagramIdleLimit != .max, lastNumber != Self.leftOut, packet.transport == .udp,
            moment.time - connections[lastNumber].end > datagramIdleLimit
        {
            reopen(&packet, reversed: reversed, moment: moment)
        }
        guard lastNumber != Self.leftOut else {
            leaveOut(shard)
            return nil
        }
        notes?.note(moment.frame, of: lastNumber)
        if hasLinks, packet.transport == .tcp, isCopy(&packet, on: key, reversed: reversed) {
            connections[lastNumber].noteCopy()
            return nil
        }
        return reversed
    }

    /// Counts a packet of a flow that is not followed.
    @inline(never)
    private mutating func leaveOut(_ shard: Int) {
        if connectionsPerShard[shard] < connectionLimit { packetsBeyondMemory += 1 } else { untrackedPackets += 1 }
    }

    /// - Returns: The number of the new connection, nil above a limit.
    @inline(never)
    private mutating func open(
        _ key: FlowKey, _ packet: inout DissectedPacket, reversed: Bool, shard: Int, moment: PacketMoment
    ) -> Int? {
        // Its first packet may need all of its memory.
        guard connectionsPerShard[shard] < connectionLimit,
            sizePerShard[shard] <= sizeLimit &- MemoryBudget.opening &- followedSize
        else { return nil }
        connectionsPerShard[shard] += 1
        sizePerShard[shard] += MemoryBudget.opening
        let number = connections.count
        var reading = self.reading
        if followed != nil {
            reading.isFollowed = followed?.begins(at: number, key) ?? false
            reading.followsOpened = followed?.followsOpened ?? false
        }
        if segments != nil { segments?.open(key, number: number) }
        connections.append(
            Connection(
                key: key, packet: &packet, reversed: reversed, shard: shard, reading: reading, moment: moment)
        )
        table.set(number, for: key)
        if key.isOnLink { table.set(number, for: key.onAnyLink) }
        return number
    }

    /// The number of a flow in a capture whose packets show links, nil for a new one.
    ///
    /// Each direction may have a link of its own: routes differ, and adapters remove the tags of what they receive. So a
    /// flow on a new link goes on with the connection on another one if that has not heard the direction yet. If it
    /// has, the packet passed the capture once more. On another interface that is another view of the connection. With
    /// another tag or in another tunnel it is a copy, if it is the SYN that began the connection.
    @inline(never)
    private mutating func numberOnLinks(of key: FlowKey, _ packet: inout DissectedPacket, reversed: Bool) -> Int? {
        if let number = table.number(of: key) {
            guard number < 0 else { return number }
            guard let own = table.number(of: joined[-1 - number]) else { return nil }
            if own >= 0, own != Self.leftOut { notePassage(of: own, &packet, reversed: reversed) }
            return own
        }
        guard let other = table.number(of: key.onAnyLink) ?? (key.isOnLink ? table.number(of: key.offLinks) : nil),
            other >= 0, other != Self.leftOut,
            !connections[other].hasHeard(reversed: reversed)
                || notePassage(of: other, &packet, reversed: reversed)
        else { return nil }
        table.set(-1 - joined.count, for: key)
        joined.append(connections[other].key)
        return other
    }

    /// Takes note that a connection passes the capture on a second link, if the packet is its first SYN again.
    ///
    /// - Returns: Whether it does.
    @discardableResult
    private mutating func notePassage(of number: Int, _ packet: inout DissectedPacket, reversed: Bool) -> Bool {
        guard packet.interfaceIndex == 0, packet.transport == .tcp, packet.tcp.flags.contains(.syn),
            connections[number].hasHeard(reversed: reversed),
            connections[number].isOpened(by: packet.tcp, reversed: reversed)
        else { return passages[number] != nil }
        if passages[number] == nil { passages[number] = LinkPassages(of: connections[number]) }
        return true
    }

    /// Whether a packet is one that the current connection has already, from another link.
    @inline(never)
    private mutating func isCopy(_ packet: inout DissectedPacket, on key: FlowKey, reversed: Bool) -> Bool {
        guard !passages.isEmpty, let passage = passages[lastNumber] else { return false }
        guard passage[reversed] != key.capturedAt else { return false }
        let isNews = connections[lastNumber].isNews(packet.tcp, length: packet.payloadLength, reversed: reversed)
        guard isNews || passage[reversed] == nil else { return true }
        passages[lastNumber]![reversed] = key.capturedAt
        return false
    }

    /// Ends the current connection and begins another one between the same ports; above the limit it leaves the flow out
    /// from there on.
    private mutating func reopen(_ packet: inout DissectedPacket, reversed: Bool, moment: PacketMoment) {
        // Not the packet's own key: its link may have joined a connection on another one.
        let key = connections[lastNumber].key
        let (shard, held) = (connections[lastNumber].shard, connections[lastNumber].bufferedBytes)
        connections[lastNumber].close()
        followed?.take(from: &connections[lastNumber], number: lastNumber)
        account(for: lastNumber, before: held)
        if let new = open(key, &packet, reversed: reversed, shard: shard, moment: moment) {
            lastNumber = new
        } else {
            table.set(Self.leftOut, for: key)
            lastNumber = Self.leftOut
        }
    }

    /// Tracks the total that a shard holds, and makes connections drop it if that is too much.
    ///
    /// At least half of the limit is free afterward: looking through all connections is paid for by what comes before the
    /// next time.
    @inline(never)
    private mutating func account(for number: Int, before: Int) {
        let shard = connections[number].shard
        bufferedBytesPerShard[shard] += connections[number].bufferedBytes - before
        guard bufferedBytesPerShard[shard] > bufferLimit else { return }
        evict(shard, quietSince: connections[number].end - Self.quietAfter)
        if bufferedBytesPerShard[shard] > bufferLimit / 2 { evict(shard, quietSince: .max) }
    }

    /// Makes the connections of a shard drop what they hold, if their last packet is not after that time.
    private mutating func evict(_ shard: Int, quietSince time: Int64) {
        for index in connections.indices where connections[index].shard == shard && connections[index].end <= time {
            let held = connections[index].bufferedBytes
            guard held > 0 else { continue }
            connections[index].evict()
            bufferedBytesPerShard[shard] -= held - connections[index].bufferedBytes
            evictions += 1
        }
    }

    /// Takes over what a tracker of other shards found.
    mutating func absorb(_ other: inout ConnectionTracker) {
        let before = connections.count
        for shard in relays.indices { relays[shard].append(other.relays[shard].renumbered { $0 + before }) }
        connections += other.takeConnections()
        untrackedPackets += other.untrackedPackets
        packetsBeyondMemory += other.packetsBeyondMemory
        evictions += other.evictions
    }

    /// Hands over all connections and forgets them.
    mutating func takeConnections() -> [Connection] {
        var taken: [Connection] = []
        swap(&taken, &connections)
        table = FlowTable()
        joined = []
        passages = [:]
        lastKey = nil
        return taken
    }

    /// Ends all connections that are still open.
    mutating func finish() { finish(connections.indices) }

    /// Ends some of the connections, if they are still open. All are ended once, in their order.
    mutating func finish(_ indices: Range<Int>) {
        for index in indices {
            // Those that came last may open what waited.
            if opensSealed, connections[index].wantsKeys { giveKeys(to: index) }
            connections[index].searchAllowance = searchAllowance
            connections[index].close()
            searchAllowance = connections[index].searchAllowance ?? searchAllowance
            if connections[index].hasRelays { observeRelays(of: index) }
            if reading.listsMessages { collectRecords(of: index) }
            followed?.take(from: &connections[index], number: index)
        }
    }
}
