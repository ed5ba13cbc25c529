import PacketCapture
import PacketDissection
import WireCoding

/// One header of a ``PacketBuilder``, and what comes after the content that belongs to it.
protocol PacketLayer: Sendable {
    /// The kind of packet that begins with it, nil where a file has no number for that.
    var linkType: LinkType? { get }
    /// By which a link header announces it, nil where none can.
    var etherType: EtherType? { get }
    /// By which an IP header announces it, nil where none can.
    var ipProtocol: IPProtocol? { get }
    /// The check at the end of the content.
    var check: FrameCheck { get }
    /// Bytes before the content.
    var headerSize: Int { get }

    /// The addresses of pseudo headers inside this layer.
    ///
    /// - Parameter outer: Those outside it.
    func endpoints(after outer: IPEndpoints?) -> IPEndpoints?

    /// Throws for a field whose value does not fit, whatever the content. Offsets count from the start of the header.
    func validate() throws(WireError)

    /// The header with its content. The values have been validated; lengths have not.
    func enclose(_ content: [UInt8], _ place: LayerPlace) throws(WireError) -> [UInt8]
}

extension PacketLayer {
    var linkType: LinkType? { nil }
    var etherType: EtherType? { nil }
    var ipProtocol: IPProtocol? { nil }
    var check: FrameCheck { .absent }
    func endpoints(after outer: IPEndpoints?) -> IPEndpoints? { outer }
    func validate() throws(WireError) {}
}

/// Two addresses of one family.
struct IPEndpoints {
    let source: IPAddress
    let destination: IPAddress
}

/// What is around a layer.
struct LayerPlace {
    /// The layer within it, nil if that is the payload.
    let next: (any PacketLayer)?
    /// The addresses of the IP header outside it.
    let endpoints: IPEndpoints?

    /// The type of the content in a link header: the length of an IEEE 802.3 frame if LLC follows.
    ///
    /// - Parameters:
    ///   - wanted: The caller's.
    ///   - offset: That of the field in its header.
    func etherType(
        _ wanted: EtherType?, of content: [UInt8], at offset: Int
    ) throws(WireError) -> EtherType {
        if let wanted { return wanted }
        guard next is LLCLayer else { return next?.etherType ?? .localExperiment }
        try WireError.checkLength(content.count, "IEEE 802.3 length", maximum: 1500, offset: offset)
        return EtherType(rawValue: UInt16(truncatingIfNeeded: content.count))
    }

    /// The protocol of the content in an IP header.
    func ipProtocol(_ wanted: IPProtocol?, of content: [UInt8]) -> IPProtocol {
        wanted ?? next?.ipProtocol ?? (content.isEmpty ? .noNextHeader : .experiment)
    }
}

extension EtherType {
    /// For experiments (RFC 9542 §B.1, "Local Experimental"): what a payload of no known type is announced by.
    static let localExperiment = EtherType(rawValue: 0x88B5)
}

extension IPProtocol {
    /// For experiments (RFC 3692 §2.1): what a payload of no known protocol is announced by.
    static let experiment = IPProtocol(rawValue: 253)
}

extension WireError {
    /// Throws `invalidValue` for a number above the greatest that its field can hold.
    static func checkValue(
        _ value: some FixedWidthInteger & UnsignedInteger, _ field: Field, maximum: UInt64, at offset: Int
    ) throws(WireError) {
        guard value > maximum else { return }
        throw WireError(.invalidValue(UInt64(value)), field: field, offset: offset)
    }

    /// Throws unless an address has as many bytes as its field; a text that is not an address has none.
    static func checkAddress(
        _ count: Int?, _ field: Field, size: Int, at offset: Int
    ) throws(WireError) {
        let count = count ?? 0
        try checkLength(count, field, maximum: size, offset: offset)
        guard count == size else {
            throw WireError(.truncated(needed: size, available: count), field: field, offset: offset)
        }
    }

    /// Throws unless a declared length of a header can be counted in words of four bytes by four bits.
    static func checkHeaderLength(_ length: Int?, _ field: Field, at offset: Int) throws(WireError) {
        guard let length, length < 0 || length > 60 || length % 4 != 0 else { return }
        throw WireError(.invalidValue(UInt64(truncatingIfNeeded: length)), field: field, offset: offset)
    }
}

extension LinkAddress {
    /// Of an address or its text; nil for another text.
    init?(of address: some LosslessStringConvertible) {
        guard let address = address as? LinkAddress ?? LinkAddress(address.description) else { return nil }
        self = address
    }
}

extension IPAddress {
    /// Of an address or its text; nil for another text.
    init?(of address: some LosslessStringConvertible) {
        guard let address = address as? IPAddress ?? IPAddress(address.description) else { return nil }
        self = address
    }
}
