import PacketDissection
import WireCoding
import WirelessFrames

/// Makes an element of a management frame of the JSON object that tells of it: `id` and `body`, or instead of these the
/// `ssid` of a network or the `channel` of a radio.
enum ElementReader {
    static func element(_ object: JSONObjectReader) throws(WireJSONError) -> InformationElement {
        let element: InformationElement
        if let body = try object.bytes("body") {
            guard body.count <= InformationElement.maximumLength else {
                throw object.error("body", "has \(body.count) bytes; there is room for 255")
            }
            element = InformationElement(
                id: ElementID(rawValue: try object.required(object.number("id"), "id")), body: body)
        } else if let name = try object.text("ssid") {
            guard name.utf8.count <= InformationElement.maximumSSIDLength else {
                throw object.error("ssid", "has \(name.utf8.count) bytes; there is room for 32")
            }
            element = InformationElement(.ssid(Array(name.utf8)))
        } else if let channel: UInt8 = try object.number("channel") {
            element = InformationElement(.dsParameterSet(channel: channel))
        } else {
            throw object.error("body", "is missing")
        }
        try object.expectAgreement(with: ElementFields.fields(element))
        return element
    }

    static func elements(
        _ object: JSONObjectReader, _ key: String
    ) throws(WireJSONError) -> [InformationElement] {
        var elements: [InformationElement] = []
        for object in try object.objects(key) ?? [] { elements.append(try element(object)) }
        return elements
    }
}
