import WireCoding

/// The members of a JSON object.
typealias JSONObjectReader = FieldObject
