import PeerMessaging
import SealedChannels

/// The application of one direction of a TCP stream, and what is kept of it.
enum StreamApplication: Sendable {
    /// At a length-prefixed frame, or inside one.
    case frames
    /// The place of the next frame is unknown: the capture joined in the middle, or lost a length word.
    case search(Box<FrameResynchronizer>)
    case echo
    case stanzas(Box<StanzaStream>)
    case handshake(Box<TLSHandshakeObserver>)
    /// None of these, or broken by an illegal length.
    case stopped
}
