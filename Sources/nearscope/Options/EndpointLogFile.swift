import CaptureCorrelation
import Foundation
import QUICLogs
import TraceModel
import WireCoding
import WireText

/// The qlog of an endpoint.
struct EndpointLogFile {
    let path: String
    private let file: QUICLogFile

    /// - Throws: The exit status for a file that cannot be read or is not a qlog, after that was reported.
    init(path: String) throws {
        self.path = path
        let limits = QUICLogLimits()
        let bytes = Array(try InputFile.read(path, limit: limits.maximumSize + 1))
        do throws(QUICLogError) {
            file = try QUICLogReader.read(bytes, limits: limits)
        } catch {
            throw ExitStatus.notUnderstood.failure(path, "\(error)")
        }
        if file.errorCount > 0 {
            let first = file.errors.first.map { ", the first: \($0)" } ?? ""
            StandardError.write(
                "nearscope: \(path): \(Quantity.count(file.errorCount, "record")) could not be read\(first)")
        }
        if file.logs.isEmpty { throw ExitStatus.notUnderstood.failure(path, "has no trace") }
    }

    /// The log of a connection: the only one of the file, or the one that names the session's first connection ID.
    ///
    /// - Throws: A usage error where none of several logs is that of the session.
    func source(for session: Session) throws -> EndpointComparison.Source {
        let original = session.quic?.originalDestinationConnectionID
        let named = file.logs.filter { original != nil && Self.connectionID(of: $0) == original }
        if let log = named.first { return EndpointComparison.Source(log, path: path, errors: file.errorCount) }
        guard file.logs.count == 1 else {
            throw ExitStatus.wrongUsage(
                "none of the \(file.logs.count) traces in \(path) is of session \(session.id), whose connection ID is \(original ?? "unknown")"
            )
        }
        if let other = Self.connectionID(of: file.logs[0]), let original {
            StandardError.write(
                "nearscope: note: \(path) is of the connection \(other), session \(session.id) is \(original)")
        }
        return EndpointComparison.Source(file.logs[0], path: path, errors: file.errorCount)
    }

    /// The connection that the first log with a connection ID is of, in hex.
    var connection: String? { file.logs.lazy.compactMap(Self.connectionID).first }

    /// The session of a log: the one whose first connection ID a log names.
    func session(among sessions: [Session]) -> Session? {
        let names = Set(file.logs.compactMap(Self.connectionID))
        let found = sessions.filter { $0.quic?.originalDestinationConnectionID.map(names.contains) ?? false }
        return found.count == 1 ? found[0] : nil
    }

    /// The client's first destination connection ID in hex: where the log has none, some programs name the group by it.
    private static func connectionID(of log: QUICLog) -> String? {
        if let id = log.originalDestinationConnectionID { return Hex.encode(id) }
        guard let group = log.group?.string, let bytes = Hex.decode(group[...]), bytes.count >= 8 else { return nil }
        return Hex.encode(bytes)
    }
}
