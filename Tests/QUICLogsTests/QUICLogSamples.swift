/// Files written by hand after the drafts and after the sources of programs.
enum QUICLogSamples {
    /// Events as arrays, relative times in microseconds, a reference time.
    static let draft01 = """
        {"qlog_version":"draft-01","title":"hand","traces":[{"vantage_point":{"type":"server"},
        "configuration":{"time_units":"us","time_offset":"10"},
        "common_fields":{"ODCID":"0102","protocol_type":"QUIC_HTTP3","reference_time":"1600000000000000"},
        "event_fields":["relative_time","category","event","trigger","data"],
        "events":[
        [90,"transport","packet_received","line",{"packet_type":"initial","header":{"packet_number":"0","packet_size":1200,
        "payload_length":1150,"scid":"AB","dcid":"0102"},"frames":[{"frame_type":"crypto","offset":"0","length":"250"},
        {"frame_type":"padding"}]}],
        [1590,"recovery","metrics_updated","line",{"smoothed_rtt":1500,"cwnd":12000.6,"in_recovery":false}],
        [1600,"http","frame_created","line",{"stream_id":0}],
        []]}]}
        """

    /// As Apple's `SwiftNetwork` writes it: names of columns and events in capitals, whole milliseconds that are called
    /// microseconds, packet numbers and flags as strings, ranges of one packet with one number.
    static let swiftNetwork = """
        {"traces":[{"events":[[0,"TRANSPORT","PACKET_SENT",{"packet_type":"initial","header":{"packet_number":"0",\
        "packet_size":1252,"length":1200,"version":1,"dcil":8,"dcid":"0011223344556677"},"frames":[\
        {"frame_type":"crypto","offset":0,"length":300},{"frame_type":"padding","payload_length":900}],\
        "trigger":"unknown"}],\
        [31,"TRANSPORT","PACKET_RECEIVED",{"packet_type":"1RTT","header":{"packet_number":"7","packet_size":40,"length":20,\
        "version":1},"frames":[{"frame_type":"ack","ack_delay":200,"acked_ranges":[[3],[5,6]]}],"is_coalesced":"true"}],\
        [31,"RECOVERY","METRICS_UPDATED",{"smoothed_rtt":30,"latest_rtt":31,"congestion_window":12000}],\
        [40,"RECOVERY","PACKET_LOST",{"packet_type":"1RTT","header":{"packet_number":"4","packet_size":1200,"length":0,\
        "version":1},"frames":[],"trigger":"reordering_threshold"}]],\
        "configuration":{"time_units":"us"},"vantage_point":{"flow":"client","type":"network"},\
        "event_fields":["time","CATEGORY","EVENT_TYPE","DATA"]}],"qlog_version":"draft-01","title":"hand"}
        """

    /// A text sequence of the drafts after 0.3: a URN, a monotonic clock, one category for QUIC.
    static let schemaURN = """
        \u{1E}{"file_schema":"urn:ietf:params:qlog:file:sequential","serialization_format":"application/qlog+json-seq",\
        "trace":{"common_fields":{"group_id":"0a","time_format":"relative_to_epoch","reference_time":{\
        "clock_type":"monotonic","epoch":"unknown","wall_clock_time":"2025-01-02T03:04:05.5Z"}},\
        "vantage_point":{"type":"client"},"event_schemas":["urn:ietf:params:qlog:events:quic-12"]}}
        \u{1E}{"time":0.25,"name":"quic:packet_sent","data":{"header":{"packet_type":"1rtt","packet_number":5,\
        "key_phase_bit":"1"},"raw":{"length":60},"frames":[{"frame_type":"stream","stream_id":4,"offset":0,\
        "raw":{"length":30},"fin":true},{"frame_type":"connection_close","error_space":"transport",\
        "error_code":"no_error","reason":""}]}}
        \u{1E}{"time":1,"name":"quic:recovery_metrics_updated","data":{"latest_rtt":0.75}}

        """
}
