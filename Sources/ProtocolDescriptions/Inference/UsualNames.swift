/// Names that people give to parts of messages. They decide where the values alone could mean either of two things.
enum UsualNames {
    /// Of types, the more usual first.
    static let types = ["type", "kind", "messageType", "identifier", "method", "event", "op", "cmd", "t"]

    private static let senders: Set = [
        "actor", "author", "client", "contact", "creator", "device", "from", "member", "nick", "nickname", "node",
        "origin", "originator", "owner", "participant", "peer", "person", "player", "publisher", "sender", "source",
        "speaker", "src", "user", "username", "who", "writer",
    ]

    /// Of values that may differ by direction and do not say who wrote.
    private static let others: Set = [
        "channel", "code", "connection", "dest", "destination", "direction", "dst", "encoding", "for", "game", "lang",
        "language", "locale", "model", "os", "platform", "receiver", "recipient", "result", "role", "room", "session",
        "side", "state", "status", "target", "to", "token", "topic", "v", "ver", "version",
    ]

    private static let ids: Set = ["guid", "id", "uid", "ulid", "uuid"]

    /// Whether a path such as `body.device.id` names who wrote.
    static func isSender(_ path: String) -> Bool {
        let words = words(path)
        return words.contains { senders.contains($0) } && !words.contains { others.contains($0) }
    }

    /// Whether a path names something else than who wrote.
    static func isOther(_ path: String) -> Bool { words(path).contains { others.contains($0) } }

    /// Whether a path such as `body.messageId` names one message.
    static func isID(_ path: String) -> Bool { words(path).last.map { ids.contains($0) } ?? false }

    /// `body.senderName` has the words `sender` and `name`.
    private static func words(_ path: String) -> [String] {
        var words: [String] = []
        for part in path.split(whereSeparator: { ".-_".contains($0) }).dropFirst() {
            var word = ""
            var wasLower = false
            for character in part {
                if character.isUppercase, wasLower {
                    words.append(word)
                    word = ""
                }
                wasLower = character.isLowercase
                word += character.lowercased()
            }
            words.append(word)
        }
        return words
    }
}
