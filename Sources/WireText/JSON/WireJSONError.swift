import WireCoding

/// Why a JSON text makes no message or frame, and where in the text: what ``DNSMessageJSON``, ``AWDLFrameJSON``,
/// ``NANFrameJSON``, ``IEEE80211FrameJSON`` and ``RadiotapJSON`` throw.
public typealias WireJSONError = FieldError
