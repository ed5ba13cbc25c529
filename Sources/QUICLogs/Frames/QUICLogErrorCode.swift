/// An error of QUIC or of an application: a number, or the name that the program has for it.
@nonexhaustive
public enum QUICLogErrorCode: Hashable, Sendable {
    /// The code as it is on the wire.
    case number(UInt64)
    /// `no_error`, `flow_control_error`.
    case name(String)
}

extension QUICLogCodec<QUICLogErrorCode> {
    static let code = QUICLogCodec(
        decode: { json, unit in
            QUICLogCodec<UInt64>.number.decode(json, unit).map(QUICLogErrorCode.number)
                ?? json.string.map(QUICLogErrorCode.name)
        },
        encode: { code in
            switch code {
            case .number(let value): .integer(value)
            case .name(let name): .text(name)
            }
        })
}
