import Foundation
import QUICLogs
import TestSupport
import Testing

// The code of the article, word for word.

/// The log of a server that received the first packet of a client.
func firstFlight() -> QUICLog {
    let packet = QUICLogPacket(
        type: .initial, number: 0, version: 1, sourceConnectionID: [0xC1],
        destinationConnectionID: [1, 2, 3, 4, 5, 6, 7, 8], length: 1200,
        frames: [
            .crypto(QUICLogDataFrame(offset: 0, length: 300)), .padding(QUICLogDataFrame(length: 850)),
        ])
    return QUICLog(
        title: "upload", vantagePoint: QUICLogVantagePoint(name: "server 1.0", type: .server),
        referenceTime: 1_700_000_000_000_000_000, originalDestinationConnectionID: [1, 2, 3, 4, 5, 6, 7, 8],
        events: [
            QUICLogEvent(time: 0, .packetReceived(packet)),
            QUICLogEvent(time: 250_000, .metricsUpdated(QUICLogMetrics(congestionWindow: 12_000, bytesInFlight: 0))),
        ])
}

/// Writes a log record by record.
func write(_ log: QUICLog, to append: ([UInt8]) -> Void) {
    append(QUICLogWriter.header(of: log))
    for event in log.events { append(QUICLogWriter.record(of: event)) }
}

@Suite struct WriteAQlogTests {
    @Test func aLogIsReadAsItWasWritten() throws {
        let log = firstFlight()
        let file = try QUICLogReader.read(QUICLogWriter.serialize(log))
        #expect(file.logs == [log] && file.errorCount == 0)
    }

    @Test func recordByRecordTheFileIsTheSame() {
        var file: [UInt8] = []
        write(firstFlight()) { file += $0 }
        #expect(file == QUICLogWriter.serialize(firstFlight()))
    }

    /// Whoever changes the code in one place has to change it in the other.
    @Test func theArticleShowsWhatIsTestedHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let article = try String(
            contentsOf: Fixture.repository.appending(path: "Sources/QUICLogs/QUICLogs.docc/Write-a-qlog.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(blocks.count == 2)
        for block in blocks { #expect(source.contains("\n\(block)\n"), "\(block)") }
    }
}
