import WireCoding

/// A key of the property lists.
struct MultipeerListKey {
    let name: StaticString
    let field: WireError.Field

    private init(_ name: StaticString) {
        self.name = name
        field = WireError.Field(stringLiteral: name)
    }

    var text: BinaryPropertyList.Text { BinaryPropertyList.Text(name.description) }

    static let messageID = MultipeerListKey("MCNearbyServiceMessageIDKey")
    static let inviteID = MultipeerListKey("MCNearbyServiceInviteIDKey")
    static let sender = MultipeerListKey("MCNearbyServiceSenderPeerIDKey")
    static let recipient = MultipeerListKey("MCNearbyServiceRecipientPeerIDKey")
    static let context = MultipeerListKey("MCNearbyServiceInviteContextKey")
    static let isAccepted = MultipeerListKey("MCNearbyServiceAcceptInviteKey")
    static let connectionData = MultipeerListKey("MCNearbyServiceConnectionDataKey")
}

/// The entries of a message's property list, from which the message takes those that it knows.
struct MultipeerListFields {
    private var entries: [(entry: BinaryPropertyList.Entry, offset: Int)]
    private let offset: Int

    /// Reads a property list that is all of the bytes that are left.
    ///
    /// - Throws: What the list throws, `invalidValue` for one that is no dictionary.
    init(parsing input: inout ByteReader) throws(WireError) {
        offset = input.offset
        let bytes = try input.readSpan(input.remaining, "property list")
        let objects = try PropertyListObjects(bytes, baseOffset: offset)
        let top = try objects.object(objects.top)
        guard top.kind == 0xD else {
            throw objects.error(.invalidValue(UInt64(top.marker)), "property list of a message", at: top.offset)
        }
        var budget = PropertyListBudget(length: bytes.count)
        if let (kind, field) = budget.spend(top, depth: 0) { throw objects.error(kind, field, at: top.offset) }
        entries = try objects.entries(of: top, depth: 0, &budget)
    }

    /// The entries that were not taken, in their order.
    var others: [BinaryPropertyList.Entry] { entries.map(\.entry) }

    /// Removes an entry.
    private mutating func take(_ key: MultipeerListKey) -> (value: BinaryPropertyList.Value, offset: Int)? {
        let text = key.text
        guard let index = entries.firstIndex(where: { $0.entry.key == text }) else { return nil }
        let (entry, offset) = entries.remove(at: index)
        return (entry.value, offset)
    }

    private func missing(_ key: MultipeerListKey) -> WireError {
        WireError(
            .truncated(needed: 1, available: 0), field: key.field, offset: offset, limit: "property list of a message")
    }

    /// A value of another type than the key has.
    private func mistyped(_ key: MultipeerListKey, _ offset: Int) -> WireError {
        WireError(.invalidValue(0), field: key.field, offset: offset)
    }

    mutating func integer(_ key: MultipeerListKey) throws(WireError) -> Int64 {
        guard let (value, offset) = take(key) else { throw missing(key) }
        guard case .integer(let number) = value else { throw mistyped(key, offset) }
        return number
    }

    /// - Throws: `invalidValue` for another number.
    mutating func integer(_ key: MultipeerListKey, expecting expected: Int64) throws(WireError) {
        guard let (value, offset) = take(key) else { throw missing(key) }
        guard case .integer(let number) = value else { throw mistyped(key, offset) }
        guard number == expected else {
            throw WireError(.invalidValue(UInt64(bitPattern: number)), field: key.field, offset: offset)
        }
    }

    mutating func boolean(_ key: MultipeerListKey) throws(WireError) -> Bool {
        guard let (value, offset) = take(key) else { throw missing(key) }
        guard case .boolean(let flag) = value else { throw mistyped(key, offset) }
        return flag
    }

    mutating func data(_ key: MultipeerListKey) throws(WireError) -> [UInt8]? {
        guard let (value, offset) = take(key) else { return nil }
        guard case .data(let bytes) = value else { throw mistyped(key, offset) }
        return bytes
    }

    mutating func requiredData(_ key: MultipeerListKey) throws(WireError) -> [UInt8] {
        guard let bytes = try data(key) else { throw missing(key) }
        return bytes
    }

    mutating func peer(_ key: MultipeerListKey) throws(WireError) -> MultipeerPeerID {
        guard let (value, offset) = take(key) else { throw missing(key) }
        guard case .data(let bytes) = value else { throw mistyped(key, offset) }
        var reader = ByteReader(bytes.span, baseOffset: offset, limit: key.field)
        let peer = try MultipeerPeerID(parsing: &reader)
        try reader.expectEnd(key.field)
        return peer
    }
}

/// What all property lists of the channel have.
struct MultipeerListContent {
    private var entries: [BinaryPropertyList.Entry] = []

    mutating func add(_ key: MultipeerListKey, _ value: BinaryPropertyList.Value?) {
        if let value { entries.append(BinaryPropertyList.Entry(key: key.text, value: value)) }
    }

    mutating func add(_ key: MultipeerListKey, _ peer: MultipeerPeerID) throws(WireError) {
        var output = ByteWriter()
        try peer.serialize(into: &output)
        add(key, .data(output.bytes))
    }

    /// Writes the list, and after the message's own entries the others.
    ///
    /// - Parameter reserved: Keys that others cannot have.
    func serialize(
        with others: [BinaryPropertyList.Entry], reserved: [MultipeerListKey], into output: inout ByteWriter
    ) throws(WireError) {
        var keys = Set(reserved.map(\.text))
        let kept = others.filter { keys.insert($0.key).inserted }
        try BinaryPropertyList.Value.dictionary(entries + kept).serialize(into: &output)
    }
}
