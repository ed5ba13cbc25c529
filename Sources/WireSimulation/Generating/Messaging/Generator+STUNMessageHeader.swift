import SealedChannels
import WireTesting

extension Generator where Value == STUNMessageHeader {
    /// The messages with which peers try paths: binding requests, answers to them, and indications that keep a path
    /// open.
    public static var plausible: Generator {
        Generator { random in
            let messageClass: STUNMessageHeader.MessageClass = random.pick([
                .request, .request, .successResponse, .successResponse, .indication, .errorResponse,
            ])
            let length = messageClass == .indication ? 0 : UInt16(4 * random.number(in: 3...27))
            return STUNMessageHeader(
                messageClass, .binding, length: length, transactionHigh: random.integer(),
                transactionLow: random.integer())
        }
    }

    /// Every method and class, and lengths up to 65,532, which is the last that is a multiple of four.
    public static var extreme: Generator {
        Generator { random in
            STUNMessageHeader(
                messageType: random.half() & 0x3FFF, length: random.half() & 0xFFFC, transactionHigh: random.boundary(),
                transactionLow: random.boundary())
        }
    }
}
