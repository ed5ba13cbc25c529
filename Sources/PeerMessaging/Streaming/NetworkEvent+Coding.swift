import WireCoding

extension NetworkEvent {
    /// Reads the payload of a datagram.
    ///
    /// Members that the event does not have are dropped. ``NetworkEventView/init(scanning:)`` says what is accepted.
    public init(parsing datagram: Span<UInt8>) throws(JSONDecodingError) {
        self.init(try NetworkEventView(scanning: datagram), in: datagram)
    }

    /// The event of a view.
    ///
    /// - Parameter datagram: The payload that was scanned.
    public init(_ view: NetworkEventView, in datagram: Span<UInt8>) {
        self =
            switch view.kind {
            case .startStreaming: .startStreaming
            case .satelliteMovedTo: .satelliteMovedTo(position: view.position, dimensions: view.dimensions)
            case .unknown: .unknown(name: view.caseName.string(in: datagram), value: datagram.copied(view.caseRange))
            }
    }

    /// Appends the JSON text, which Foundation's `JSONDecoder` accepts when the case is known.
    ///
    /// The value of an unknown case is written as it is and must be a JSON text.
    ///
    /// - Throws: ``JSONDecodingError/Kind/numberOutOfRange``, before the first byte, when a number is infinite or none.
    ///   The error's offset is the writer's count.
    public func serialize(into output: inout ByteWriter) throws(JSONDecodingError) {
        var text = JSONText(pretty: false, style: .foundation(escapesSlashes: true))
        text.beginObject()
        switch self {
        case .startStreaming:
            text.key("startStreaming")
            text.value([FrameField]())
        case .satelliteMovedTo(let position, let dimensions):
            let numbers = [position.x, position.y, dimensions.width, dimensions.height]
            guard numbers.allSatisfy(\.isFinite) else {
                throw JSONDecodingError(.numberOutOfRange, offset: output.count)
            }
            text.key("satelliteMovedTo")
            text.beginObject()
            text.key("position")
            text.value(Array(numbers[..<2]))
            text.key("dimensions")
            text.value(Array(numbers[2...]))
            text.endObject()
        case .unknown(let name, let value):
            text.key(name)
            text.append(written: value)
        }
        text.endObject()
        output.writeBytes(text.bytes)
    }
}
