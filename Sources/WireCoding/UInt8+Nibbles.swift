extension UInt8 {
    /// The lower four bits.
    package var lowerNibble: UInt8 {
        get { self & 15 }
        set { self = self & 0xF0 | newValue & 15 }
    }

    /// The upper four bits, as a number up to 15.
    package var upperNibble: UInt8 {
        get { self >> 4 }
        set { self = self & 15 | newValue << 4 }
    }
}
