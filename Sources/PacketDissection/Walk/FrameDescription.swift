import WireCoding

/// The layers of one frame with named fields, for people and for `nearscope frames`.
public struct FrameDescription: Sendable {
    /// The layers from the outside in, up to where the frame can be read.
    public var layers: [FrameLayer] = []
    /// The first contradiction in the frame or with the frame's length. A cut by the snap length is not one.
    public var fault: FrameFault?
    /// The packet as analysis sees it, with the range of its transport payload; nil without a transport header.
    public var transport: DissectedPacket?
}

/// One header.
public struct FrameLayer: Hashable, Sendable {
    /// The layer's name in reports: `ipv4`.
    public var name: String
    /// Bytes from the start of the captured frame to the header.
    public var offset: Int
    /// Bytes of the header that are in the file.
    public var length: Int
    /// The fields by name, in the order in which they are shown.
    public var fields: [FrameField]

    /// A layer of another decoder, to follow those of ``FrameLayers``.
    public init(name: String, offset: Int, length: Int, fields: [FrameField]) {
        self.name = name
        self.offset = offset
        self.length = length
        self.fields = fields
    }
}

/// An error in a frame.
public struct FrameFault: Hashable, Sendable {
    /// The name of the layer that it is in.
    public var layer: String
    /// Bytes from the start of the captured frame.
    public var offset: Int
    /// One sentence.
    public var message: String

    /// An error found by another decoder.
    public init(layer: String, offset: Int, message: String) {
        self.layer = layer
        self.offset = offset
        self.message = message
    }
}
