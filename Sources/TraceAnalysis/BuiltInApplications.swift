/// The applications that the analyzer brings along as guests, in the order in which they are asked whether bytes are theirs.
enum BuiltInApplications {
    static let all: [any BuiltInApplication] = [
        MultipeerApplication()
    ]
}
