import PeerMessaging
import Testing
import WireSimulation
import WireTesting

@Suite struct EchoClockTests {
    /// Probes as captured: time in nanoseconds, octets.
    private static func clock(_ samples: [(Int64, UInt64)]) -> EchoClock? {
        let samples = samples.map { EchoClock.Sample(time: $0.0, probe: EchoProbe(octets: $0.1)) }
        return EchoClock(samples: samples.span)
    }

    @Test func findsALittleEndianNanosecondClock() {
        // A test over UDP with 70 to 90 ms between probes, captured at the client.
        let clock = Self.clock([
            (1_795_228_070_666_517_469, 0x52A5_7F37_FA02_0000), (1_795_228_070_770_557_268, 0xE42E_EF42_FA02_0000),
            (1_795_228_070_868_807_685, 0xBC37_CA48_FA02_0000), (1_795_228_070_950_460_139, 0xB724_A84D_FA02_0000),
            (1_795_228_071_043_431_774, 0x68B7_3253_FA02_0000), (1_795_228_071_140_807_770, 0x5C92_0059_FA02_0000),
        ])
        #expect(clock == EchoClock(byteOrder: .little, tick: .nanosecond))
    }

    @Test func findsABigEndianClockThroughLatePackets() {
        // A test over TCP captured at the server; the second probe was sent again 300 ms later.
        let clock = Self.clock([
            (1_795_228_030_014_511_355, 0x0000_02F0_C2AF_B6CB), (1_795_228_030_402_520_479, 0x0000_02F0_C8C9_DAC9),
            (1_795_228_030_514_507_546, 0x0000_02F0_E158_2CC5), (1_795_228_030_614_505_467, 0x0000_02F0_E68F_5B76),
            (1_795_228_030_711_015_320, 0x0000_02F0_ECC9_FC64), (1_795_228_030_802_494_617, 0x0000_02F0_F282_C927),
        ])
        #expect(clock == EchoClock(byteOrder: .big, tick: .nanosecond))
    }

    @Test func findsEveryClockInAnyOrder() {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let expected = EchoClock(
                byteOrder: generator.pick(EchoProbe.ByteOrder.allCases), tick: generator.pick(EchoClock.Tick.allCases))
            var estimator = EchoClockEstimator()
            // Nanoseconds since the phone started: up to 30 days.
            var uptime = generator.number(in: 0...2_592_000) * 1_000_000_000
            let offset = generator.number(in: -1_000_000_000_000...1_000_000_000_000)
            for _ in 0..<100 {
                uptime += generator.number(in: 20_000_000...60_000_000)
                let delay = generator.number(in: 100_000...8_000_000) + (generator.chance(1, in: 20) ? 200_000_000 : 0)
                let ticks = UInt64(Double(uptime) / expected.tick.nanoseconds)
                estimator.note(
                    EchoProbe(ticks: ticks, byteOrder: expected.byteOrder), at: Int64(uptime + offset + delay))
            }
            #expect(estimator.clock == expected, "seed \(seed)")
        }
    }

    @Test func otherOctetsAreNoClock() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var random = EchoClockEstimator()
            var numbers = EchoClockEstimator()
            for index in 0..<100 as Range<Int64> {
                random.note(EchoProbe(octets: generator.next()), at: index * 10_000_000)
                numbers.note(EchoProbe(octets: UInt64(index)), at: index * 10_000_000)
            }
            #expect(random.clock == nil, "seed \(seed)")
            #expect(numbers.clock == nil)
        }
    }

    @Test func extremeTimesAndStampsDoNotTrap() {
        let extremes: [Int64] = [.min, -1, 0, 1, .max]
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let samples = (0..<6).map { _ in
                EchoClock.Sample(
                    time: generator.pick(extremes),
                    probe: EchoProbe(octets: generator.pick([0, 1, .max, 1 << 63, 0x80])))
            }
            _ = EchoClock(samples: samples.span)
            for order in EchoProbe.ByteOrder.allCases {
                for tick in EchoClock.Tick.allCases {
                    _ = EchoClock(byteOrder: order, tick: tick).nanoseconds(of: samples[0].probe)
                }
            }
        }
    }

    @Test func fewSamplesDecideNothing() {
        #expect(Self.clock([(0, 0), (1000, 1000), (2000, 2000)]) == nil)
        #expect(Self.clock([(0, 0), (1000, 1000), (2000, 2000), (3000, 3000)])?.byteOrder == .big)
        var copies = EchoClockEstimator()
        for time in 0..<100 as Range<Int64> { copies.note(EchoProbe(octets: 5), at: time) }
        #expect(copies.clock == nil)
    }

    @Test func theEstimatorCoversTheWholeTime() {
        // The first hundred probes run at another speed: only samples from all over show the rate of most.
        var estimator = EchoClockEstimator()
        for index in 0..<100 as Range<Int64> {
            estimator.note(EchoProbe(octets: UInt64(index * 500)), at: index * 1000)
        }
        for index in 100..<10_000 as Range<Int64> {
            estimator.note(EchoProbe(octets: UInt64(index * 1000)), at: index * 1000)
        }
        #expect(estimator.clock == EchoClock(byteOrder: .big, tick: .nanosecond))
    }

    @Test func stampsBecomeNanoseconds() {
        func nanoseconds(_ ticks: UInt64, _ tick: EchoClock.Tick) -> Int64? {
            EchoClock(byteOrder: .little, tick: tick).nanoseconds(of: EchoProbe(ticks: ticks, byteOrder: .little))
        }
        #expect(nanoseconds(5, .nanosecond) == 5)
        #expect(nanoseconds(24_000_000, .mach24MHz) == 1_000_000_000)
        #expect(nanoseconds(1, .mach24MHz) == 41)
        #expect(nanoseconds(2, .mach24MHz) == 83)
        #expect(nanoseconds(7, .microsecond) == 7000)
        #expect(nanoseconds(UInt64(Int64.max), .nanosecond) == .max)
        #expect(nanoseconds(UInt64(Int64.max) + 1, .nanosecond) == nil)
        #expect(nanoseconds(.max, .mach24MHz) == nil)
        #expect(nanoseconds(.max, .microsecond) == nil)
    }
}
