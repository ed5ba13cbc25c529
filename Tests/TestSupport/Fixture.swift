import Foundation

/// Files of this repository that tests read.
public enum Fixture {
    /// The folder that contains `Package.swift`.
    public static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A file or folder in `Fixtures`, by its path there: `Fixture.url("bonjour/suffix-zoo-apple.pcap")`.
    public static func url(_ path: String = "") -> URL { repository.appending(path: "Fixtures").appending(path: path) }
}
