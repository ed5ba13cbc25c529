/// The subtype of an AWDL action frame.
@frozen
public struct AWDLFrameSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Periodic synchronization frame (PSF): when and where the sender listens.
    public static let periodicSynchronization = AWDLFrameSubtype(rawValue: 0)
    /// Master indication frame (MIF): all that the sender has to say.
    public static let masterIndication = AWDLFrameSubtype(rawValue: 3)
}

extension AWDLFrameSubtype: CustomStringConvertible {
    /// `PSF`, `MIF`, or the number.
    public var description: String {
        switch self {
        case .periodicSynchronization: "PSF"
        case .masterIndication: "MIF"
        default: "\(rawValue)"
        }
    }
}
