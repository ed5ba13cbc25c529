import WireCoding

/// The nodes from the master down to the sender: element 20, a row of addresses to its end. Senders are known to end it
/// with an address of zeros.
public struct AWDLSynchronizationTree: AWDLElement {
    public static let type = AWDLTLVType.synchronizationTree
    public static let name = "synchronization tree"

    /// The master first.
    public var addresses: [LinkAddress]

    public init(_ addresses: [LinkAddress]) { self.addresses = addresses }

    /// Reads whole addresses; fewer than six bytes may be left after them.
    @_lifetime(input: copy input)
    public init(parsing input: inout ByteReader) throws(WireError) {
        addresses = []
        addresses.reserveCapacity(input.remaining / 6)
        while input.remaining >= 6 { addresses.append(try input.readLinkAddress("AWDL synchronization tree")) }
    }

    public func serialize(into output: inout ByteWriter) {
        for address in addresses { address.serialize(into: &output) }
    }

    /// The first address of the element's value, without reading the others; nil if there is none.
    public static func root(of value: ByteReader) -> LinkAddress? {
        var input = value
        return try? input.readLinkAddress("AWDL synchronization tree")
    }
}

extension AWDLSynchronizationTree {
    public init() { self.init([]) }
    public static let fields: [FieldDescription<Self>] = [
        .field("addresses", \.addresses, .list(.linkAddress))
    ]
}
