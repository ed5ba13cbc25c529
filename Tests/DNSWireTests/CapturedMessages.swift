import WireCoding
import TestSupport

/// Multicast messages of real responders, as they were on the wire.
enum CapturedMessages {
    /// An mDNSResponder announces `Reception Web._http._tcp.local.`: eight answers (PTR of two addresses, TXT, type and
    /// instance PTR, SRV, A, AAAA) and five additional records (four NSEC, one OPT with the owner option).
    static let appleAnnouncement = bytes(
        """
        0000 8400 0000 0008 0000 0005
        0231310130023737023130 07696e2d61646472 0461727061 00
          000c 8001 00001194 0015 0d526563657074696f6e2d4d6163 056c6f63616c 00
        0131013001330135014501340145014601460146013401340144013401300130
        0130013001300130013001300130013001300130013001300130013801450146 03697036 c01f
          000c 8001 00001194 0002 c02f
        0d526563657074696f6e20576562 055f68747470 045f746370 c03d
          0010 8001 00001194 002a 10706174683d2f696e6465782e68746d6c
          186465766963654e616d653d526563657074696f6e204d6163
        095f7365727669636573 075f646e732d7364 045f756470 c03d 000c 0001 00001194 0002 c0a4
        c0a4 000c 0001 00001194 0002 c096
        c096 0021 8001 00001194 0008 0000 0000 1f90 c02f
        c02f 0001 8001 00001194 0004 0a4d000b
        c02f 001c 8001 00001194 0010 fe80000000000000004d44fffe4e5301
        c00c 002f 8001 00001194 0006 c00c 0002 0008
        c044 002f 8001 00001194 0006 c044 0002 0008
        c096 002f 8001 00001194 0009 c096 0005 0000800040
        c02f 002f 8001 00001194 0008 c02f 0004 40000008
        00 0029 05a0 00001194 000c 0004 0008 0000024d444e5301
        """)

    /// The same responder probes for the instance and its host: two questions with the QU bit, the wanted records in the
    /// authority section.
    static let appleProbe = bytes(
        """
        0000 0000 0002 0000 0003 0001
        0d526563657074696f6e20576562 055f68747470 045f746370 056c6f63616c 00 00ff 8001
        0d526563657074696f6e2d4d6163 c025 00ff 8001
        c00c 0021 0001 00001194 0008 0000 0000 1f90 c030
        c030 0001 0001 00001194 0004 0a4d000b
        c030 001c 0001 00001194 0010 fe80000000000000004d44fffe4e5301
        00 0029 05a0 00001194 000c 0004 0008 0000024d444e5301
        """)

    /// python-zeroconf probes for the instance `v1.2 node`, which it splits into two labels, with the AA bit set.
    static let zeroconfProbe = bytes(
        """
        0000 0400 0001 0000 0001 0000
        045f6f6464 045f746370 056c6f63616c 00 000c 8001
        c00c 000c 0001 00001194 000c 027631 0632206e6f6465 c00c
        """)

    /// An Avahi reflector repeats an Apple responder's TXT, NSEC and SRV. It copies the NSEC data with the pointer that
    /// was right in the original message, 142, which here leads past the end.
    static let avahiReflection = bytes(
        """
        0000 8400 0000 0003 0000 0000
        084661722041776179 085f74787463686174 045f756470 056c6f63616c 00 0010 8001 00001194 0004 03773d61
        c00c 002f 8001 00001194 0009 c08e 0005 0000800040
        c00c 0021 8001 00001194 000e 0000 0000 1b59 054661722d41 c023
        """)

    static let all = [appleAnnouncement, appleProbe, zeroconfProbe]

    private static func bytes(_ hex: String) -> [UInt8] { TestSupport.hex(hex) }
}
