extension Mutator {
    /// Faults of the elements of management frames: a type and a length of one byte each.
    public static let elements = fields("elements", FieldFormat(typeWidth: 1, lengthWidth: 1))

    /// Faults of the elements of AWDL and the attributes of Wi-Fi Aware: a type of one byte, a little-endian length of
    /// two.
    public static let attributes = fields("attributes", FieldFormat(typeWidth: 1, lengthWidth: 2))

    /// Faults of a stream of frames after four-byte lengths, such as those of a mesh.
    public static let frames = fields("frames", FieldFormat(typeWidth: 0, lengthWidth: 4, isBigEndian: true))

    /// Faults of fields with a type and a length: lengths that lie, fields that are doubled, swapped, missing, cut or
    /// of another type, and bodies that end early or continue, with a true length.
    ///
    ///     let mutators = Mutator.byteLevel + Mutator.fields("packet", FieldFormat(typeWidth: 1, lengthWidth: 2))
    ///
    /// Properties that get these mutators also reduce failing inputs by the format: fields and parts of bodies are
    /// taken away, and lengths stay true.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the mutators' names: `packet-length`, `packet-resize`.
    ///   - format: How the fields begin.
    public static func fields(_ prefix: String, _ format: FieldFormat) -> [Mutator] {
        fieldMutators(prefix, format).map { mutator in
            var mutator = mutator
            mutator.fieldFormat = format
            return mutator
        }
    }

    private static func fieldMutators(_ prefix: String, _ format: FieldFormat) -> [Mutator] {
        @Sendable func list(of bytes: [UInt8]) -> FieldList? {
            let list = FieldList(bytes, format: format)
            return list.fields.isEmpty ? nil : list
        }
        let mutators = [
            Mutator("\(prefix)-length", list) { bytes, list, random in
                let place = list.lengthPlace(of: random.pick(list.fields))
                bytes.lie(width: format.lengthWidth, at: place, bigEndian: format.isBigEndian, &random)
            },
            Mutator("\(prefix)-duplicate", list) { bytes, list, random in
                let field = random.pick(list.fields).range
                let times = field.count < 64 ? random.pick([1, 1, 2, 100]) : 1
                let copies = repeatElement(bytes[field], count: times).joined().prefix(0x10000)
                bytes.insert(contentsOf: Array(copies), at: random.pick(list.fields).range.lowerBound)
            },
            Mutator("\(prefix)-swap", list) { bytes, list, random in
                bytes.swapFields(list.fields.map(\.range), &random)
            },
            Mutator("\(prefix)-delete", list) { bytes, list, random in
                bytes.removeSubrange(random.pick(list.fields).range)
            },
            // Content that ends early or continues, with a correct length.
            Mutator("\(prefix)-resize", list) { bytes, list, random in
                let field = random.pick(list.fields)
                let place = list.lengthPlace(of: field)
                let region = field.body.lowerBound..<field.range.upperBound
                let content = Array(bytes[region])
                let keeps = random.number(in: 0...content.count)
                let resized =
                    random.chance(1, in: 2) ? Array(content.prefix(keeps)) : content + random.extremeBytes(upTo: 64)
                bytes.replaceSubrange(region, with: resized)
                bytes.overwrite(
                    UInt64(format.length(ofBody: resized.count)), width: format.lengthWidth, at: place,
                    bigEndian: format.isBigEndian)
            },
            // The last field goes beyond the end.
            Mutator("\(prefix)-cut", list) { bytes, list, random in
                guard let last = list.fields.last?.range else { return }
                bytes.removeSubrange(random.number(in: last.lowerBound...last.upperBound - 1)...)
            },
        ]
        guard format.typeWidth > 0 else { return mutators }
        // Another type, or that of another field.
        let type = Mutator("\(prefix)-type", list) { bytes, list, random in
            let place = random.pick(list.fields).range.lowerBound
            let other = random.chance(1, in: 2) ? random.boundary() : bytes[random.pick(list.fields).range.lowerBound]
            bytes[place] = other
        }
        return mutators + [type]
    }
}
