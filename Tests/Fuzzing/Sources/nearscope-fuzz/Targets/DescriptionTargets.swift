import ProtocolDescriptions
import WireCoding
import WireSimulation
import WireTesting

extension FuzzTarget {
    /// A page of YAML: read or refused at a place, and what was read is written as the same description.
    static let description = FuzzTarget(
        name: "description", mutators: Mutator.byteLevel, seeds: { SampleDescriptions.pages.map { Array($0.utf8) } },
        run: { bytes in
            for problem in DescribedPage.check(utf8: bytes) {
                require(problem.line != nil && problem.column != nil, "A refusal has a line and a column")
            }
            guard let page = try? DescribedPage(utf8: bytes) else { return }
            let again = try? ProtocolDescription(yaml: page.description.yaml)
            require(again == page.description, "A description is written as it is read")
        })

    /// A page, a zero byte and a stream: in pieces and in one it has the same messages and faults.
    static let described = FuzzTarget(
        name: "described", mutators: Mutator.byteLevel + Mutator.json, seeds: { SampleDescriptions.streams },
        run: { bytes in
            let end = bytes.firstIndex(of: 0) ?? bytes.count
            let page = try? DescribedPage(utf8: Array(bytes[..<end]))
            let other = SampleDescriptions.pages[bytes.count % SampleDescriptions.pages.count]
            guard let description = page?.description ?? (try? ProtocolDescription(yaml: other)),
                let compiled = try? CompiledProtocol(description)
            else { return }
            let stream = Array(page == nil ? bytes[...] : bytes.dropFirst(end + 1))
            let whole = DescribedReading(compiled, [stream[...]])
            require(
                compiled.hasDatagramFraming || DescribedReading(compiled, InputPieces.cut(stream)) == whole,
                "Messages do not depend on how a stream is cut")
        })
}

/// What a decoder makes of a stream with a hole of its own.
private struct DescribedReading: Equatable {
    var messages: [DescribedMessage] = []
    /// All that the first messages say.
    var contents: [DescribedContent] = []
    var summary = DescribedDirectionSummary()

    init(_ compiled: CompiledProtocol, _ pieces: [ArraySlice<UInt8>]) {
        let count = pieces.reduce(0) { $0 + $1.count }
        var decoder = compiled.makeDecoder(midstream: count % 3 == 0, resynchronizes: count % 2 == 0)
        var found: [DescribedMessage] = []
        var shown: [DescribedContent] = []
        var sum = 0
        for piece in pieces {
            let segment = Array(piece)
            decoder.read(segment.span) {
                if shown.count < 16 { shown.append(compiled.content(of: $0)) }
                found.append(DescribedMessage($0))
            }
            sum += segment.count
            require(decoder.heldBytes <= sum, "A decoder holds no more than came")
        }
        decoder.skip(missing: count % 7) { found.append(DescribedMessage($0)) }
        decoder.finish { found.append(DescribedMessage($0)) }
        messages = found
        contents = shown
        summary = decoder.summary
    }
}
