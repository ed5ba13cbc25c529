extension Mutator {
    /// Faults of the elements of management frames: a type and a length of one byte each.
    public static let elements = fields("elements", FieldList.Format(typeWidth: 1, lengthWidth: 1))

    /// Faults of the elements of AWDL and the attributes of Wi-Fi Aware: a type of one byte, a little-endian length of
    /// two.
    public static let attributes = fields("attributes", FieldList.Format(typeWidth: 1, lengthWidth: 2))

    /// Faults of a stream of frames after four-byte lengths, such as those of a mesh.
    public static let frames = fields(
        "frames", FieldList.Format(typeWidth: 0, lengthWidth: 4, isBigEndian: true))

    /// The same damage for every format of fields.
    ///
    /// - Parameter prefix: The beginning of the mutators' names.
    private static func fields(_ prefix: String, _ format: FieldList.Format) -> [Mutator] {
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
                let field = random.pick(list.fields)
                let times = field.count < 64 ? random.pick([1, 1, 2, 100]) : 1
                let copies = repeatElement(bytes[field], count: times).joined().prefix(0x10000)
                bytes.insert(contentsOf: Array(copies), at: random.pick(list.fields).lowerBound)
            },
            Mutator("\(prefix)-swap", list) { bytes, list, random in bytes.swapFields(list.fields, &random) },
            Mutator("\(prefix)-delete", list) { bytes, list, random in bytes.removeSubrange(random.pick(list.fields)) },
            // Content that ends early or continues, with a correct length.
            Mutator("\(prefix)-resize", list) { bytes, list, random in
                let field = random.pick(list.fields)
                let place = list.lengthPlace(of: field)
                let start = field.lowerBound + format.headerSize
                let content = Array(bytes[start..<field.upperBound])
                let keeps = random.number(in: 0...content.count)
                let resized =
                    random.chance(1, in: 2) ? Array(content.prefix(keeps)) : content + random.extremeBytes(upTo: 64)
                bytes.replaceSubrange(start..<field.upperBound, with: resized)
                bytes.overwrite(
                    UInt64(resized.count), width: format.lengthWidth, at: place, bigEndian: format.isBigEndian)
            },
            // The last field goes beyond the end.
            Mutator("\(prefix)-cut", list) { bytes, list, random in
                guard let last = list.fields.last else { return }
                bytes.removeSubrange(random.number(in: last.lowerBound...last.upperBound - 1)...)
            },
        ]
        guard format.typeWidth > 0 else { return mutators }
        // Another type, or that of another field.
        let type = Mutator("\(prefix)-type", list) { bytes, list, random in
            let place = random.pick(list.fields).lowerBound
            bytes[place] = random.chance(1, in: 2) ? random.boundary() : bytes[random.pick(list.fields).lowerBound]
        }
        return mutators + [type]
    }
}
