/// What bob's client and its server (slixmpp, prosody) said to each other in a relay test; `\n` between stanzas is a
/// keep-alive that was not there. The SASL exchange is shortened.
enum PigeonStreams {
    static let client = [
        "<stream:stream to='pigeon.lab' xmlns:stream='http://etherx.jabber.org/streams' xmlns='jabber:client' "
            + "xml:lang='en' version='1.0'>",
        #"<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="SCRAM-SHA-256">eSws</auth>"#,
        #"<response xmlns="urn:ietf:params:xml:ns:xmpp-sasl">Yz1l</response>"#,
        "<stream:stream to='pigeon.lab' xmlns:stream='http://etherx.jabber.org/streams' xmlns='jabber:client' "
            + "xml:lang='en' version='1.0'>",
        #"<iq id="d4a8efaa" type="set"><bind xmlns="urn:ietf:params:xml:ns:xmpp-bind">"#
            + "<resource>phone</resource></bind></iq>",
        #"<presence id="b4d4ff01" xml:lang="en" />"#,
        "\n",
        #"<message type="chat" to="ann@pigeon.lab" id="1" xml:lang="en">"#
            + "<body>hi ann &amp; &lt;all&gt; &quot;ok&quot;</body></message>",
        " ",
        "</stream:stream>",
    ].joined()

    static let server = [
        "<?xml version='1.0'?><stream:stream version='1.0' xmlns:stream='http://etherx.jabber.org/streams' "
            + "xmlns='jabber:client' xml:lang='en' id='6c5d9d3d-670c-48d0-8dde-c8579473e097' from='pigeon.lab'>",
        "<stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
            + "<mechanism>SCRAM-SHA-256</mechanism></mechanisms></stream:features>",
        "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>cj05</challenge>",
        "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>dj1V</success>",
        "<?xml version='1.0'?><stream:stream version='1.0' xmlns:stream='http://etherx.jabber.org/streams' "
            + "xmlns='jabber:client' xml:lang='en' id='beaa2b4d-7441-4319-92a5-9d530f176694' from='pigeon.lab'>",
        "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><required/></bind></stream:features>",
        "<iq id='d4a8efaa' type='result'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
            + "<jid>bob@pigeon.lab/phone</jid></bind></iq>",
        "<presence id='b4d4ff01' xml:lang='en' from='bob@pigeon.lab/phone'/>",
        relayed,
        "</stream:stream>",
    ].joined()

    static let relayed =
        "<message from='c1@pigeon.lab/phone' id='11' xml:lang='en' reallyFromId='7' to='bob@pigeon.lab' "
        + "type='chat' reallyFrom='olga@pigeon.lab'><body>meet at the bridge at 9</body></message>"

    /// A header, for tests of what comes behind it.
    static let header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
}
