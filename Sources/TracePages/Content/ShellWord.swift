/// A word of a command as a shell reads it.
package enum ShellWord {
    /// A path that no program takes for an option.
    package static func path(_ path: String) -> String {
        path.hasPrefix("-") && path != "-" ? "./" + path : path
    }

    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "+"),
                UInt8(ascii: ","):
                true
            default: false
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
