import PacketCapture
import TraceModel

extension TraceAnalyzer {
    /// Analyzes several captures as one trace: the pieces of a rotated capture, or captures from several points by one
    /// clock. Frames are counted over all of them, in time order.
    ///
    /// Each file is open only while its packets are due.
    ///
    /// - Parameter files: In any order, at least one.
    /// - Returns: The report. Errors in files are in `CaptureSummary.files`, everything else in the report.
    /// - Throws: `CaptureFilterError` when there are packets of a link type that the filter cannot be compiled for.
    public func analyze(merging files: [CaptureOverview]) async throws -> TraceReport {
        try await examine(merging: files).report
    }

    func examine(
        merging files: [CaptureOverview]
    ) async throws -> (report: TraceReport, connections: [Connection], axis: TimeAxis) {
        let isPacked = files.contains { $0.compression != .none }
        var known = secrets
        known.add(from: CaptureMerge(files).files)
        return try await examine(CaptureSummary(merging: files), isReadOnce: isPacked, secrets: known) { [filter] in
            TraceInput(merging: files, filter: filter)
        }
    }
}

extension CaptureSummary {
    /// The facts about files before they are read as one.
    init(merging files: [CaptureOverview]) {
        let ordered = CaptureMerge(files).files
        self.init(
            path: ordered.map(\.path).joined(separator: ", "), format: ordered.first?.format.rawValue ?? "",
            compression: ordered.first?.compression.rawValue ?? "")
    }

    /// The results for the files of a merge.
    static func files(of merge: CaptureMerge) -> [File] {
        var files = merge.files.enumerated().map { number, file in
            File(
                path: file.path, format: file.format.rawValue, compression: file.compression.rawValue,
                packets: merge.packets[number])
        }
        for failure in merge.failures { files[failure.file].fileError = FileError(failure.error) }
        return files
    }

    /// Says which files were read.
    ///
    /// - Parameter merged: The files of a merge; empty if there is only the file of the summary.
    mutating func setFiles(_ merged: [File]) {
        guard !merged.isEmpty else {
            files = [
                File(
                    path: path, format: format, compression: compression,
                    packets: interfaces.reduce(0) { $0 + $1.packets }, fileError: fileError)
            ]
            return
        }
        files = merged
        guard let broken = merged.first(where: { $0.fileError != nil }), var error = broken.fileError else { return }
        if merged.count > 1 { error.message = "\(broken.path): \(error.message)" }
        fileError = error
    }
}

extension CaptureSummary.FileError {
    package init(_ error: CaptureError) {
        self.init(offset: error.offset, message: error.description)
    }
}
