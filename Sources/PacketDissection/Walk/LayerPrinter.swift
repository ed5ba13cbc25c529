import WireCoding

/// Collects the layers of one frame with their fields, for people. A ``PacketWalk`` shows it each header before it is judged, so
/// that the errors are those of the parsers.
final class LayerPrinter: WalkObserver {
    typealias Region = PacketDissector.Region

    private(set) var description = FrameDescription()
    /// The name of the layer that is being read, which errors are about.
    var layer = ""

    var printer: LayerPrinter? { self }

    /// The captured bytes of a layer from `offset` on.
    @_lifetime(copy bytes)
    func reader(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region) -> ByteReader {
        let start = min(offset, bytes.count)
        let end = max(start, min(region.end, bytes.count))
        return ByteReader(bytes.extracting(start..<end), baseOffset: offset, limit: region.limit.name)
    }

    /// Reads a layer and takes note of the error that ends it.
    func read(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region,
        _ body: (inout ByteReader) throws(WireError) -> Void
    ) {
        var input = reader(bytes, offset, region)
        do throws(WireError) {
            try body(&input)
        } catch {
            note(error, in: region)
        }
    }

    /// - Parameter name: Nil for the layer that has begun.
    func append(as name: String? = nil, _ offset: Int, _ length: Int, _ fields: [FrameField]) {
        description.layers.append(FrameLayer(name: name ?? layer, offset: offset, length: length, fields: fields))
    }

    /// Begins a layer with its header.
    func header<Header: ShownHeader>(
        _ header: Header.Type, _ layer: String, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region
    ) {
        self.layer = layer
        show(header, bytes, offset, region)
    }

    /// Shows a header in the layer that has begun.
    ///
    /// - Parameter name: The name of the layer to show, if errors are about another one.
    func show<Header: ShownHeader>(
        _ header: Header.Type, as name: String? = nil, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region
    ) {
        read(bytes, offset, region) { (input) throws(WireError) in
            let header = try Header(parsing: &input)
            append(as: name, offset, input.position, header.shownFields)
        }
    }

    /// Takes note of an error, unless the frame was only cut.
    func note(_ error: WireError, in region: Region) {
        if case .truncated(let needed, _) = error.kind, error.offset &+ needed <= region.end,
            error.limit == region.limit.name
        {
            return
        }
        // A packet of no bytes at all contradicts nothing.
        if region.end > 0 { note(error) }
    }

    /// Takes note of an error, the first one of the frame.
    func note(_ error: WireError) {
        guard description.fault == nil else { return }
        description.fault = FrameFault(layer: layer, offset: error.offset, message: error.description)
    }

    /// Takes note of a length of more bytes than there are.
    func noteTooLong(_ length: Int, _ field: HeaderField, at position: Int, most: Int, _ region: Region) {
        note(
            WireError(
                .tooLong(length: length, maximum: most), field: field.name, offset: position, limit: region.limit.name),
            in: region)
    }
}

/// A header that is shown by its own fields alone.
protocol ShownHeader {
    init(parsing input: inout ByteReader) throws(WireError)

    /// The fields by their standard names, in the order in which they are shown; without another choice those of the layout.
    var shownFields: [FrameField] { get }
}

extension ShownHeader where Self: LaidOutHeader {
    var shownFields: [FrameField] { namedFields }
}
