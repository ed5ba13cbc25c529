import SealedChannels
import TraceModel

/// A connection ended with a code that is an error.
enum QUICCloseRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let quic = context.connections[index].datagramReader(QUICDatagrams.self), let closing = quic.closing
        else { return [] }
        let reason = closing.reason
        let spoken = quic.handshake.flatMap { $0.applicationProtocol ?? $0.offeredProtocols.first } ?? ""
        let isHTTP3 = spoken == "h3" || spoken.hasPrefix("h3-")
        guard let code = Code(reason, isHTTP3: isHTTP3) else { return [] }
        let end = SessionEnd(index: index, isInitiator: reason.isByClient == quic.clientIsInitiator)
        let text = reason.text.isEmpty ? nil : reason.text
        let words = text.map { ", with the text \(Excerpt.quoted($0))" } ?? ""
        return [
            context.finding(
                "quic-closed-with-error", code.severity, sentBy: end, at: [closing.moment],
                message: "\(context.label(of: end)) closed the connection\(code.by) with \(code.words)\(words).",
                facts: [
                    "by": reason.isByClient ? "client" : "server", "errorCode": Int(clamping: reason.code),
                    "errorName": code.name, "layer": reason.frameType == nil ? "application" : "transport",
                    "frameType": reason.frameType.map { Int(clamping: $0) }, "text": text,
                ],
                remedy: code.remedy, reference: code.reference)
        ]
    }

    /// A code that is an error.
    private struct Code {
        var name: String?
        var words: String
        /// Who gave the reason, if that is not QUIC.
        var by = ""
        var severity = Finding.Severity.warning
        var remedy: String
        var reference = "RFC 9000 §20.1"

        /// Nil for codes that are none: no error, and alerts of TLS, which have a rule of their own.
        init?(_ reason: QUICCloseReason, isHTTP3: Bool) {
            guard reason.frameType == nil else {
                let error = QUICTransportError(rawValue: reason.code)
                guard error != .noError, TLSAlert(reason) == nil else { return nil }
                let hexadecimal = "0x" + String(reason.code, radix: 16)
                name = error.description == hexadecimal ? nil : error.description
                words = name.map { "\($0) (\(hexadecimal))" } ?? "the code \(hexadecimal)"
                if error == .applicationError {
                    by = " for a reason of the application"
                    severity = .note
                }
                if let type = reason.frameType, type != 0 {
                    words += " because of a \(QUICFrameType(rawValue: type)) frame"
                }
                remedy = Self.remedy(error)
                return
            }
            let hexadecimal = "0x" + String(reason.code, radix: 16)
            by = " for a reason of the application"
            guard isHTTP3 else {
                guard reason.code != 0 else { return nil }
                (words, severity, reference) = ("the code \(hexadecimal)", .note, "RFC 9000 §20.2")
                remedy = "See what the application means by the code; 0 says that nothing is wrong."
                return
            }
            // HTTP/3 has its own code for no error.
            guard reason.code != 0x100, reason.code != 0 else { return nil }
            name = Self.namesOfHTTP3[reason.code]
            words = name.map { "\($0) (\(hexadecimal))" } ?? "the code \(hexadecimal)"
            reference = "RFC 9114 §8.1"
            remedy =
                "Look into the log of the end that closed; the code names the rule of HTTP/3 that the other one broke."
        }

        private static func remedy(_ error: QUICTransportError) -> String {
            switch error {
            case .connectionRefused:
                "See whether the server takes connections: its limits, its load, its list of names."
            case .flowControlError, .streamLimitError:
                "The end that did not close sent more than it may: update its QUIC library."
            case .transportParameterError: "Compare the transport parameters of both ends."
            case .invalidToken: "Let the client ask again without a token, and let the server keep its token keys."
            case .applicationError: "Look into the log of the application that closed."
            case .noViablePath: "See whether both ends reach each other at the new address."
            case .versionNegotiationError: "See whether something in between changes the versions."
            case .internalError: "Look into the log of the end that closed."
            default:
                "Update the QUIC library of the end that did not close, which broke a rule, and that of the other one."
            }
        }

        private static let namesOfHTTP3: [UInt64: String] = [
            0x101: "H3_GENERAL_PROTOCOL_ERROR", 0x102: "H3_INTERNAL_ERROR", 0x103: "H3_STREAM_CREATION_ERROR",
            0x104: "H3_CLOSED_CRITICAL_STREAM", 0x105: "H3_FRAME_UNEXPECTED", 0x106: "H3_FRAME_ERROR",
            0x107: "H3_EXCESSIVE_LOAD", 0x108: "H3_ID_ERROR", 0x109: "H3_SETTINGS_ERROR", 0x10A: "H3_MISSING_SETTINGS",
            0x10B: "H3_REQUEST_REJECTED", 0x10C: "H3_REQUEST_CANCELLED", 0x10D: "H3_REQUEST_INCOMPLETE",
            0x10E: "H3_MESSAGE_ERROR", 0x10F: "H3_CONNECT_ERROR", 0x110: "H3_VERSION_FALLBACK",
            0x200: "QPACK_DECOMPRESSION_FAILED", 0x201: "QPACK_ENCODER_STREAM_ERROR",
            0x202: "QPACK_DECODER_STREAM_ERROR",
        ]
    }
}
