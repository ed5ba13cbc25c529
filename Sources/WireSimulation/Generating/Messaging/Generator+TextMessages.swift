import WireTesting

extension Generator where Value == [UInt8] {
    /// One direction of HTTP or RTSP: whole messages with bodies of each kind of length, and in half of the streams
    /// encrypted bytes after the last message, as after pair-verify of HomeKit.
    public static var textMessages: Generator {
        Generator { random in
            var stream: [UInt8] = []
            for _ in 0..<random.number(in: 1...4) { stream += message(&random) }
            return random.chance(1, in: 2) ? stream + random.bytes(random.number(in: 8...200)) : stream
        }
    }

    private static func message(_ random: inout SeededGenerator) -> [UInt8] {
        let lineEnd = random.chance(1, in: 8) ? "\n" : "\r\n"
        var head = [
            random.pick([
                "GET / HTTP/1.1", "POST /pair-verify HTTP/1.1", "HTTP/1.1 200 OK", "HTTP/1.1 101 Switching Protocols",
                "OPTIONS * RTSP/1.0", "RTSP/1.0 200 OK", "CONNECT a.local:443 HTTP/1.1",
            ]), "\(random.letters(4)): \(random.letters(random.number(in: 0...80)))",
        ]
        let body = random.bytes(random.number(in: 0...40))
        var content = body
        switch random.number(in: 0...3) {
        case 0:
            head.append("Transfer-Encoding: chunked")
            let chunk = body.isEmpty ? [] : Array("\(String(body.count, radix: 16))\(lineEnd)".utf8) + body
            content = chunk + Array("\(body.isEmpty ? "" : lineEnd)0\(lineEnd)\(lineEnd)".utf8)
        case 1...2: head.append("content-length:\(random.chance(1, in: 2) ? " " : "")\(body.count)")
        default: content = []
        }
        return Array((head + ["", ""]).joined(separator: lineEnd).utf8) + content
    }
}
