import WireCoding

extension PcapngWriter {
    /// Writes a name resolution block.
    ///
    /// - Parameters:
    ///   - names: Addresses with their names, of which readers see those up to the first zero byte. An entry whose
    ///     record would be longer than 65,535 bytes, and one without any name, is left out.
    ///   - options: Options of the block.
    ///   - output: Where the block goes.
    public func writeNameResolutions(
        _ names: [NameResolution], options: [PcapngOption] = [], into output: inout ByteWriter
    ) {
        var records = ByteWriter()
        for entry in names where entry.names.contains(where: { !$0.isEmpty }) {
            let (type, value) = entry.record
            guard let length = UInt16(exactly: value.count) else { continue }
            records.writeUInt16LittleEndian(type)
            records.writeUInt16LittleEndian(length)
            records.writeBytes(value)
            Self.pad(value.count, into: &records)
        }
        // The record that ends the list.
        records.writeUInt32LittleEndian(0)
        let end = Self.beginBlock(.nameResolution, records.count, options, into: &output)
        output.writeBytes(records.bytes)
        end.write(options, into: &output)
    }

    /// Writes a decryption secrets block, which has to come before the packets that it opens.
    ///
    /// - Parameters:
    ///   - secrets: What opens them.
    ///   - output: Where the block goes.
    /// - Throws: `WireError` before anything is written, for more secrets than readers keep
    ///   (``CaptureReader/maximumSecretsLength``).
    public func writeSecrets(_ secrets: DecryptionSecrets, into output: inout ByteWriter) throws(WireError) {
        let count = secrets.bytes.count
        guard count <= CaptureReader.maximumSecretsLength else {
            throw WireError(
                .tooLong(length: count, maximum: CaptureReader.maximumSecretsLength), field: "decryption secrets",
                offset: output.count)
        }
        let end = Self.beginBlock(.secrets, 8 + Self.padded(count), [], into: &output)
        output.writeUInt32LittleEndian(secrets.kind.rawValue)
        output.writeUInt32LittleEndian(UInt32(count))
        output.writeBytes(secrets.bytes)
        Self.pad(count, into: &output)
        end.write([], into: &output)
    }

    /// Writes a block of Apple's that describes a process. Packets name processes by their place among those of the
    /// section, so that a copy needs all of them in their order.
    ///
    /// - Parameters:
    ///   - process: Its ID, name and UUID; the section and the index follow from the position of the block.
    ///   - output: Where the block goes.
    public func writeProcess(_ process: CaptureProcess, into output: inout ByteWriter) {
        var options: [PcapngOption] = []
        if let name = process.name { options.append(PcapngOption(PcapngOption.Code.processName, text: name)) }
        if let uuid = process.uuid {
            options.append(PcapngOption(code: PcapngOption.Code.processUUID, value: uuid))
        }
        let end = Self.beginBlock(.process, 4, options, into: &output)
        output.writeUInt32LittleEndian(process.processID)
        end.write(options, into: &output)
    }
}

// MARK: - Blocks

extension PcapngWriter {
    /// The bytes after a block's body.
    struct BlockEnd {
        fileprivate let length: UInt32

        /// Writes nothing for the options if there are none, otherwise opt_endofopt after them.
        func write(_ options: [PcapngOption], into output: inout ByteWriter) {
            for option in options {
                let count = min(option.value.count, Int(UInt16.max))
                output.writeUInt16LittleEndian(option.code)
                output.writeUInt16LittleEndian(UInt16(count))
                output.writeBytes(option.value.prefix(count))
                PcapngWriter.pad(count, into: &output)
            }
            if !options.isEmpty { output.writeUInt32LittleEndian(0) }
            output.writeUInt32LittleEndian(length)
        }
    }

    /// Writes a block's type and length; `bodyLength` bytes have to follow, and then the end that this returns.
    static func beginBlock(
        _ type: PcapngBlockType, _ bodyLength: Int, _ options: [PcapngOption], into output: inout ByteWriter
    ) -> BlockEnd {
        var length = 12 + bodyLength
        for option in options { length += 4 + padded(min(option.value.count, Int(UInt16.max))) }
        if !options.isEmpty { length += 4 }
        let end = BlockEnd(length: UInt32(truncatingIfNeeded: length))
        output.writeUInt32LittleEndian(type.rawValue)
        output.writeUInt32LittleEndian(end.length)
        return end
    }

    static func padded(_ count: Int) -> Int { (count + 3) & ~3 }

    static func pad(_ count: Int, into output: inout ByteWriter) {
        for _ in count..<padded(count) { output.writeUInt8(0) }
    }
}
