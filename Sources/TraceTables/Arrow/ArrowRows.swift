import PacketCapture
import WireCoding

/// Writes rows of one table as a file of Apache Arrow's IPC format, which pandas, Polars, DuckDB and Spark read without parsing text.
///
/// Rows are collected into batches, so that memory does not grow with their number.
struct ArrowRows: RowFile {
    private let schema: TableSchema
    private let compressor: ZstdCompressor?
    private var columns: [ArrowColumn]
    private var rowCount = 0
    /// Where the next message begins.
    private var position = 0
    private var batches: [ArrowMetadata.Block] = []
    let head: [UInt8]

    /// What a file begins with, and without the zeros, what it ends with.
    private static let magic = Array("ARROW1".utf8)
    /// Rows, and bytes of values, that are collected for a batch at most.
    private static let (rowLimit, sizeLimit) = (1 << 16, 1 << 20)

    /// - Parameter compressor: For the values, where they are compressed: names and types are not.
    init(_ schema: TableSchema, _ compressor: ZstdCompressor? = nil) {
        (self.schema, self.compressor) = (schema, compressor)
        columns = schema.columns.map { ArrowColumn($0.kind) }
        head = Self.magic + [0, 0] + Self.framed(ArrowMetadata.schemaMessage(schema))
        position = head.count
    }

    mutating func write(_ row: TableRow, to bytes: inout [UInt8]) throws {
        for (index, cell) in row.cells.enumerated() { try columns[index].append(cell) }
        rowCount += 1
        // Looking at all columns for each row would cost more than writing it.
        if rowCount % 64 == 0, rowCount >= Self.rowLimit || columns.reduce(0, { $0 + $1.size }) >= Self.sizeLimit {
            endBatch(&bytes)
        }
    }

    mutating func end(_ bytes: inout [UInt8]) {
        if rowCount > 0 { endBatch(&bytes) }
        bytes += Self.framed([])
        let footer = ArrowMetadata.footer(schema, batches)
        bytes += footer
        bytes += Self.littleEndian(footer.count)
        bytes += Self.magic
    }

    private mutating func endBatch(_ bytes: inout [UInt8]) {
        var body: [UInt8] = []
        var buffers: [(start: Int, size: Int)] = []
        for column in columns {
            column.forEachBuffer { values in
                let content = compressed(values)
                buffers.append((body.count, content.count))
                body += content
                body += repeatElement(0, count: -content.count & 7)
            }
        }
        let message = Self.framed(
            ArrowMetadata.batchMessage(
                rowCount: rowCount, nullCounts: columns.map(\.nullCount), buffers: buffers, bodySize: body.count,
                isCompressed: compressor != nil))
        bytes += message
        bytes += body
        batches.append(.init(start: position, messageSize: message.count, bodySize: body.count))
        position += message.count + body.count
        for index in columns.indices { columns[index].removeAll() }
        rowCount = 0
    }

    /// A buffer with its size before it, unless it is empty.
    private func compressed(_ values: [UInt8]) -> [UInt8] {
        guard let compressor, !values.isEmpty else { return values }
        return Self.littleEndian(values.count) + [0, 0, 0, 0] + compressor.compress(values) + compressor.finish()
    }

    /// A message with its size and the mark before that; without metadata, it is the last one.
    private static func framed(_ metadata: [UInt8]) -> [UInt8] {
        [0xFF, 0xFF, 0xFF, 0xFF] + littleEndian(metadata.count) + metadata
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        ByteWriter.bytes { $0.writeUInt32LittleEndian(UInt32(number)) }
    }
}
