import TraceModel

/// What the readers of built-in applications found.
extension Connection {
    /// What one end sent over TCP, as an application reads it; nil if it sent nothing, or the application was removed.
    func reader<Reader: StreamReader>(_ kind: Reader.Type, ofInitiator isInitiator: Bool) -> Reader? {
        ends[isInitiator: isInitiator].side?.value.content?.value.reader(kind)
    }

    /// Asks the same where it lies: a copy of a mesh's reader is a kilobyte with a dozen references, and each session is asked by many.
    func ask<Reader: StreamReader, Fact>(
        _ kind: Reader.Type, ofInitiator isInitiator: Bool, _ fact: (borrowing Reader) -> Fact
    ) -> Fact? {
        isInitiator ? ends.initiator.ask(kind, fact) : ends.responder.ask(kind, fact)
    }

    /// What both ends sent over UDP, if it is of that application.
    func datagramReader<Reader: DatagramReader>(_ kind: Reader.Type) -> Reader? {
        let content = Reader.isChannel ? datagrams : innermostDatagrams
        return content?.readers?.reader(kind)
    }

    /// What shows from both directions of a TCP connection together.
    func exchange<Reader: StreamReader>(of kind: Reader.Type) -> Reader.Exchange? {
        NativeApplications.Streams.exchange(of: kind, in: exchanges)
    }

    /// The first bytes of one end's stream.
    func streamOpening(ofInitiator isInitiator: Bool) -> [UInt8]? {
        ends[isInitiator: isInitiator].side?.value.content?.value.decoder.opening
    }

    /// Whether one end's stream is over within a message.
    func endsWithinMessage(ofInitiator isInitiator: Bool) -> Bool {
        ends[isInitiator: isInitiator].side?.value.content?.value.decoder.readers.endsWithinMessage ?? false
    }

    /// What one end of a session said twice.
    func copies(ofInitiator isInitiator: Bool) -> DatagramCopies? {
        innermostDatagrams?.readers?.copies(fromInitiator: isInitiator)
    }
}

extension ConnectionEnd {
    fileprivate func ask<Reader: StreamReader, Fact>(_ kind: Reader.Type, _ fact: (borrowing Reader) -> Fact) -> Fact? {
        guard side != nil, side!.value.content != nil else { return nil }
        return side!.value.content!.value.ask(kind, fact)
    }
}
