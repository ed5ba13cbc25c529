/// The facts at the beginning of a capture file: enough to sort files without reading them.
public struct CaptureOverview: Hashable, Sendable {
    public let path: String
    public let format: CaptureFormat
    public let compression: Compression
    /// Nanoseconds since 1970, of the first packet that has a time; 0 where none has, nil for a file without packets.
    public let firstTime: Int64?

    /// Opens a file and reads its first packet.
    ///
    /// - Parameter path: A file that can be opened again, so that neither a pipe nor `"-"` will do.
    /// - Throws: ``CaptureError`` of the categories `cannotOpen` and `notACapture`. A file that breaks before its first
    ///   packet has none.
    public init(path: String) throws(CaptureError) {
        let file = try CaptureFile.open(path: path)
        self.path = path
        format = file.format
        compression = file.compression
        firstTime = Self.firstTime(of: file)
    }

    private static func firstTime(of file: CaptureFile) -> Int64? {
        guard var reader = try? file.makeReader() else { return nil }
        var isEmpty = true
        while let record = try? reader.next() {
            if record.isTimed { return record.time }
            isEmpty = false
        }
        return isEmpty ? nil : 0
    }
}
