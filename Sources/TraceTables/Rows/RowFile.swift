/// What writes the rows of one table into a file.
protocol RowFile {
    /// What comes before the first row.
    var head: [UInt8] { get }

    /// Adds a row, or keeps it for later.
    mutating func write(_ row: TableRow, to bytes: inout [UInt8]) throws

    /// Adds what is left.
    mutating func end(_ bytes: inout [UInt8])
}
