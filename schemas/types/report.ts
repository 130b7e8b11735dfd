// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * The way in which the operations of the tenant control protocol were carried out.
 */
export type ControlKind = 'embedded' | 'http' | 'command' | 'manual' | 'none';

/**
 * not-conforming if a requirement failed; else broken if a verdict is broken; else incomplete if a verdict is inconclusive, a required profile is not whole, one endpoint was disturbed too often, nothing was exercised or the run was interrupted; else partly-exercised if a claimed profile (or any profile, if none is claimed) was not exercised whole; else conforming.
 */
export type Outcome = 'conforming' | 'partly-exercised' | 'not-conforming' | 'incomplete' | 'broken';

/**
 * absent if each answer said that nothing exists there; refused if an answer said anything else; unclear if the answers were disturbed, or if the caller may have nothing to see.
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
 * whole if each testable requirement ended as passed, failed, warning or waived; none if no requirement did.
 */
export type Exercised = 'whole' | 'part' | 'none';

/**
 * The result of a check. Worst first: failed, broken, inconclusive, warning, waived, passed, not-exercised.
 */
export type Verdict = 'passed' | 'failed' | 'warning' | 'not-exercised' | 'inconclusive' | 'broken' | 'waived';

/**
 * stated: the specification says it; a tenant that breaks it gets failed. derived: it follows by inference or from the underlying standards; a tenant that breaks it gets a warning.
 */
export type Basis = 'stated' | 'derived';

/**
 * The worst verdict of the checks on the requirement; planned if no check covers it yet.
 */
export type RequirementVerdict =
  'passed' | 'failed' | 'warning' | 'not-exercised' | 'inconclusive' | 'broken' | 'waived' | 'planned';

/**
 * failed if the requirement is stated, warning if it is derived.
 */
export type FindingVerdict = 'failed' | 'warning';

/**
 * The verdicts that failed the run: stated (failures), strict (warnings too), or acceptance (like strict, with all claims whole and no waiver). Absent if no gate was named.
 */
export type Gate = 'stated' | 'strict' | 'acceptance';

/**
 * warning if the run was to count warnings as failures.
 */
export type FailOn = 'warning';

/**
 * applied: the check or requirement failed and is waived. unused: no result was decided that the waiver could waive. over: its last day is past. passed: the check or requirement passed. The last two are stale.
 */
export type WaiverState = 'applied' | 'unused' | 'over' | 'passed';

/**
 * The report of a run, conformance.json. Members may be added within version 1; no member changes its meaning.
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
   * Time at which the run began, by the real clock.
   */
  readonly startedAt: string;
  /**
   * Time at which the run ended, by the real clock.
   */
  readonly finishedAt: string;
  /**
   * Seed from which every generated case was drawn.
   */
  readonly seed: number;
  /**
   * Number of cases that are drawn for each property.
   */
  readonly runsPerProperty: number;
  /**
   * Seconds within which the run was to end. It then judged only as many of the planned cases of each check as there was time for. Absent if the run had no time limit.
   */
  readonly withinSeconds?: number;
  /**
   * True if the run was stopped before its end. The report then has the results so far, and checks without a result are inconclusive.
   */
  readonly interrupted?: boolean;
  /**
   * True if the run was to end at its first failure, and did. Checks without a result by then are not-exercised.
   */
  readonly bailed?: boolean;
  readonly outcome: Outcome;
  readonly summary: Summary;
  /**
   * The endpoints that got more than a few requests, or that had disturbed answers: lost, cut, limited, or a server error.
   */
  readonly weather?: readonly EndpointWeather[];
  readonly controlWeather?: ControlWeather;
  readonly survey?: ServedPlaces;
  /**
   * One result for each profile.
   */
  readonly profiles: readonly ProfileResult[];
  /**
   * One result for each requirement.
   */
  readonly requirements: readonly RequirementResult[];
  /**
   * One result for each check that was selected, with any verdict.
   */
  readonly checks: readonly CheckResult[];
  /**
   * Observed behaviour of the tenant where the specification leaves it free.
   */
  readonly observations: readonly Observation[];
  /**
   * How often histories and rows presented credentials that were treated correctly, by kind, circumstance and form. A combination that is not listed was never exercised. Absent if no such check was run.
   */
  readonly exercised?: readonly ExercisedTimes[];
  /**
   * Statements of the specification that no suite can show from outside.
   */
  readonly untestable?: readonly UntestableEntry[];
  /**
   * In reports of earlier versions: the wrong tenants that show that the checks can fail. Now catalogue has their number and digest.
   */
  readonly faults?: readonly FaultEntry[];
  /**
   * The freedoms that the observations name.
   */
  readonly freedoms?: readonly FreedomEntry[];
  /**
   * The profiles that the tenant is said to keep whole, according to its target profile. They had to be exercised whole.
   */
  readonly claims?: readonly ProfileName[];
  /**
   * The profiles that had to be exercised whole, including the claimed ones.
   */
  readonly required?: readonly ProfileName[];
  /**
   * The profiles that were selected; all if there is none.
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
   * Shards of the run that were missing when the report was put together.
   */
  readonly missingShards?: readonly ReportShard[];
  /**
   * The waivers of this run, each with its effect.
   */
  readonly waivers?: readonly WaiverEntry[];
}

/**
 * The program that wrote the report.
 */
export interface Tool {
  /**
   * Name of the program.
   */
  readonly name: string;
  /**
   * Version of the program.
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
   * Global tenant id, if the control named it.
   */
  readonly tenantId?: string;
  /**
   * Id of the fault of the embedded tenant.
   */
  readonly fault?: string;
  /**
   * Id of the variant of the embedded tenant.
   */
  readonly variant?: string;
  /**
   * SHA-256 of the target profile without its secrets, in hexadecimal.
   */
  readonly profileDigest?: string;
}

/**
 * The catalogue of requirements by which the tenant was judged.
 */
export interface CatalogueFigures {
  /**
   * Version of the catalogue.
   */
  readonly version: string;
  /**
   * Number of requirements in the catalogue.
   */
  readonly requirements: number;
  /**
   * Number of requirements that no check covers yet.
   */
  readonly planned: number;
  /**
   * Number of statements of the specification that cannot be tested from outside.
   */
  readonly untestable?: number;
  /**
   * SHA-256 of the catalogue, in hexadecimal.
   */
  readonly digest?: string;
  /**
   * Number of wrong tenants that show that the checks can fail.
   */
  readonly faults?: number;
  /**
   * SHA-256 of their ids, of the requirements that each breaks and of their summaries, in hexadecimal.
   */
  readonly faultsDigest?: string;
}

/**
 * Number of checks with each verdict.
 */
export interface Summary {
  /**
   * Number of checks that ended as passed.
   */
  readonly passed: number;
  /**
   * Number of checks that ended as failed.
   */
  readonly failed: number;
  /**
   * Number of checks that ended as warning.
   */
  readonly warning: number;
  /**
   * Number of checks that ended as not-exercised.
   */
  readonly 'not-exercised': number;
  /**
   * Number of checks that ended as inconclusive.
   */
  readonly inconclusive: number;
  /**
   * Number of checks that ended as broken.
   */
  readonly broken: number;
  /**
   * Number of checks that ended as waived.
   */
  readonly waived: number;
}

/**
 * The requests to one endpoint and their disturbances, over all checks.
 */
export interface EndpointWeather {
  /**
   * Method and path.
   */
  readonly endpoint: string;
  /**
   * Number of requests to the endpoint.
   */
  readonly requests: number;
  /**
   * Number of disturbed answers by kind.
   */
  readonly disturbed?: {
    readonly [k: string]: number;
  };
  /**
   * Number of server errors that are not shown to be the tenant's own answer.
   */
  readonly serverErrors?: number;
}

/**
 * Control operations that failed and could be requested again, and how often.
 */
export interface ControlWeather {
  readonly disturbances?: readonly ControlDisturbance[];
  /**
   * Operations that the control answered with 501 (not supported) although they also worked.
   */
  readonly unsteady?: readonly string[];
}

export interface ControlDisturbance {
  readonly operation: string;
  /**
   * The kind of disturbance in a few words, such as `status 500` or `claimed only`.
   */
  readonly kind: string;
  readonly count: number;
}

/**
 * The places that the tenant was found to serve before the checks, with correct requests only. Absent if there was no survey, because a person carries out the operations or the run ended before it.
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
   * The outcome of correct requests, by the credential that was presented or the grant that was requested. Kinds without a credential to try are left out.
   */
  readonly by: {
    readonly [k: string]: Serving;
  };
  /**
   * If nothing exists there: ids of the requirements that demand the place, the most important first.
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
 * Number of requirements with each verdict. A verdict that no requirement has may be left out.
 */
export interface VerdictCounts {
  /**
   * Number of requirements that ended as passed.
   */
  readonly passed?: number;
  /**
   * Number of requirements that ended as failed.
   */
  readonly failed?: number;
  /**
   * Number of requirements that ended as warning.
   */
  readonly warning?: number;
  /**
   * Number of requirements that ended as not-exercised.
   */
  readonly 'not-exercised'?: number;
  /**
   * Number of requirements that ended as inconclusive.
   */
  readonly inconclusive?: number;
  /**
   * Number of requirements that ended as broken.
   */
  readonly broken?: number;
  /**
   * Number of requirements that ended as waived.
   */
  readonly waived?: number;
  /**
   * Number of requirements that ended as planned.
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
   * The requirement, in one sentence.
   */
  readonly statement: string;
  /**
   * Section of the specification.
   */
  readonly section: string;
  /**
   * The places of the specification that state the requirement, or from which it follows together with other standards, the most important first. Reports of earlier versions have only the section.
   *
   * @minItems 1
   */
  readonly from?: readonly string[];
  readonly verdict: RequirementVerdict;
  /**
   * Ids of the checks that prove the requirement.
   */
  readonly checks: readonly string[];
  /**
   * The reason why the requirement was not exercised.
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
   * The statement that the check shows, as a sentence.
   */
  readonly title: string;
  readonly profile: ProfileName;
  /**
   * Ids of the requirements that the check proves.
   */
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  /**
   * The verdict of the check on each requirement that it proves.
   */
  readonly verdicts?: {
    readonly [k: string]: Verdict;
  };
  /**
   * Time at which the check began, by the real clock.
   */
  readonly startedAt?: string;
  /**
   * Real time from start to end, in milliseconds.
   */
  readonly durationMs: number;
  /**
   * Number of cases that began and ended; 1 for a check that is no property.
   */
  readonly cases: number;
  /**
   * Number of generated cases that were to be judged. Fewer were judged if the run had no time for them, or if the check ended early.
   */
  readonly planned?: number;
  /**
   * Number of these cases that could not be judged.
   */
  readonly unjudged?: number;
  /**
   * Number of exchanges that the check recorded.
   */
  readonly exchanges: number;
  /**
   * Number of webhook deliveries that the check received.
   */
  readonly deliveries?: number;
  /**
   * Number of operations that the check requested from the control.
   */
  readonly operations?: number;
  /**
   * The reason for the verdict: the first finding if the check failed or warns, otherwise the reason why it was not exercised, inconclusive, broken or waived.
   */
  readonly reason?: string;
  /**
   * The reason for the verdict on a requirement, by its id, if it differs from the reason of the check.
   */
  readonly reasons?: {
    readonly [k: string]: string;
  };
  /**
   * The cause of the reason. The words are the same for all checks that the cause kept from a verdict.
   */
  readonly cause?: string;
  /**
   * If something is not exercised because no case was about it: the reasons for that, each once.
   */
  readonly causes?: readonly string[];
  readonly failure?: Failure;
  /**
   * The failures of the other requirements that the check found broken.
   */
  readonly furtherFailures?: readonly Failure[];
  /**
   * All findings.
   */
  readonly findings: readonly FindingEntry[];
  /**
   * The behaviours of the tenant during the check, by their ids.
   */
  readonly behaviour?: readonly string[];
}

/**
 * The first finding of a check that did not pass, with the data that are needed to reproduce it.
 */
export interface Failure {
  /**
   * Id of the broken requirement.
   */
  readonly requirement: string;
  /**
   * The subject of the finding: the action that was judged.
   */
  readonly subject?: string;
  readonly verdict?: FindingVerdict;
  /**
   * The expected behaviour.
   */
  readonly expected: string;
  /**
   * The observed behaviour.
   */
  readonly observed: string;
  /**
   * The shrunk case, if the check is a property.
   */
  readonly counterexample?: string;
  /**
   * The steps of the case one by one, if it is a story of several steps.
   */
  readonly steps?: readonly string[];
  /**
   * The drawn case itself, so that judging it again needs no generator.
   */
  readonly given?: unknown;
  readonly replay: Replay;
  /**
   * Whether the failure was seen again when the case was repeated with new actors and records.
   */
  readonly confirmed?: boolean;
  /**
   * The command that runs the check again in the same way.
   */
  readonly rerun?: string;
  /**
   * Id of the exchange, the delivery or the operation that shows the failure, within the evidence and the operations.
   */
  readonly exchange?: string;
  /**
   * The visit of a browser that shows the failure: the address that it opened, and its end. Secrets are replaced with labels.
   */
  readonly visit?: {
    /**
     * The address of the authorization endpoint that was opened.
     */
    readonly opened: string;
    /**
     * The address outside the tenant to which the browser was sent; null if it stayed at the tenant.
     */
    readonly sentTo: string | null;
    /**
     * HTTP status of the last page that the browser got.
     */
    readonly status?: number;
    /**
     * The pages at which a person had to act, in order.
     */
    readonly prompts?: readonly string[];
  };
  /**
   * The deciding request as a command line. Secrets are replaced with labels.
   */
  readonly curl?: string;
  /**
   * The exchanges that decided the failure, in order.
   */
  readonly evidence: readonly ExchangeEntry[];
  /**
   * The control operations during these exchanges.
   */
  readonly operations?: readonly OperationEntry[];
  /**
   * The data that the check judged, if they can be judged again from the report. {"$entry": 3} stands for the exchange x3.
   */
  readonly gathered?: unknown;
}

/**
 * The origin of the generated case.
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
 * One recorded exchange. Secrets are replaced with labels such as `<refresh token 3>`.
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
   * The reason why there was no answer.
   */
  readonly trouble?: string;
  readonly cutOff?: CutOffEntry;
  /**
   * Milliseconds until the answer had arrived.
   */
  readonly ms?: number;
  /**
   * The purpose of the exchange.
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
 * Header fields by name; a list if a name occurred more than once.
 */
export interface HeaderRecord {
  readonly [k: string]: string | readonly string[];
}

/**
 * Set if a request was sent in a special form, over HTTP/1.1 and a connection without other requests. Its headers are the complete head, in their order and spelling.
 */
export interface FormEntry {
  /**
   * Number of chunks in which the body was sent.
   */
  readonly chunks?: number;
  /**
   * Number of parts of the request that were written one after another. The head is the first part.
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
 * Set if the suite itself stopped reading an answer that had begun. The check concludes nothing from the answer.
 */
export interface CutOffEntry {
  /**
   * The limit that was reached, as a sentence.
   */
  readonly limit: string;
  /**
   * HTTP status of the answer, if its head had been read.
   */
  readonly status?: number;
}

/**
 * A control operation, listed with the exchanges that it explains.
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
   * The input of the operation.
   */
  readonly input?: unknown;
  /**
   * The output of the operation.
   */
  readonly output?: unknown;
}

/**
 * One thing that was found wrong. The texts are in the past tense.
 */
export interface FindingEntry {
  /**
   * Id of the broken requirement.
   */
  readonly requirement: string;
  /**
   * The thing that was judged.
   */
  readonly subject: string;
  /**
   * The observed behaviour.
   */
  readonly observed: string;
  /**
   * The expected behaviour.
   */
  readonly expected: string;
  readonly verdict: FindingVerdict;
}

/**
 * The behaviour of this tenant where the specification leaves it free. It is never judged.
 */
export interface Observation {
  /**
   * Id of the freedom.
   */
  readonly freedom: string;
  /**
   * The observed behaviour.
   */
  readonly observed: string;
  /**
   * Ids of the checks that observed it.
   */
  readonly checks: readonly string[];
  /**
   * Exchanges that show it.
   */
  readonly evidence: readonly ExchangeEntry[];
}

/**
 * A kind of credential that was presented in one form and circumstance and treated correctly, and how often.
 */
export interface ExercisedTimes {
  /**
   * The kind of credential.
   */
  readonly credential: string;
  /**
   * The correct treatment.
   */
  readonly expected: 'served' | 'refused';
  /**
   * The earlier events.
   */
  readonly circumstance: string;
  /**
   * The form of call, or the token path.
   */
  readonly form: string;
  /**
   * Number of times.
   */
  readonly times: number;
}

/**
 * One statement of the specification that cannot be tested from outside.
 */
export interface UntestableEntry {
  /**
   * Permanent id.
   */
  readonly id: string;
  /**
   * The statement of the specification.
   */
  readonly statement: string;
  /**
   * The reason why no suite can show it.
   */
  readonly reason: string;
}

/**
 * A tenant with one wrong decision that the suite is known to find.
 */
export interface FaultEntry {
  /**
   * Permanent id.
   */
  readonly id: string;
  /**
   * Ids of the requirements whose checks find the fault.
   */
  readonly breaks: readonly string[];
  /**
   * The behaviour of this tenant, in a sentence.
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
   * The subject that is left open.
   */
  readonly topic: string;
  /**
   * The range of behaviour that is left open.
   */
  readonly range: string;
}

/**
 * The part of the checks that was run.
 */
export interface ReportShard {
  /**
   * Number of the part, counted from 1.
   */
  readonly index: number;
  /**
   * Number of all parts.
   */
  readonly of: number;
}

/**
 * A way in which the tenant answered, without values, identifiers and times, so that two runs can be compared.
 */
export interface Behaviour {
  /**
   * Part of a digest of the other members, so the same in every report.
   */
  readonly id: string;
  /**
   * Method, path and names of the query parameters.
   */
  readonly request: string;
  /**
   * HTTP status, or the reason why there was none.
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
 * A waiver that the run was given, and its effect.
 */
export interface WaiverEntry {
  /**
   * Id of the check.
   */
  readonly check: string;
  /**
   * Id of the one requirement that is waived; all requirements of the check if it is absent.
   */
  readonly requirement?: string;
  /**
   * The reason for the waiver.
   */
  readonly reason: string;
  /**
   * The person or group that is responsible for the waiver.
   */
  readonly owner: string;
  /**
   * The last day, in UTC, on which the waiver is in force.
   */
  readonly lastDay: string;
  readonly state: WaiverState;
}
