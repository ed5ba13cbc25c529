/// Takes the rows of captures, one capture after another.
package protocol TableOutput: AnyObject {
    /// Takes the rows of a capture that `write` hands over. A database keeps all of them or none; files and streams keep those
    /// before an error.
    ///
    /// - Throws: ``TableError`` where they cannot be written, and what `write` throws.
    func add(capture id: String, _ write: (_ take: (TableRow) throws -> Void) throws -> Void) throws

    /// Ends the output.
    func finish() throws
}
