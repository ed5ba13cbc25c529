import WireCoding

/// A service descriptor (attribute 3) with the ranges of its variable parts, read without allocating. The layout is
/// that of ``NANServiceDescriptor``.
public struct NANServiceDescriptorView: Sendable {
    public let serviceID: NANServiceID
    /// The publisher or subscriber, among the services of its device.
    public let instanceID: UInt8
    /// Whom a follow-up or a solicited publish answers, among the services of that device.
    public let requestorInstanceID: UInt8
    public let control: NANServiceControl
    public let bindingBitmap: UInt16?
    /// The range of the matching filter's entries in the body, without their total length.
    public let matchingFilter: Range<Int>?
    /// The range of the response filter in the body, from its control byte on.
    public let serviceResponseFilter: Range<Int>?
    /// The range of the service's own bytes in the body.
    public let serviceInfo: Range<Int>?
    /// The end of the known parts in the body.
    public let end: Int

    /// - Parameters:
    ///   - body: The attribute's body.
    ///   - baseOffset: Where it lies in the packet, for errors.
    /// - Throws: `truncated` when a part is longer than what is left.
    public init(_ body: Span<UInt8>, baseOffset: Int = 0) throws(WireError) {
        var input = ByteReader(body, baseOffset: baseOffset, limit: "NAN attribute length")
        try input.require(9, "NAN service descriptor")
        serviceID = try NANServiceID(parsing: &input)
        instanceID = try input.readUInt8("NAN instance ID")
        requestorInstanceID = try input.readUInt8("NAN requestor instance ID")
        control = NANServiceControl(rawValue: try input.readUInt8("NAN service control"))
        bindingBitmap = control.hasBindingBitmap ? try input.readUInt16LittleEndian("NAN binding bitmap") : nil
        matchingFilter = control.hasMatchingFilter ? try Self.part(&input, "NAN matching filter") : nil
        serviceResponseFilter =
            control.hasServiceResponseFilter ? try Self.part(&input, "NAN service response filter") : nil
        serviceInfo = control.hasServiceInfo ? try Self.part(&input, "NAN service info") : nil
        end = input.position
    }

    @_lifetime(input: copy input)
    private static func part(_ input: inout ByteReader, _ field: WireError.Field) throws(WireError) -> Range<Int> {
        let length = Int(try input.readUInt8(field))
        let start = input.position
        try input.skip(length, field)
        return start..<input.position
    }
}
