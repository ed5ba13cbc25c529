import ArgumentParser
import SealedChannels
import WireText

/// `--key-log`, `--psk` and `--passcode`, for all commands that read captures.
///
/// No message repeats a key: the parser of arguments, which would, sees them as texts that are always right, and ``validate()`` says
/// what is wrong with one.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .customLong("key-log"),
        help: ArgumentHelp(
            "A log of TLS secrets, as SSLKEYLOGFILE names it, to open sessions of TLS, DTLS and QUIC. Repeat for several.",
            valueName: "file"),
        completion: .file())
    var logs: [String] = []

    @Option(
        name: .customLong("psk"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A pre-shared key in hexadecimal digits, for all identities or for one (IDENTITY=HEX). Repeat for several.",
            valueName: "key"))
    var sharedKeys: [SecretArgument] = []

    @Option(
        name: .customLong("passcode"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A passcode from which both ends derive their pre-shared key, as Apple's sample of peer-to-peer TLS does. Repeat for several.",
            valueName: "text"))
    var passcodes: [SecretArgument] = []

    func validate() throws {
        if logs.contains("-") {
            throw ValidationError("--key-log must be a file; standard input is for captures.")
        }
        for number in sharedKeys.indices { _ = try sharedKey(number) }
        if passcodes.contains(where: \.text.isEmpty) { throw ValidationError("--passcode must not be empty.") }
    }

    /// - Throws: A usage error that says which key is wrong, not what it is.
    private func sharedKey(_ number: Int) throws -> PreSharedKey {
        do throws(PreSharedKey.ParsingError) {
            return try PreSharedKey(parsing: sharedKeys[number].text)
        } catch {
            let name = sharedKeys.count > 1 ? "--psk (number \(number + 1) of \(sharedKeys.count))" : "--psk"
            let fault =
                switch error {
                case .empty: "has no key"
                case .notHexadecimal: "has a key that is not an even number of hexadecimal digits"
                case .tooLong(let count): "has a key of \(Quantity.count(count, "byte")), more than a key can have"
                }
            throw ValidationError("\(name) \(fault). It must be such as 8f2a0c91 or alice=8f2a0c91.")
        }
    }

    /// What the options give, without the logs.
    private func keys() throws -> SessionSecrets {
        SessionSecrets(
            sharedKeys: try sharedKeys.indices.map(sharedKey) + passcodes.map { PreSharedKey(passcode: $0.text) })
    }

    /// What the options give, as it is now.
    ///
    /// - Throws: The exit status for a log that cannot be read, after the reason was reported.
    func secrets() throws -> SessionSecrets {
        var secrets = try keys()
        try KeyLogFollower.read(try logs.map { try KeyLogFile(path: $0) }, into: &secrets)
        return secrets
    }

    /// What the options give while packets arrive: logs may grow meanwhile, and need not be there yet.
    ///
    /// - Returns: What is known now, and who reads on; nil if there is nothing to read on.
    /// - Throws: As ``secrets()``, but for a log that is not there yet: that it is waited for is said once.
    func growing() throws -> (secrets: SessionSecrets, follower: KeyLogFollower?) {
        var secrets = try keys()
        guard !logs.isEmpty else { return (secrets, nil) }
        let files = try logs.map { try KeyLogFile(path: $0, mayBeMissing: true) }
        // A pipe or a device does not grow: it is read to its end.
        try KeyLogFollower.read(files.filter { !$0.grows }, into: &secrets)
        let growing = files.filter(\.grows)
        guard !growing.isEmpty else { return (secrets, nil) }
        secrets.isGrowing = true
        secrets.hasLogs = true
        let follower = KeyLogFollower(growing)
        follower.update(&secrets)
        return (secrets, follower)
    }

    /// The options as they were given, with words in the place of keys, which no output may have.
    var words: [String] {
        logs.flatMap { ["--key-log", $0] } + sharedKeys.flatMap { _ in ["--psk", "KEY"] }
            + passcodes.flatMap { _ in ["--passcode", "TEXT"] }
    }

    /// Arguments of the program as they may be shown.
    static func masked(_ arguments: [String]) -> [String] {
        var isKey = false
        return arguments.map { argument in
            defer { isKey = ["--psk", "--passcode"].contains(argument) }
            if isKey { return "…" }
            let option = ["--psk=", "--passcode="].first { argument.hasPrefix($0) }
            return option.map { $0 + "…" } ?? argument
        }
    }
}

/// A key as it was given, of which no dump of a command shows anything.
struct SecretArgument: ExpressibleByArgument, CustomStringConvertible, CustomReflectable {
    let text: String

    init(argument: String) { text = argument }

    var description: String { "SecretArgument" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
