// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * How the operations of the tenant control protocol were carried out.
 */
export type ControlKind = 'embedded' | 'http' | 'command' | 'manual' | 'none';

/**
 * not-conforming where a requirement failed; else broken where a verdict is broken; else incomplete where one is inconclusive, a required profile is not whole, one endpoint was disturbed too often, nothing was exercised or the run was interrupted; else partly-exercised where a claimed profile (any profile, where none is claimed) was not exercised whole; else conforming.
 */
export type Outcome = 'conforming' | 'partly-exercised' | 'not-conforming' | 'incomplete' | 'broken';

/**
 * absent where each answer said that nothing is there; refused where one said anything else; unclear where they were disturbed, or the caller may have nothing to see.
 */
export type Serving = 'served' | 'absent' | 'refused' | 'unclear';

/**
 * A group of requirements that a vendor claims as a whole.
 */
export type ProfileName =
  | 'transport'
  | 'token-issuance'
  | 'client-credentials'
  | 'delegated'
  | 'api-key'
  | 'openid-connect'
  | 'lifecycle'
  | 'expiry'
  | 'listing'
  | 'filtering'
  | 'webhooks'
  | 'versioning';

/**
 * whole where each testable requirement ended as passed, failed, warning or waived; none where no requirement did.
 */
export type Exercised = 'whole' | 'part' | 'none';

/**
 * What a check ended as. Worst first: failed, broken, inconclusive, warning, waived, passed, not-exercised.
 */
export type Verdict = 'passed' | 'failed' | 'warning' | 'not-exercised' | 'inconclusive' | 'broken' | 'waived';

/**
 * stated: the specification says it, breaking it fails. derived: it follows by inference or from the standards built on, breaking it warns.
 */
export type Basis = 'stated' | 'derived';

/**
 * The worst that the checks said of the requirement; planned where no check covers it yet.
 */
export type RequirementVerdict =
  'passed' | 'failed' | 'warning' | 'not-exercised' | 'inconclusive' | 'broken' | 'waived' | 'planned';

/**
 * failed where the requirement is stated, warning where it is derived.
 */
export type FindingVerdict = 'failed' | 'warning';

/**
 * What the exit status was to count: stated (failures), strict (warnings too), or acceptance (as strict, with all claims whole and no waiver). Absent where no gate was named.
 */
export type Gate = 'stated' | 'strict' | 'acceptance';

/**
 * warning where the run was told to count warnings as failures.
 */
export type FailOn = 'warning';

/**
 * applied: what it names failed and is waived. unused: nothing was decided that it could waive. over: its last day is past. passed: what it names passed. The last two are stale.
 */
export type WaiverState = 'applied' | 'unused' | 'over' | 'passed';

/**
 * The report of a run, conformance.json. Members may be added within version 1; none changes its meaning.
 */
export interface Report {
  /**
   * Version of this shape.
   */
  readonly reportVersion: 1;
  readonly tool: Tool;
  readonly target: ReportTarget;
  readonly catalogue: CatalogueFigures;
  /**
   * When the run began, by the real clock.
   */
  readonly startedAt: string;
  /**
   * When the run ended, by the real clock.
   */
  readonly finishedAt: string;
  /**
   * Seed that every generated case was drawn from.
   */
  readonly seed: number;
  /**
   * Cases drawn for each property.
   */
  readonly runsPerProperty: number;
  /**
   * Seconds within which the run was to end; it then did as many of the planned cases of each check as there was time for. Absent where it was given no time.
   */
  readonly withinSeconds?: number;
  /**
   * True where the run was stopped before its end; the report then holds what had been decided, and checks that had come to no result are inconclusive.
   */
  readonly interrupted?: boolean;
  /**
   * True where the run was to end at its first failure, and did; checks that had come to no result by then are not-exercised.
   */
  readonly bailed?: boolean;
  readonly outcome: Outcome;
  readonly summary: Summary;
  /**
   * The endpoints that were asked more than a few times, or some of whose answers were disturbed: none at all, cut, limited, or a server error.
   */
  readonly weather?: readonly EndpointWeather[];
  readonly controlWeather?: ControlWeather;
  readonly survey?: ServedPlaces;
  /**
   * One result a profile.
   */
  readonly profiles: readonly ProfileResult[];
  /**
   * One result a requirement.
   */
  readonly requirements: readonly RequirementResult[];
  /**
   * One result for each check that was selected, regardless of what became of it.
   */
  readonly checks: readonly CheckResult[];
  /**
   * What the tenant was seen to do where it is free.
   */
  readonly observations: readonly Observation[];
  /**
   * How often histories and rows presented credentials, by kind, circumstance and form, and they were treated as they should be. What is not named was never exercised. Absent where no such check was run.
   */
  readonly exercised?: readonly ExercisedTimes[];
  /**
   * What the specification says and no suite can show from outside.
   */
  readonly untestable?: readonly UntestableEntry[];
  /**
   * In reports of earlier versions: the wrong tenants that show that the checks can fail. Their number and digest stand in catalogue now.
   */
  readonly faults?: readonly FaultEntry[];
  /**
   * The freedoms that the observations name.
   */
  readonly freedoms?: readonly FreedomEntry[];
  /**
   * The profiles that the tenant is said to keep whole, as its target profile states; they had to be exercised whole.
   */
  readonly claims?: readonly ProfileName[];
  /**
   * The profiles that had to be exercised whole, those that are claimed among them.
   */
  readonly required?: readonly ProfileName[];
  /**
   * The profiles that were asked for; all where there is none.
   */
  readonly selectedProfiles?: readonly ProfileName[];
  readonly gate?: Gate;
  readonly failOn?: FailOn;
  readonly shard?: ReportShard;
  /**
   * The ways in which the tenant answered, each once.
   */
  readonly behaviours?: readonly Behaviour[];
  /**
   * Shards of the run that were not there when it was put together.
   */
  readonly missingShards?: readonly ReportShard[];
  /**
   * What was waived of this run, and what became of each waiver.
   */
  readonly waivers?: readonly WaiverEntry[];
}

/**
 * The program that wrote the report.
 */
export interface Tool {
  /**
   * Its name.
   */
  readonly name: string;
  /**
   * Its version.
   */
  readonly version: string;
}

/**
 * The tenant that the report is about.
 */
export interface ReportTarget {
  /**
   * Name of the target, from its profile.
   */
  readonly name: string;
  /**
   * Base address of the tenant.
   */
  readonly baseUrl: string;
  readonly control: ControlKind;
  /**
   * Global tenant id, where the control told it.
   */
  readonly tenantId?: string;
  /**
   * Id of the fault that the embedded tenant was given.
   */
  readonly fault?: string;
  /**
   * Id of the variant that the embedded tenant was given.
   */
  readonly variant?: string;
  /**
   * SHA-256 of the target profile without its secrets, in hexadecimal.
   */
  readonly profileDigest?: string;
}

/**
 * The catalogue of requirements that was judged against.
 */
export interface CatalogueFigures {
  /**
   * Version of the catalogue.
   */
  readonly version: string;
  /**
   * How many requirements it has.
   */
  readonly requirements: number;
  /**
   * How many of them no check covers yet.
   */
  readonly planned: number;
  /**
   * How many statements of the specification cannot be tested from outside.
   */
  readonly untestable?: number;
  /**
   * SHA-256 of the catalogue, in hexadecimal.
   */
  readonly digest?: string;
  /**
   * How many wrong tenants show that the checks can fail.
   */
  readonly faults?: number;
  /**
   * SHA-256 of their ids, of what each breaks and of their summaries, in hexadecimal.
   */
  readonly faultsDigest?: string;
}

/**
 * How many checks ended with each verdict.
 */
export interface Summary {
  /**
   * Checks that ended as passed.
   */
  readonly passed: number;
  /**
   * Checks that ended as failed.
   */
  readonly failed: number;
  /**
   * Checks that ended as warning.
   */
  readonly warning: number;
  /**
   * Checks that ended as not-exercised.
   */
  readonly 'not-exercised': number;
  /**
   * Checks that ended as inconclusive.
   */
  readonly inconclusive: number;
  /**
   * Checks that ended as broken.
   */
  readonly broken: number;
  /**
   * Checks that ended as waived.
   */
  readonly waived: number;
}

/**
 * What became of the requests to one endpoint, over all checks.
 */
export interface EndpointWeather {
  /**
   * Method and path.
   */
  readonly endpoint: string;
  /**
   * How many requests went there.
   */
  readonly requests: number;
  /**
   * Disturbed answers by kind.
   */
  readonly disturbed?: {
    readonly [k: string]: number;
  };
  /**
   * Server errors that are not shown to be the tenant's own answer.
   */
  readonly serverErrors?: number;
}

/**
 * How often operations of the tenant's control came to nothing, and could be asked for again.
 */
export interface ControlWeather {
  readonly disturbances?: readonly ControlDisturbance[];
  /**
   * Operations that were said not to be supported (501) and worked all the same.
   */
  readonly unsteady?: readonly string[];
}

export interface ControlDisturbance {
  readonly operation: string;
  /**
   * In few words, such as `status 500` or `claimed only`.
   */
  readonly kind: string;
  readonly count: number;
}

/**
 * What the tenant was found to serve before the checks, with right requests alone. Absent where nobody looked: a person carries out the operations, or the run ended before.
 */
export interface ServedPlaces {
  /**
   * The token paths, the authorization path and the listings.
   */
  readonly places: readonly ServedPlace[];
  /**
   * Operations that the control lists and does not know when it is asked for them (501).
   */
  readonly unknownOperations?: readonly string[];
}

export interface ServedPlace {
  /**
   * Method and path.
   */
  readonly place: string;
  /**
   * What became of right requests, by the credential that was presented or the grant that was asked for; what there was nothing to ask with is left out.
   */
  readonly by: {
    readonly [k: string]: Serving;
  };
  /**
   * Where nothing is there: ids of the requirements that demand it, the weightiest first.
   *
   * @minItems 1
   */
  readonly demandedBy?: readonly string[];
}

/**
 * The result of one profile.
 */
export interface ProfileResult {
  readonly name: ProfileName;
  readonly exercised: Exercised;
  readonly verdict: Verdict;
  readonly counts: VerdictCounts;
}

/**
 * How many requirements ended with each verdict; a verdict that none ended with may be left out.
 */
export interface VerdictCounts {
  /**
   * Requirements that ended as passed.
   */
  readonly passed?: number;
  /**
   * Requirements that ended as failed.
   */
  readonly failed?: number;
  /**
   * Requirements that ended as warning.
   */
  readonly warning?: number;
  /**
   * Requirements that ended as not-exercised.
   */
  readonly 'not-exercised'?: number;
  /**
   * Requirements that ended as inconclusive.
   */
  readonly inconclusive?: number;
  /**
   * Requirements that ended as broken.
   */
  readonly broken?: number;
  /**
   * Requirements that ended as waived.
   */
  readonly waived?: number;
  /**
   * Requirements that ended as planned.
   */
  readonly planned?: number;
}

/**
 * The result of one requirement.
 */
export interface RequirementResult {
  /**
   * Permanent id.
   */
  readonly id: string;
  readonly profile: ProfileName;
  readonly basis: Basis;
  /**
   * What is required, in one sentence.
   */
  readonly statement: string;
  /**
   * Section of the specification.
   */
  readonly section: string;
  /**
   * The places of the specification that state it, or those and the standards that it follows from, the weightiest first. Reports of earlier versions have the section alone.
   *
   * @minItems 1
   */
  readonly from?: readonly string[];
  readonly verdict: RequirementVerdict;
  /**
   * Ids of the checks that prove it.
   */
  readonly checks: readonly string[];
  /**
   * Why it was not exercised.
   */
  readonly reason?: string;
}

/**
 * The result of one check.
 */
export interface CheckResult {
  /**
   * Permanent id.
   */
  readonly id: string;
  /**
   * What the check shows, as a sentence.
   */
  readonly title: string;
  readonly profile: ProfileName;
  /**
   * Ids of the requirements that it proves.
   */
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  /**
   * What the check says of each requirement that it proves.
   */
  readonly verdicts?: {
    readonly [k: string]: Verdict;
  };
  /**
   * When the check began, by the real clock.
   */
  readonly startedAt?: string;
  /**
   * Real time from start to end, in milliseconds.
   */
  readonly durationMs: number;
  /**
   * How many cases were begun and came to their end; 1 for a check without a property.
   */
  readonly cases: number;
  /**
   * How many generated cases were to be judged; fewer were where the run had no time for them, or a check ended before.
   */
  readonly planned?: number;
  /**
   * How many of these cases could not be judged.
   */
  readonly unjudged?: number;
  /**
   * How many exchanges it recorded.
   */
  readonly exchanges: number;
  /**
   * How many webhook deliveries it received.
   */
  readonly deliveries?: number;
  /**
   * How many operations it asked the control for.
   */
  readonly operations?: number;
  /**
   * Why it came to its verdict: what was found first where it failed or warns, and why it was not exercised, inconclusive, broken or waived.
   */
  readonly reason?: string;
  /**
   * Why it says what it says of a requirement, where that is another reason.
   */
  readonly reasons?: {
    readonly [k: string]: string;
  };
  /**
   * What is behind the reason, in words that are the same for all checks that it kept from a verdict.
   */
  readonly cause?: string;
  /**
   * Where something is not exercised because its cases were not about it: why they were not, each reason once.
   */
  readonly causes?: readonly string[];
  readonly failure?: Failure;
  /**
   * The failures of other requirements that the same check found broken.
   */
  readonly furtherFailures?: readonly Failure[];
  /**
   * Everything that was found wrong.
   */
  readonly findings: readonly FindingEntry[];
  /**
   * How the tenant answered during the check: ids of behaviours.
   */
  readonly behaviour?: readonly string[];
}

/**
 * The first finding of a check that did not pass, with what is needed to see it again.
 */
export interface Failure {
  /**
   * Id of the requirement that was broken.
   */
  readonly requirement: string;
  /**
   * What was done: the subject of the finding.
   */
  readonly subject?: string;
  readonly verdict?: FindingVerdict;
  /**
   * What was expected.
   */
  readonly expected: string;
  /**
   * What was seen.
   */
  readonly observed: string;
  /**
   * The shrunk case, where the check is a property.
   */
  readonly counterexample?: string;
  /**
   * The steps of the case one by one, where it is a story of several.
   */
  readonly steps?: readonly string[];
  /**
   * The drawn case itself, so that judging it again needs no generator.
   */
  readonly given?: unknown;
  readonly replay: Replay;
  /**
   * Whether the same was seen when the case was done once more with everything made anew.
   */
  readonly confirmed?: boolean;
  /**
   * The command that runs the check again as it was run.
   */
  readonly rerun?: string;
  /**
   * Id of the exchange, the delivery or the operation that shows it, within the evidence and the operations.
   */
  readonly exchange?: string;
  /**
   * Where a browser that shows it was sent, and where it came to; secrets stand as labels.
   */
  readonly visit?: {
    /**
     * The address of the authorization endpoint that was opened.
     */
    readonly opened: string;
    /**
     * The address outside the tenant to which the browser was sent, or null where it stayed.
     */
    readonly sentTo: string | null;
    /**
     * Status of the last page that the browser got.
     */
    readonly status?: number;
    /**
     * The pages at which a person had to act, in order.
     */
    readonly prompts?: readonly string[];
  };
  /**
   * The deciding request as a command line; secrets stand as labels.
   */
  readonly curl?: string;
  /**
   * The exchanges that decided it, in order.
   */
  readonly evidence: readonly ExchangeEntry[];
  /**
   * What the control was asked to do meanwhile.
   */
  readonly operations?: readonly OperationEntry[];
  /**
   * What the check judged, where the judgement can be done again from what is stored; {"$entry": 3} stands for the exchange x3.
   */
  readonly gathered?: unknown;
}

/**
 * Where the generated case came from.
 */
export interface Replay {
  /**
   * Seed of the generator.
   */
  readonly seed: number;
  /**
   * Path to the shrunk case.
   */
  readonly path?: string;
}

/**
 * One recorded exchange; secrets stand as labels such as `<refresh token 3>`.
 */
export interface ExchangeEntry {
  /**
   * Id within the check.
   */
  readonly id: string;
  /**
   * Milliseconds since the check began.
   */
  readonly at: number;
  readonly request: RequestEntry;
  readonly response?: ResponseEntry;
  /**
   * Why there was no answer.
   */
  readonly trouble?: string;
  readonly cutOff?: CutOffEntry;
  /**
   * Milliseconds until the answer was there.
   */
  readonly ms?: number;
  /**
   * What the exchange was for.
   */
  readonly note?: string;
}

/**
 * A request as it was sent.
 */
export interface RequestEntry {
  /**
   * HTTP method.
   */
  readonly method: string;
  /**
   * Whole address.
   */
  readonly url: string;
  readonly headers: HeaderRecord;
  /**
   * Body as text.
   */
  readonly body?: string;
  readonly form?: FormEntry;
}

/**
 * Header fields by name; a list where a name came more than once.
 */
export interface HeaderRecord {
  readonly [k: string]: string | readonly string[];
}

/**
 * Set where a request was sent in a form of its own, over HTTP/1.1 and a connection that nothing else went over; its headers are all that stood in its head, in their order and spelling.
 */
export interface FormEntry {
  /**
   * Pieces of the body, each in a chunk of its own.
   */
  readonly chunks?: number;
  /**
   * How many parts of the request were written one after another, the head being the first.
   */
  readonly segments?: number;
}

/**
 * A response as it was received.
 */
export interface ResponseEntry {
  /**
   * HTTP status.
   */
  readonly status: number;
  readonly headers: HeaderRecord;
  /**
   * Body as text.
   */
  readonly body?: string;
}

/**
 * Set where the suite itself gave up an answer that had begun: nothing follows from it.
 */
export interface CutOffEntry {
  /**
   * The limit that was reached, as a sentence.
   */
  readonly limit: string;
  /**
   * HTTP status of the answer, where its head had been read.
   */
  readonly status?: number;
}

/**
 * A call to the tenant's control, beside the exchanges that it explains.
 */
export interface OperationEntry {
  /**
   * Id within the check, counted together with the exchanges.
   */
  readonly id: string;
  /**
   * Milliseconds since the check began.
   */
  readonly at: number;
  /**
   * Name of the operation.
   */
  readonly operation: string;
  /**
   * What it was given.
   */
  readonly input?: unknown;
  /**
   * What it answered.
   */
  readonly output?: unknown;
}

/**
 * One thing that was found wrong, in the past tense.
 */
export interface FindingEntry {
  /**
   * Id of the requirement that it breaks.
   */
  readonly requirement: string;
  /**
   * What was looked at.
   */
  readonly subject: string;
  /**
   * What was seen.
   */
  readonly observed: string;
  /**
   * What was expected.
   */
  readonly expected: string;
  readonly verdict: FindingVerdict;
}

/**
 * What this tenant does where the specification leaves it free; never judged.
 */
export interface Observation {
  /**
   * Id of the freedom.
   */
  readonly freedom: string;
  /**
   * What was seen.
   */
  readonly observed: string;
  /**
   * Ids of the checks that saw it.
   */
  readonly checks: readonly string[];
  /**
   * Exchanges that show it.
   */
  readonly evidence: readonly ExchangeEntry[];
}

/**
 * A kind of credential, presented in one form and circumstance and treated as it should be, and how often.
 */
export interface ExercisedTimes {
  /**
   * The kind of credential.
   */
  readonly credential: string;
  /**
   * What was due.
   */
  readonly expected: 'served' | 'refused';
  /**
   * What had happened before.
   */
  readonly circumstance: string;
  /**
   * The form of call, or the token path.
   */
  readonly form: string;
  /**
   * How often.
   */
  readonly times: number;
}

/**
 * One thing that the specification says and that cannot be tested from outside.
 */
export interface UntestableEntry {
  /**
   * Permanent id.
   */
  readonly id: string;
  /**
   * What the specification says.
   */
  readonly statement: string;
  /**
   * Why no suite can show it.
   */
  readonly reason: string;
}

/**
 * A tenant with one wrong decision, which the suite is known to find out.
 */
export interface FaultEntry {
  /**
   * Permanent id.
   */
  readonly id: string;
  /**
   * Ids of the requirements whose checks find it out.
   */
  readonly breaks: readonly string[];
  /**
   * What this tenant does, in a sentence.
   */
  readonly summary: string;
}

/**
 * A matter that the specification leaves open.
 */
export interface FreedomEntry {
  /**
   * Permanent id.
   */
  readonly id: string;
  /**
   * What is left open.
   */
  readonly topic: string;
  /**
   * How far it is open.
   */
  readonly range: string;
}

/**
 * The part of the checks that was run: the index-th of so many parts.
 */
export interface ReportShard {
  /**
   * Counted from 1.
   */
  readonly index: number;
  /**
   * How many parts there are.
   */
  readonly of: number;
}

/**
 * A way in which the tenant answered: without values, identifiers and times, so that two runs can be compared.
 */
export interface Behaviour {
  /**
   * Part of a digest of the rest: the same in every report.
   */
  readonly id: string;
  /**
   * Method, path and names of the query's members.
   */
  readonly request: string;
  /**
   * Status, or why there was none.
   */
  readonly answer: string;
  /**
   * Members of the JSON body.
   */
  readonly members?: string;
  /**
   * Names of the header fields.
   */
  readonly headers?: string;
}

/**
 * A waiver that the run was given, and what became of it.
 */
export interface WaiverEntry {
  /**
   * Id of the check.
   */
  readonly check: string;
  /**
   * Id of the one requirement that is waived; all of the check's where there is none.
   */
  readonly requirement?: string;
  /**
   * Why it is waived.
   */
  readonly reason: string;
  /**
   * Who answers for it.
   */
  readonly owner: string;
  /**
   * The last day, in UTC, on which it is in force.
   */
  readonly lastDay: string;
  readonly state: WaiverState;
}
