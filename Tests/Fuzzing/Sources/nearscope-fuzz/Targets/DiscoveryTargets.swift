import DNSWire
import ServiceDiscovery
import WireCoding
import WireSimulation
import WireTesting
import WireText

extension FuzzTarget {
    static let dns = FuzzTarget(
        name: "dns", mutators: Mutator.dns + Mutator.byteLevel,
        seeds: {
            Generator<DNSMessage>.plausible.wireForms.values(seed: seed, count: seedCount)
                + Generator<DNSMessage>.extreme.wireForms.values(seed: seed, count: seedCount * 4)
                .filter { $0.count <= 4096 }
        },
        run: { bytes in
            let (prefix, error) = DNSMessage.parsePrefix(bytes.span)
            _ = prefix.description
            guard let message = try? DNSMessage(parsing: bytes) else {
                require(error != nil, "What cannot be read as a whole has an error as a prefix")
                return
            }
            require(error == nil && prefix == message, "A whole message is its own prefix")
            let records = message.answers + message.authorities + message.additionals
            // A pointer in malformed data is written as it was, and may point to something in the message as it is
            // written.
            let isWellFormed = records.allSatisfy { if case .malformed = $0.data { false } else { true } }
            for scope in [NameCompression.Scope.multicast, .unicast] {
                // Names that were pointers may make data longer than a record can hold.
                guard let written = try? message.bytes(compression: scope) else { continue }
                let again = try? DNSMessage(parsing: written)
                require(isWellFormed ? again == message : again != nil, "A message is read as it was written")
            }
            for record in records {
                require(
                    DNSName(presentation: record.name.presentation) == record.name, "A name is read as it is presented")
                if let name = ServiceInstanceName(record.name) { _ = (name.violations, name.instanceText) }
            }
        })

    /// DNS over TCP, in pieces and in one.
    static let dnsTCP = FuzzTarget(
        name: "dns-tcp", mutators: Mutator.byteLevel,
        seeds: {
            (0..<seedCount).map { number in
                Generator<DNSMessage>.plausible.wireForms.values(seed: UInt64(number), count: 3)
                    .reduce(into: []) { $0 += [UInt8($1.count >> 8), UInt8($1.count & 0xFF)] + $1 }
            }
        },
        run: { bytes in
            require(
                dnsFrames(in: [bytes[...]]) == dnsFrames(in: InputPieces.cut(bytes)),
                "Messages do not depend on how a stream is cut")
        })

    private static func dnsFrames(in pieces: [ArraySlice<UInt8>]) -> [StreamItem<WireError>] {
        var decoder = DNSOverTCPDecoder()
        var items: [StreamItem<WireError>] = []
        for piece in pieces {
            let segment = Array(piece)
            var position = 0
            while true {
                do throws(WireError) {
                    guard let frame = try decoder.next(in: segment.span, at: &position) else { break }
                    switch frame.body {
                    case .inline(let range): items.append(StreamItem(frame.streamOffset, Array(segment[range])))
                    case .assembled:
                        items.append(StreamItem(frame.streamOffset, decoder.assembledBody.copied()))
                    }
                } catch {
                    items.append(StreamItem(error.offset, [], error))
                }
            }
        }
        do throws(WireError) {
            try decoder.finish()
        } catch {
            items.append(StreamItem(error.offset, [], error))
        }
        return items
    }

    static let txt = FuzzTarget(
        name: "txt", mutators: Mutator.byteLevel,
        seeds: {
            Generator<TXTRecord>.plausible.wireForms.values(seed: seed, count: seedCount)
                + Generator<TXTRecord>.extreme.wireForms.values(seed: seed, count: seedCount).filter {
                    $0.count <= 4096
                }
        },
        run: { bytes in
            let observed = TXTRecord(observed: bytes)
            let isWhole = (try? TXTRecord(rdata: bytes)) != nil
            require((observed.fault == nil) == isWhole, "A record has a fault where it cannot be read")
            require(observed.remarks.count <= TXTRecord.maximumRemarks, "A record has no more remarks than it says")
            let entries = observed.entries
            for entry in entries { _ = (entry.keyText, entry.valueText, entry.violation) }
            if let made = try? TXTRecord(entries) {
                require(made.entries == entries, "A record made of entries has these entries")
            }
            _ = try? TXTRecord(validating: bytes)
        })

    /// Names as text, which people and other programs write.
    static let names = FuzzTarget(
        name: "names", mutators: Mutator.byteLevel,
        seeds: {
            Generator<DNSName>.extreme.values(seed: seed, count: seedCount).map { Array($0.presentation.utf8) }
                + Generator<ServiceInstanceName>.plausible.values(seed: seed, count: seedCount)
                .map { Array($0.description.utf8) }
        },
        run: { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let name = DNSName(presentation: text) {
                require(DNSName(presentation: name.presentation) == name, "A name is read as it is presented")
            }
            if let name = try? ServiceInstanceName(presentation: text) {
                let again = try? ServiceInstanceName(presentation: name.description)
                require(again == name, "An instance's name is read as it is presented")
                _ = name.violations
                for family in ResponderFamily.allCases { _ = name.presentation(by: family) }
            }
            _ = ServiceInstanceName.violations(ofInstance: bytes)
        })

    /// The Info.plist of an app, in XML and binary.
    static let propertyList = FuzzTarget(
        name: "property-list", mutators: Mutator.byteLevel, seeds: { SamplePropertyLists.all },
        run: { bytes in
            if let declarations = try? AppServiceDeclarations(infoPlist: bytes) {
                require(
                    declarations.violations.count <= AppServiceDeclarations.maximumViolations,
                    "Declarations have no more violations than they say")
            }
        })
}
