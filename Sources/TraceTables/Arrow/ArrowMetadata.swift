/// What Arrow's files say of their columns and batches (Arrow Columnar Format, Schema.fbs, Message.fbs and File.fbs).
enum ArrowMetadata {
    /// `MetadataVersion.V5`.
    private static let version = FlatBuffer.Value.short(4)

    /// The message that a file begins with.
    static func schemaMessage(_ schema: TableSchema) -> [UInt8] {
        message(kind: 1, schemaFields(schema), bodySize: 0)
    }

    /// The message before the values of some rows.
    ///
    /// - Parameters:
    ///   - columns: How many rows, and how many of them have no value.
    ///   - buffers: Where the columns' buffers begin in the body, and their sizes without what fills them up.
    static func batchMessage(
        rowCount: Int, nullCounts: [Int], buffers: [(start: Int, size: Int)], bodySize: Int, isCompressed: Bool
    ) -> [UInt8] {
        // Zstandard, each buffer by itself.
        let compression: FlatBuffer.Value? = isCompressed ? .table([.byte(1), .byte(0)]) : nil
        let fields: [FlatBuffer.Value?] = [
            .long(Int64(rowCount)), .structures(nullCounts.map { [Int64(rowCount), Int64($0)] }),
            .structures(buffers.map { [Int64($0.start), Int64($0.size)] }), compression,
        ]
        return message(kind: 3, fields, bodySize: bodySize)
    }

    /// A batch's place in the file, with the sizes of its message and its body.
    struct Block {
        let start: Int
        let messageSize: Int
        let bodySize: Int
    }

    /// What a file ends with.
    static func footer(_ schema: TableSchema, _ batches: [Block]) -> [UInt8] {
        FlatBuffer.encode([
            version, .table(schemaFields(schema)), nil,
            .structures(batches.map { [Int64($0.start), Int64($0.messageSize), Int64($0.bodySize)] }),
        ])
    }

    private static func message(kind: UInt8, _ header: [FlatBuffer.Value?], bodySize: Int) -> [UInt8] {
        FlatBuffer.encode([version, .byte(kind), .table(header), .long(Int64(bodySize))])
    }

    private static func schemaFields(_ schema: TableSchema) -> [FlatBuffer.Value?] {
        // Numbers begin with the byte that counts least, which is the default.
        [nil, .tables(schema.columns.map(field))]
    }

    private static func field(_ column: TableSchema.Column) -> [FlatBuffer.Value?] {
        let (kind, type): (UInt8, [FlatBuffer.Value?]) =
            switch column.kind {
            case .integer: (2, [.int(64), .flag(true)])
            // Of double precision.
            case .real: (3, [.short(2)])
            case .text, .json: (5, [])
            case .boolean: (6, [])
            }
        return [.string(column.name), .flag(column.isNullable), .byte(kind), .table(type), nil, .tables([])]
    }
}
