/// Fields that tshark and `frames` both have.
enum SharedFields {
    /// A field by tshark's name, and where the same is in a frame: a layer and the way from there. A number on the way
    /// takes the elements of that type or id alone. More places than one are looked at in this order.
    struct Field: Sendable {
        let name: String
        let places: [(layer: String, path: [String])]
    }

    static let all: [Field] = table.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return Field(
            name: String(words[0]),
            places: words.dropFirst().map { place in
                let parts = place.split(separator: ".").map(String.init)
                return (parts[0], Array(parts.dropFirst()))
            })
    }

    /// What ``DNSFields`` takes from messages: of some of these tshark's lists are not lists of one field of ours.
    static let ofDNS = [
        "dns.qry.name", "dns.qry.type", "dns.qry.class", "dns.qry.qu", "dns.resp.name", "dns.resp.type",
        "dns.resp.class", "dns.resp.cache_flush", "dns.resp.ttl", "dns.ptr.domain_name", "dns.a", "dns.aaaa", "dns.txt",
        "dns.srv.name", "dns.srv.priority", "dns.srv.weight", "dns.srv.port", "dns.srv.target",
        "dns.nsec.next_domain_name", "dns.hinfo.cpu", "dns.hinfo.os",
    ]

    private static let table = """
        eth.dst ethernet.destination
        eth.src ethernet.source
        eth.type ethernet.etherType
        sll.pkttype sll2.packetType
        sll.hatype sll2.addressType
        sll.src.eth sll2.source
        sll.etype sll2.protocol
        sll.ifindex sll2.interfaceIndex
        arp.opcode arp.operation
        arp.src.hw_mac arp.senderLinkAddress
        arp.src.proto_ipv4 arp.senderAddress
        arp.dst.hw_mac arp.targetLinkAddress
        arp.dst.proto_ipv4 arp.targetAddress
        ip.src ipv4.source
        ip.dst ipv4.destination
        ip.proto ipv4.protocol
        ip.hdr_len ipv4.headerLength
        ip.len ipv4.totalLength
        ip.id ipv4.identification
        ip.flags ipv4.flags
        ip.frag_offset ipv4.fragmentOffset
        ip.ttl ipv4.timeToLive
        ip.dsfield.dscp ipv4.dscp
        ip.dsfield.ecn ipv4.ecn
        ip.checksum ipv4.checksum
        ipv6.src ipv6.source
        ipv6.dst ipv6.destination
        ipv6.nxt ipv6.nextHeader
        ipv6.plen ipv6.payloadLength
        ipv6.hlim ipv6.hopLimit
        ipv6.tclass ipv6.trafficClass
        ipv6.flow ipv6.flowLabel
        ipv6.hopopts.nxt ipv6HopByHop.nextHeader
        ipv6.fraghdr.nxt ipv6Fragment.nextHeader
        ipv6.fraghdr.offset ipv6Fragment.fragmentOffset
        ipv6.fraghdr.more ipv6Fragment.moreFragments
        ipv6.fraghdr.ident ipv6Fragment.identification
        icmp.type icmp.type
        icmp.code icmp.code
        icmp.checksum icmp.checksum
        icmpv6.type icmpv6.type
        icmpv6.code icmpv6.code
        icmpv6.checksum icmpv6.checksum
        igmp.type igmp.type
        tcp.srcport tcp.sourcePort
        tcp.dstport tcp.destinationPort
        tcp.seq_raw tcp.sequenceNumber
        tcp.ack_raw tcp.acknowledgmentNumber
        tcp.hdr_len tcp.headerLength
        tcp.flags tcp.flags
        tcp.window_size_value tcp.window
        tcp.checksum tcp.checksum
        tcp.urgent_pointer tcp.urgentPointer
        tcp.len tcp.payloadLength
        udp.srcport udp.sourcePort
        udp.dstport udp.destinationPort
        udp.length udp.length
        udp.checksum udp.checksum
        dns.id mdns.identifier
        dns.flags mdns.flags
        radiotap.version radiotap.version
        radiotap.length radiotap.length
        radiotap.present.word radiotap.present
        radiotap.mactime radiotap.tsft
        radiotap.flags radiotap.flags
        radiotap.datarate radiotap.rate
        radiotap.channel.freq radiotap.channelFrequency
        radiotap.channel.flags radiotap.channelFlags
        radiotap.dbm_antsignal radiotap.signal
        radiotap.dbm_antnoise radiotap.noise
        radiotap.antenna radiotap.antenna
        wlan.fc.type ieee80211.type
        wlan.fc.subtype ieee80211.subtype
        wlan.fc.tods ieee80211.toDS
        wlan.fc.fromds ieee80211.fromDS
        wlan.fc.frag ieee80211.moreFragments
        wlan.fc.retry ieee80211.retry
        wlan.fc.pwrmgt ieee80211.powerManagement
        wlan.fc.moredata ieee80211.moreData
        wlan.fc.protected ieee80211.protected
        wlan.fc.order ieee80211.order
        wlan.duration ieee80211.duration
        wlan.ra ieee80211.address1
        wlan.ta ieee80211.address2
        wlan.seq ieee80211.sequenceNumber
        wlan.frag ieee80211.fragmentNumber
        wlan.fcs.status ieee80211.fcsValid
        wlan.qos.tid ieee80211.tid
        wlan.fixed.category_code ieee80211.category
        wlan.fixed.timestamp ieee80211.timestamp
        wlan.fixed.beacon ieee80211.beaconInterval
        wlan.fixed.capabilities ieee80211.capabilityInfo
        wlan_aggregate.a_mdsu.length amsdu.length
        llc.dsap llc.dsap
        llc.ssap llc.ssap
        llc.control llc.control
        llc.oui llc.organization
        awdl.type awdl.type
        awdl.subtype awdl.subtype
        awdl.phytime awdl.phyTxTime
        awdl.targettime awdl.targetTxTime
        awdl.txdelay awdl.txDelay
        awdl.tag.number awdl.tlvs.type awdlData.tlvs.type
        awdl.tag.length awdl.tlvs.length awdlData.tlvs.length
        awdl.dns.priority awdl.tlvs.2.priority
        awdl.dns.weight awdl.tlvs.2.weight
        awdl.dns.port awdl.tlvs.2.port
        awdl.syncparams.txchannel awdl.tlvs.4.nextChannel
        awdl.syncparams.txcounter awdl.tlvs.4.txCounter
        awdl.syncparams.masterchan awdl.tlvs.4.masterChannel
        awdl.syncparams.guardtime awdl.tlvs.4.guardTime
        awdl.syncparams.awperiod awdl.tlvs.4.awPeriod
        awdl.syncparams.afperiod awdl.tlvs.4.actionFramePeriod
        awdl.syncparams.awdlflags awdl.tlvs.4.flags
        awdl.syncparams.aw.ext_len awdl.tlvs.4.awExtensionLength
        awdl.syncparams.aw.common_len awdl.tlvs.4.awCommonLength
        awdl.syncparams.aw.remaining awdl.tlvs.4.remainingAWLength
        awdl.syncparams.ext.min awdl.tlvs.4.minimumExtensionCount
        awdl.syncparams.ext.max_multicast awdl.tlvs.4.maxExtensionMulticast
        awdl.syncparams.ext.max_unicast awdl.tlvs.4.maxExtensionUnicast
        awdl.syncparams.ext.max_af awdl.tlvs.4.maxExtensionActionFrame
        awdl.syncparams.master awdl.tlvs.4.masterAddress
        awdl.syncparams.presencemode awdl.tlvs.4.presenceMode
        awdl.syncparams.awseqcounter awdl.tlvs.4.awSequenceNumber
        awdl.syncparams.apbeaconalignment awdl.tlvs.4.apBeaconAlignmentDelta
        awdl.electionparams.flags awdl.tlvs.5.flags
        awdl.electionparams.id awdl.tlvs.5.id
        awdl.electionparams.distance awdl.tlvs.5.distance
        awdl.electionparams.master awdl.tlvs.5.masterAddress
        awdl.electionparams.mastermetric awdl.tlvs.5.masterMetric
        awdl.electionparams.selfmetric awdl.tlvs.5.selfMetric
        awdl.serviceparams.sui awdl.tlvs.6.serviceUpdateIndicator
        awdl.datastate.flags awdl.tlvs.12.flags
        awdl.datastate.countrycode awdl.tlvs.12.countryCode
        awdl.datastate.own_awdladdr awdl.tlvs.12.awdlAddress
        awdl.datastate.extflags awdl.tlvs.12.extendedFlags
        awdl.arpa.flags awdl.tlvs.16.flags
        awdl.version.device_class awdl.tlvs.21.deviceClass
        awdl.electionparams2.master awdl.tlvs.24.masterAddress
        awdl.electionparams2.other awdl.tlvs.24.parentAddress
        awdl.electionparams2.mastercounter awdl.tlvs.24.masterCounter
        awdl.electionparams2.disstance awdl.tlvs.24.distance
        awdl.electionparams2.mastermetric awdl.tlvs.24.masterMetric
        awdl.electionparams2.selfmetric awdl.tlvs.24.selfMetric
        awdl.electionparams2.selfcounter awdl.tlvs.24.selfCounter
        awdl_data.seq awdlData.sequenceNumber
        awdl_data.ethertype awdlData.etherType
        nan.attribute.type nan.attributes.id
        nan.attribute.len nan.attributes.length
        nan.master_indication.preference nan.attributes.0.masterPreference
        nan.master_indication.random_factor nan.attributes.0.randomFactor
        nan.cluster.hop_count nan.attributes.1.hops
        """
}
