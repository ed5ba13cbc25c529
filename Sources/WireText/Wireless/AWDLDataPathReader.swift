import WireCoding
import WirelessFrames

/// Makes a data path state of the JSON object that has its fields.
struct AWDLDataPathReader {
    let object: JSONObjectReader

    func state() throws(WireJSONError) -> AWDLDataPathState {
        try object.expectOnly([
            "type", "length", "error", "trailing", "flags", "countryCode", "socialChannels", "infrastructureBSSID",
            "infrastructureChannel", "infrastructureAddress", "awdlAddress", "umi", "unicastOptions", "extendedFlags",
            "logTriggerID", "masterCounter", "statistics",
        ])
        var state = AWDLDataPathState(flags: [])
        if let text = try object.text("countryCode") {
            guard let code = AWDLCountryCode(text) else {
                throw object.error("countryCode", "is neither two letters nor six hexadecimal digits")
            }
            state.countryCode = code
        }
        state.socialChannels = try object.number("socialChannels").map(AWDLSocialChannels.init(rawValue:))
        if let bssid = try object.address("infrastructureBSSID") {
            state.infrastructure = AWDLDataPathState.Infrastructure(
                bssid: bssid, channel: try object.number("infrastructureChannel") ?? 0)
        } else if object.has("infrastructureChannel") {
            throw object.error("infrastructureBSSID", "is missing")
        }
        state.infrastructureAddress = try object.address("infrastructureAddress")
        state.awdlAddress = try object.address("awdlAddress")
        state.umi = try object.number("umi")
        if let bytes = try object.bytes("unicastOptions") { try setUnicastOptions(bytes, of: &state) }
        try readExtension(into: &state)
        try setFlags(of: &state)
        return state
    }

    private func setUnicastOptions(
        _ bytes: [UInt8], of state: inout AWDLDataPathState
    ) throws(WireJSONError) {
        guard let length = UInt16(exactly: bytes.count) else {
            throw object.error("unicastOptions", "has more than 65535 bytes")
        }
        let first = bytes.prefix(8).enumerated().reduce(UInt64(0)) {
            $0 | UInt64($1.element) << (8 * UInt64($1.offset))
        }
        state.unicastOptions = AWDLUnicastOptions(rawValue: first)
        state.unicastOptionsLength = length
        state.furtherUnicastOptions = Array(bytes.dropFirst(8))
    }

    private func readExtension(into state: inout AWDLDataPathState) throws(WireJSONError) {
        state.logTriggerID = try object.number("logTriggerID")
        state.masterCounter = try object.number("masterCounter")
        if let numbers: [UInt32] = try object.numbers("statistics") {
            guard numbers.count == 3 else { throw object.error("statistics", "has not three numbers") }
            state.statistics = AWDLDataPathState.Statistics(
                clock: numbers[0], awCounter: numbers[1], updateCounter: numbers[2])
        }
        var present: AWDLExtendedDataPathFlags = []
        if state.logTriggerID != nil { present.insert(.hasLogTriggerID) }
        if state.masterCounter != nil { present.insert(.hasMasterCounter) }
        if state.statistics != nil { present.insert(.hasStatistics) }
        let fields: AWDLExtendedDataPathFlags = [.hasLogTriggerID, .hasMasterCounter, .hasStatistics]
        if let flags = try object.number("extendedFlags").map(AWDLExtendedDataPathFlags.init(rawValue:)) {
            guard flags.intersection(fields) == present else {
                throw object.error("extendedFlags", "says that there are other fields than there are")
            }
            state.extendedFlags = flags
        } else if !present.isEmpty {
            state.extendedFlags = present
        }
    }

    private func setFlags(of state: inout AWDLDataPathState) throws(WireJSONError) {
        let fields: [(AWDLDataPathFlags, Bool)] = [
            (.hasCountryCode, state.countryCode != nil), (.hasSocialChannels, state.socialChannels != nil),
            (.hasInfrastructure, state.infrastructure != nil),
            (.hasInfrastructureAddress, state.infrastructureAddress != nil),
            (.hasAWDLAddress, state.awdlAddress != nil), (.hasUMI, state.umi != nil),
            (.hasUnicastOptions, state.unicastOptions != nil), (.hasExtendedFlags, state.extendedFlags != nil),
        ]
        let present = fields.filter(\.1).reduce(into: AWDLDataPathFlags()) { $0.insert($1.0) }
        let all = fields.reduce(into: AWDLDataPathFlags()) { $0.insert($1.0) }
        let given = try object.number("flags").map(AWDLDataPathFlags.init(rawValue:))
        guard (given ?? present).intersection(all) == present else {
            throw object.error("flags", "says that there are other fields than there are")
        }
        state.flags = given ?? present
    }
}
