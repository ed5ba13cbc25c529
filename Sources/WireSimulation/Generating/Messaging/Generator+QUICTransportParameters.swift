import SealedChannels
import WireCoding
import WireTesting

extension Generator where Value == QUICTransportParameters {
    /// What clients declare: limits, a timeout, the connection ID, a parameter that nobody knows.
    public static var plausible: Generator {
        Generator { random in
            var parameters: [QUICTransportParameter] = [
                .number(.maxIdleTimeout, 30_000), .number(.initialMaxData, 1 << 20),
                .number(.initialMaxStreamDataBidirectionalLocal, 1 << 18),
                .number(.initialMaxStreamDataBidirectionalRemote, 1 << 18),
                .number(.initialMaxStreamDataUnidirectional, 1 << 18), .number(.initialMaxStreamsBidirectional, 100),
                .number(.initialMaxStreamsUnidirectional, 3), .number(.activeConnectionIDLimit, 8),
                QUICTransportParameter(id: .initialSourceConnectionID, value: .connectionID(random.bytes(8))),
                QUICTransportParameter(
                    id: .versionInformation,
                    value: .versionInformation(QUICVersionInformation(chosen: .v1, available: [.v1, .v2]))),
                QUICTransportParameter(
                    id: QUICTransportParameterID(rawValue: 27 + 31 * UInt64(random.number(in: 0...1 << 20))),
                    value: .unknown(random.bytes(random.number(in: 0...12)))),
            ]
            if random.chance(1, in: 2) { parameters.append(.number(.maxDatagramFrameSize, 65_535)) }
            if random.chance(1, in: 2) {
                parameters.append(QUICTransportParameter(id: .greaseQUICBit, value: .present))
            }
            random.shuffle(&parameters)
            return QUICTransportParameters(parameters)
        }
    }

    /// Every parameter, also those of servers, at its limits and in every width, and unknown ones.
    public static var extreme: Generator { Generator { $0.extremeTransportParameters() } }
}

extension QUICTransportParameter {
    fileprivate static func number(_ id: QUICTransportParameterID, _ value: UInt64) -> QUICTransportParameter {
        QUICTransportParameter(id: id, value: .integer(unfailing { QUICVariableInteger(value) }))
    }
}

extension SeededGenerator {
    private static let limits: [(QUICTransportParameterID, ClosedRange<UInt64>)] = [
        (.maxIdleTimeout, 0...QUICVariableInteger.maximum), (.maxUDPPayloadSize, 1200...QUICVariableInteger.maximum),
        (.initialMaxData, 0...QUICVariableInteger.maximum),
        (.initialMaxStreamDataBidirectionalLocal, 0...QUICVariableInteger.maximum),
        (.initialMaxStreamDataBidirectionalRemote, 0...QUICVariableInteger.maximum),
        (.initialMaxStreamDataUnidirectional, 0...QUICVariableInteger.maximum),
        (.initialMaxStreamsBidirectional, 0...1 << 60), (.initialMaxStreamsUnidirectional, 0...1 << 60),
        (.ackDelayExponent, 0...20), (.maxAckDelay, 0...16_383),
        (.activeConnectionIDLimit, 2...QUICVariableInteger.maximum),
        (.maxDatagramFrameSize, 0...QUICVariableInteger.maximum),
    ]

    fileprivate mutating func extremeTransportParameters() -> QUICTransportParameters {
        var parameters: [QUICTransportParameter] = []
        func add(_ random: inout SeededGenerator, _ id: QUICTransportParameterID, _ value: QUICTransportParameter.Value)
        {
            let widths = QUICVariableInteger.Width.allCases
            let length: [QUICVariableInteger.Width] = [.two, .four, .eight]
            parameters.append(
                QUICTransportParameter(
                    id: id, value: value, idWidth: random.pick(widths), lengthWidth: random.pick(length)))
        }
        for (id, range) in Self.limits where chance(1, in: 2) {
            let value = range.lowerBound + boundary(UInt64.self) % (range.upperBound - range.lowerBound + 1)
            let widths = QUICVariableInteger.Width.allCases.filter { value <= $0.maximum }
            add(&self, id, .integer(unfailing { QUICVariableInteger(value, width: pick(widths)) }))
        }
        for id in [.originalDestinationConnectionID, .initialSourceConnectionID, .retrySourceConnectionID]
            as [QUICTransportParameterID] where chance(1, in: 2)
        {
            add(&self, id, .connectionID(bytes(extremeCount(upTo: 20))))
        }
        if chance(1, in: 2) { add(&self, .statelessResetToken, .statelessResetToken(bytes(16))) }
        if chance(1, in: 2) { add(&self, .disableActiveMigration, .present) }
        if chance(1, in: 2) { add(&self, .greaseQUICBit, .present) }
        if chance(1, in: 2) { add(&self, .preferredAddress, .preferredAddress(extremePreferredAddress())) }
        if chance(1, in: 2) {
            let versions = (0...extremeCount(upTo: 40)).map { _ in
                QUICVersion(rawValue: max(boundary(UInt32.self), 1))
            }
            let information = QUICVersionInformation(chosen: versions[0], available: Array(versions.dropFirst()))
            add(&self, .versionInformation, .versionInformation(information))
        }
        // Behind all numbers that are known.
        var number: UInt64 = 0x3000
        for _ in 0..<extremeCount(upTo: 6) {
            number += 1 + boundary(UInt64.self) % (1 << 58)
            add(&self, QUICTransportParameterID(rawValue: number), .unknown(extremeBytes(upTo: 100)))
        }
        shuffle(&parameters)
        return QUICTransportParameters(parameters)
    }

    private mutating func extremePreferredAddress() -> QUICPreferredAddress {
        unfailing {
            QUICPreferredAddress(
                ipv4: IPAddress(ipv4: boundary()), ipv4Port: boundary(),
                ipv6: IPAddress(ipv6High: boundary(), low: boundary()), ipv6Port: boundary(),
                connectionID: bytes(1 + extremeCount(upTo: 19)), statelessResetToken: bytes(16))
        }
    }
}
