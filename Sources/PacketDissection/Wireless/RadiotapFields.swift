import WireCoding
import WirelessFrames

/// The content of a radiotap header, as fields with the names that `nearscope frames` and `nearscope decode radiotap`
/// use.
package enum RadiotapFields {
    /// The fields whose offsets are known, and the reason why there are no more.
    ///
    /// Data announced by the first presence word become fields of the header, data announced by further ones become
    /// objects in `antennas`. Data of vendors and TLVs are in `vendors` and `tlvs`.
    ///
    /// - Parameters:
    ///   - baseOffset: The offset of the header in the packet, for the error.
    ///   - statedLength: The length that the header states, if there are fewer bytes of it.
    package static func fields(
        _ header: RadiotapHeader, baseOffset: Int = 0, statedLength: Int? = nil
    ) -> (fields: [FrameField], error: WireError?) {
        let (groups, error) = header.groups(baseOffset: baseOffset)
        var fields: [FrameField] = [
            .number("version", header.version), .signed("length", statedLength ?? header.length),
            FrameField("present", .list(header.presence.map { .number($0) })),
        ]
        if header.padding != 0 { fields.append(.number("padding", header.padding)) }
        for field in groups.first ?? [] where field.number < 28 { fields += field.fieldValues }
        let antennas = groups.dropFirst().map { group in group.filter { $0.number < 28 }.flatMap(\.fieldValues) }
            .filter { !$0.isEmpty }
        if !antennas.isEmpty { fields.append(FrameField("antennas", .list(antennas.map { .object($0) }))) }
        let others = groups.joined().filter { $0.number >= 28 }
        for (name, number) in [("vendors", 30), ("tlvs", 28)] {
            let objects = others.filter { $0.number == number }.map { FieldValue.object($0.fieldValues) }
            if !objects.isEmpty { fields.append(FrameField(name, .list(objects))) }
        }
        return (fields, error)
    }
}
