/// What several captures are called: by their files' names, and where two are equal, by their paths.
struct CaptureNames {
    let names: [String]

    init(_ paths: [String]) {
        let short = paths.map(Self.fileName)
        let uses = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
        names = zip(paths, short).map { path, name in uses[name] == 1 ? name : path }
    }

    /// The last part of a path.
    static func fileName(_ path: String) -> String {
        path == "-" ? "standard input" : path.split(separator: "/").last.map { String($0) } ?? path
    }
}
