extension ReportTables {
    /// The version of the tables, which `PRAGMA user_version` of a database has. Columns that are added or changed make a new one.
    package static let version = 1

    /// The tables and views as one text that SQLite and DuckDB load.
    package var sql: String { sqlStatements.map { $0 + ";\n" }.joined(separator: "\n") }

    package var sqlStatements: [String] { schemas.map(\.sql) + [ConnectionLogView.sql] }
}

extension TableSchema {
    /// The statement that makes the table.
    var sql: String {
        let columns = columns.map { "  \(Self.quoted($0.name)) \($0.sqlType)\($0.isNullable ? "" : " NOT NULL")" }
        let keys = keys.map(Self.quoted).joined(separator: ", ")
        return "CREATE TABLE \(Self.quoted(name)) (\n"
            + (columns + ["  PRIMARY KEY (\(keys))"]).joined(separator: ",\n")
            + "\n)"
    }

    /// The statement that adds a row.
    package var insertion: String {
        "INSERT INTO \(Self.quoted(name)) VALUES (" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    }

    /// An identifier: many columns are called like words of the language.
    package static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

extension TableSchema.Column {
    /// A name that SQLite and DuckDB know: DuckDB's REAL would have 32 bits only.
    var sqlType: String {
        switch kind {
        case .integer: "BIGINT"
        case .real: "DOUBLE"
        case .boolean: "BOOLEAN"
        case .text, .json: "TEXT"
        }
    }
}

/// Sessions as Zeek's conn.log has them.
enum ConnectionLogView {
    static let name = "zeek_conn"

    static let sql = """
        CREATE VIEW "\(name)" AS SELECT
          "start_ns" / 1e9 AS "ts",
          'C' || "session_key" AS "uid",
          "initiator_address" AS "id.orig_h",
          "initiator_port" AS "id.orig_p",
          "responder_address" AS "id.resp_h",
          "responder_port" AS "id.resp_p",
          CASE WHEN "transport" = 'tcp' THEN 'tcp' ELSE 'udp' END AS "proto",
          CASE WHEN "application" <> 'unknown' THEN "application" END AS "service",
          "duration_ns" / 1e9 AS "duration",
          "forward_payload_bytes" AS "orig_bytes",
          "backward_payload_bytes" AS "resp_bytes",
          CASE
            WHEN "transport" <> 'tcp' AND "forward_packets" > 0 AND "backward_packets" > 0 THEN 'SF'
            WHEN "transport" <> 'tcp' THEN 'S0'
            WHEN "midstream" THEN 'OTH'
            WHEN "ending" = 'unanswered' THEN 'S0'
            WHEN "ending" = 'refused' THEN 'REJ'
            WHEN "ending" = 'fin' THEN 'SF'
            WHEN "ending" = 'reset' AND "ended_by" = 'initiator' THEN 'RSTO'
            WHEN "ending" = 'reset' THEN 'RSTR'
            ELSE 'S1'
          END AS "conn_state",
          "forward_missing_bytes" + coalesce("backward_missing_bytes", 0) AS "missed_bytes",
          "forward_packets" AS "orig_pkts",
          "backward_packets" AS "resp_pkts",
          "community_id" AS "community_id"
        FROM "sessions"
        """
}
