import DNSWire
import Foundation
import MultipeerWire
import PeerMessaging
import QUICLogs
import ServiceDiscovery
import WireCoding

#if Analyzer
    import CaptureCorrelation
    import PacketCapture
    import ProtocolDescriptions
    import SealedChannels
    import TraceAnalysis
    import WireText
    import XMPPStreams
#endif

/// An error of this package, whose `localizedDescription` is its `description`: the sentence with the field, the offset and the
/// limit, in English.
///
/// Nothing but this module needs Foundation for it. An app that shows errors imports it once:
///
/// ```swift
/// import FoundationErrors
/// ```
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The error's `description`.
    public var errorDescription: String? { description }
}

extension WireError: DescribedError {}
extension FieldError: DescribedError {}
extension DNSNameViolation: DescribedError {}
extension EscapedText.InvalidEscape: DescribedError {}
extension ServiceTypeViolation: DescribedError {}
extension InstanceNameViolation: DescribedError {}
extension TXTRecordViolation: DescribedError {}
extension TXTRecordRemark: DescribedError {}
extension DiscoveryInfoViolation: DescribedError {}
extension DeclarationViolation: DescribedError {}
extension RenameViolation: DescribedError {}
extension FramingError: DescribedError {}
extension JSONDecodingError: DescribedError {}
extension MultipeerChannelDecoder.Fault: DescribedError {}
extension QUICLogError: DescribedError {}

#if Analyzer
    extension CaptureError: DescribedError {}
    extension CaptureError.Damage: DescribedError {}
    extension CaptureMerge.FileFailure: DescribedError {}
    extension CaptureFilterError: DescribedError {}
    extension CaptureRecorderError: DescribedError {}
    extension LiveCaptureError: DescribedError {}
    extension RecordProtectionError: DescribedError {}
    extension QUICProtectionError: DescribedError {}
    extension QUICStreamError: DescribedError {}
    extension PreSharedKey.ParsingError: DescribedError {}
    extension XMPPStreamError: DescribedError {}
    extension DescriptionProblem: DescribedError {}
    extension DescriptionFault: DescribedError {}
    extension DescribedContentError: DescribedError {}
    extension MessageEncodingError: DescribedError {}
    extension PropertyListError: DescribedError {}
    extension MeshMessageReport.Problem: DescribedError {}
    extension FrameSelector.SelectionError: DescribedError {}
    extension CorrelationError: DescribedError {}
#endif
