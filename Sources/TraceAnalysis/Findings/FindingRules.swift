import TraceModel

/// A rule is a pure function of the joined model: it says what is wrong, with the frames that show it.
protocol FindingRule {
    static func findings(in context: FindingContext) -> [Finding]
}

/// A rule that looks at one session at a time. All such rules are asked about a session before the next one: what is known
/// of a connection takes kilobytes, and is fetched once and not for each rule.
protocol SessionRule: FindingRule {
    /// - Parameter index: The session's index in the report.
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding]
}

extension SessionRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.report.sessions.indices.flatMap { findings(ofSession: $0, in: context) }
    }
}

/// An application with findings of its own.
protocol JudgedApplication {
    /// In the order of findings about one moment.
    var rules: [any FindingRule.Type] { get }
}

enum FindingRules {
    /// The rules of all captures, and those of applications.
    private static func all(_ context: FindingContext) -> [any FindingRule.Type] {
        let applications = (context.guests?.entries ?? []).compactMap { $0.application as? any JudgedApplication }
        return general + applications.flatMap(\.rules)
    }

    private static var general: [any FindingRule.Type] {
        [
            CaptureTruncatedRule.self, FragmentOverlapRule.self, ChecksumInvalidRule.self, CaptureGapRule.self,
        ] + NativeApplications.rules + [
            DescribedMessageRule.self, ConversationRule.self,
            NameConflictRule.self, ServiceRenamedRule.self, HostRenamedRule.self, HostNameConflictRule.self,
            NumberedNameRule.self, ChosenNameRule.self, ProbeMissingRule.self, LinkLocalAddressRule.self,
            AddressUnresolvedRule.self,
            ServiceTypeRule.self, InstanceNameRule.self, SameTypeTwoTransportsRule.self,
            TextRecordRule.self, RecordDeviationRule.self,
            GoodbyeMissingRule.self, TargetUnresolvedRule.self, UndeclaredServiceRule.self, PeerIdentityRule.self,
            DuplicateConnectionRule.self, SharedPeerIdentityRule.self, PacketLossRule.self, DuplicateDatagramRule.self,
            RefusedConnectionRule.self, UnansweredConnectionRule.self, UnfinishedHandshakeRule.self,
            RacedConnectionRule.self,
            ServiceRefusedRule.self, ServiceUnreachableRule.self, ResetConnectionRule.self,
            ClosedConnectionRule.self,
            ForgottenConnectionRule.self,
            VanishedPeerRule.self, UndeliveredDataRule.self, UnseenDataRule.self, UnansweredKeepAliveRule.self,
            StalledReceiverRule.self,
            UnansweredRequestRule.self, UnansweredTurnRule.self,
            FlappingConnectionRule.self, StalledAnswerRule.self, StalledEndpointRule.self,
            RelayAlteredRule.self, TooManyCarriersRule.self, DuplicateMessageRule.self, RelayLoopRule.self,
            ShortenedSeenByRule.self,
            SyncErrorRule.self, ChannelOverlapRule.self, InfrastructureScheduleRule.self, ChannelHoppingRule.self,
            SilentNodeRule.self, MasterLoopRule.self, RivalMastersRule.self, TreeDistanceRule.self,
            ElectionContradictionRule.self, NodeRestartRule.self, DeadRootRule.self,
            UnknownVersionRule.self, DamagedFramesRule.self, CaptureChannelRule.self, RadioTimeRule.self,
        ]
    }

    private typealias Judgment = (rule: Int, finding: Finding)

    /// All findings, in order of time, then of frame number, then of rules.
    static func judge(_ context: FindingContext) -> [Finding] {
        ordered(ofCapture(context) + ofSessions(context.report.sessions.indices, context))
    }

    /// The same findings, sessions judged by several workers.
    ///
    /// - Throws: `CancellationError`.
    static func judge(_ context: FindingContext, workers: Int) async throws -> [Finding] {
        let found: [Judgment]
        if workers > 1 {
            async let ofCapture = ofCaptureInTurns(context)
            let ofSessions = await ofSessionsInTurns(context, workers: workers)
            found = try await ofCapture + ofSessions
        } else {
            found = try await ofCaptureInTurns(context) + ofSessionsInTurns(context, workers: 1)
        }
        try Task.checkCancellation()
        return ordered(found)
    }

    private static func ofSessionsInTurns(_ context: FindingContext, workers: Int) async -> [Judgment] {
        var found: [Judgment] = []
        let slices = OrderedSlices(ofSessions: context.report.sessions.count, workers: workers)
        await slices.forEach {
            ofSessions($0, context)
        } take: {
            found += $0
        }
        return found
    }

    /// Those of rules that look at the capture as a whole.
    private static func ofCapture(_ context: FindingContext) -> [Judgment] {
        captureRules(context).flatMap { order, rule in rule.findings(in: context).map { (order, $0) } }
    }

    /// The same, letting others have the thread after each rule.
    private static func ofCaptureInTurns(_ context: FindingContext) async throws -> [Judgment] {
        var found: [Judgment] = []
        for (order, rule) in captureRules(context) {
            found += rule.findings(in: context).map { (order, $0) }
            try await WorkTurn.end()
        }
        return found
    }

    private static func captureRules(_ context: FindingContext) -> [(order: Int, rule: any FindingRule.Type)] {
        all(context).enumerated().filter { !($1 is any SessionRule.Type) }.map { ($0, $1) }
    }

    /// Those of rules that look at sessions one by one, in the order of the sessions.
    private static func ofSessions(_ indices: Range<Int>, _ context: FindingContext) -> [Judgment] {
        let rules = all(context).enumerated().compactMap { order, rule in
            (rule as? any SessionRule.Type).map { (order, $0) }
        }
        return indices.flatMap { index in
            rules.flatMap { order, rule in rule.findings(ofSession: index, in: context).map { (order, $0) } }
        }
    }

    private static func ordered(_ found: [Judgment]) -> [Finding] {
        // Those of one rule are already in session order; sorting is not stable. Keys are sorted, since findings are large.
        let keys = found.enumerated().map { offset, judgment in
            (
                time: judgment.finding.time ?? 0, frame: judgment.finding.frames.first ?? 0, rule: judgment.rule,
                offset: offset
            )
        }
        return keys.sorted(by: <).map { found[$0.offset].finding }
    }
}
