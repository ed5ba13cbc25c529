import ArgumentParser
import PacketCapture

extension ExitStatus {
    /// Prints why an interface cannot be captured from, and gives the error that ends the program.
    static func failure(_ error: LiveCaptureError) -> ExitCode {
        switch error.kind {
        case .filter(let fault):
            if case .linkType = fault.kind { return notUnderstood.failure(error.interface, fault.description) }
            return FilterOptions.failure(fault)
        case .noSuchInterface:
            let names = (try? CaptureDevice.all())?.map(\.name).joined(separator: ", ") ?? ""
            let hint = names.isEmpty ? "" : "; there are \(names)"
            return cannotOpen.failure(error.interface, error.description + hint)
        case .unknownLinkType: return notUnderstood.failure(error.interface, error.description)
        case .interrupted: return damaged.failure(error.interface, error.description)
        case .permissionDenied, .interfaceDown, .monitorModeUnsupported, .system:
            return cannotOpen.failure(error.interface.isEmpty ? "interfaces" : error.interface, error.description)
        }
    }
}
