import WireCoding

/// The steps by which two devices agree on a data path or a data link (Wi-Fi Aware Specification, "NDP attribute", "NDL
/// attribute").
enum NANStep {
    static let type = FieldMeaning.names("request", "response", "confirm", "security install", "terminate")
    static let status = FieldMeaning.names("continued", "accepted", "rejected")
}
