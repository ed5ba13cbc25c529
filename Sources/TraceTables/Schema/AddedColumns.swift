/// Columns that the report does not have.
enum AddedColumns {
    static let ofSessions: [TableSchema.Column] = [
        .init("community_id", .text(nil), isNullable: true), .init("session_key", .text(nil)),
        .init("round_trips_thinned", .boolean),
    ]

    static let ofMessages: [TableSchema.Column] = [
        .init("capture", .text(nil)), .init("community_id", .text(nil), isNullable: true),
    ]
}
