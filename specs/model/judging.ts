import type { Exchange } from '../../core/exchange.ts';
import { answer as answered } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { requirementById } from '../requirements/index.ts';
import { contradicts, refusedWrongly } from './actions.ts';
import type { Judged } from './answers.ts';
import { answerAmong, answerFor, answerForVisit } from './answers.ts';
import { ofForms, ofTokenPaths, ofVersions } from './attribution.ts';
import { credentialOf } from './event-log.ts';
import type { PlayedHistory } from './interpreter.ts';
import { nameOf, tellEvents } from './event-wording.ts';
import { exercisedBy } from './exercised.ts';
import { refusalObserved } from './observations.ts';
import { revocationsOf } from './revocations.ts';
import { afterTheLast, afterWhatStops } from './decisive-events.ts';
import type { Answer, Credential, EventLog } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

/** A place in a history of which the model says something. */
interface Comparison {
  readonly place: number;
  readonly answer: Exclude<Answer, { word: 'unspecified' }>;
}

/** One at which the tenant did otherwise. */
export interface Contradiction extends Comparison {
  readonly requirement: RequirementId;
}

/** One at which the tenant did as the model says, with what would have been broken otherwise. */
interface Agreement extends Comparison {
  readonly kept: readonly RequirementId[];
}

/** What a visit shows that brings no code, though one that is of no use would do as well. */
const closedTo: Readonly<Partial<Record<FreedomId, RequirementId>>> = { 'FRE-116': 'LIF-17', 'FRE-122': 'LIF-25' };

/** Every contradiction between a history and the model. */
export function* contradictionsIn(past: EventLog, judged: Judged): Generator<Contradiction> {
  for (const one of comparisonsIn(past, judged)) if ('requirement' in one) yield one;
}

function* comparisonsIn(past: EventLog, judged: Judged): Generator<Contradiction | Agreement> {
  for (const [place, one] of past.entries()) {
    if (one.kind !== 'presented' && one.kind !== 'visited') continue;
    const before = past.slice(0, place);
    const answer =
      one.kind === 'presented'
        ? answerAmong(judged, answerFor(before, credentialOf(before, one.credential), one.at, one.atLegacyPath))
        : answerForVisit(before, one.user, one.app, one.consent);
    if (answer.word === 'unspecified') {
      const closed = one.kind === 'visited' && one.outcome === 'refused' ? closedTo[answer.freedom] : undefined;
      if (closed !== undefined)
        yield { place, answer: { word: 'refused', requirement: closed, atOnce: false }, kept: [closed] };
      continue;
    }
    if (!contradicts(answer, one)) {
      yield { place, answer, kept: keptBy(before, one, answer) };
      continue;
    }
    const wrongly = one.kind === 'presented' ? refusedWrongly(answer, one) : undefined;
    // how it is refused is told by the checks that judge that: it is refused all the same
    if (wrongly !== undefined && !judged.has(wrongly)) {
      yield { place, answer, kept: keptBy(before, one, answer) };
      continue;
    }
    // who was asked and denied is a matter of the denial, whatever else would have spared the question
    const isDenied = one.kind === 'visited' && one.consent === 'deny' && one.asked === true;
    const isOfDenial = isDenied && answer.requirement !== 'LIF-34';
    const byContrast = one.kind === 'presented' ? contrasted(before, one, answer.requirement) : undefined;
    // of a token path of which nothing is judged here, it may be the path that does not serve
    if (byContrast === undefined && one.kind === 'presented' && isOfAnotherPath(before, one, answer, judged)) {
      yield { place, answer, kept: [] };
      continue;
    }
    yield { place, answer, requirement: isOfDenial ? 'DEL-18' : (byContrast ?? wrongly ?? answer.requirement) };
  }
}

/** What a history shows to be kept where the tenant does as the model says. A refusal of who was never served shows nothing. */
function keptBy(
  before: EventLog,
  one: Extract<EventLog[number], { kind: 'presented' | 'visited' }>,
  answer: Comparison['answer'],
): RequirementId[] {
  if (one.outcome === 'unclear') return [];
  if (answer.word === 'accepted') {
    const ofBoth =
      one.kind === 'presented' ? [ofPathsIn(before, one, answer.requirement), ofVersionsIn(before, one)] : [];
    const reach = one.kind === 'presented' ? ofReachIn(before, one, answer.requirement) : undefined;
    return [answer.requirement, ...[...ofBoth, reach].filter((requirement) => requirement !== undefined)];
  }
  if (one.kind === 'visited') {
    if (answer.requirement === 'LIF-34') return ['LIF-34'];
    return one.asked === true ? [answer.requirement, 'DEL-18'] : [];
  }
  if (!wasEverServed(before, credentialOf(before, one.credential))) return [];
  const howItIsRefused = [
    one.invalidGrant === true ? answer.invalidGrant : undefined,
    one.unauthorized === true ? answer.unauthorized : undefined,
  ];
  return [answer.requirement, ...howItIsRefused, ofVersionsIn(before, one)].filter(
    (requirement) => requirement !== undefined,
  );
}

type Presented = Extract<EventLog[number], { kind: 'presented' }>;

/** What the token paths keep or break together by a presentation; undefined where it is a matter of the usual one alone. */
function ofPathsIn(
  before: EventLog,
  { credential, atLegacyPath }: Presented,
  otherwise: RequirementId,
): RequirementId | undefined {
  return ofTokenPaths(credentialOf(before, credential), atLegacyPath === true, otherwise);
}

/** Whether what is refused against the words may be so for the token path that it has to do with, which others judge. */
function isOfAnotherPath(before: EventLog, one: Presented, answer: Comparison['answer'], judged: Judged): boolean {
  if (answer.word !== 'accepted' || !judged.has(answer.requirement)) return false;
  if (requirementById.get(answer.requirement)?.basis !== 'stated') return false;
  const ofPaths = ofPathsIn(before, one, answer.requirement);
  return ofPaths !== undefined && !judged.has(ofPaths);
}

/** What is kept where a credential is treated alike on both versions of the API, now or since before. */
function ofVersionsIn(before: EventLog, { credential, outcome, versions = [] }: Presented): RequirementId | undefined {
  if (versions.length === 0 || outcome === 'unclear') return undefined;
  const earlier = before.flatMap((one) =>
    one.kind === 'presented' && one.credential === credential && one.outcome === outcome ? (one.versions ?? []) : [],
  );
  const isOnBoth = new Set([...versions, ...earlier]).size > 1;
  return isOnBoth ? ofVersions(credentialOf(before, credential), outcome) : undefined;
}

/** What is kept where a credential is served in other calls than plain ones, too. */
function ofReachIn(
  before: EventLog,
  { credential, forms = [] }: Presented,
  otherwise: RequirementId,
): RequirementId | undefined {
  return forms.some((form) => form !== 'list') ? ofForms(credentialOf(before, credential), otherwise) : undefined;
}

/** What is broken where a contrast is served; undefined where there was none. */
function contrasted(before: EventLog, one: Presented, otherwise: RequirementId): RequirementId | undefined {
  if (one.contrast === 'other token path') return ofPathsIn(before, one, otherwise);
  if (one.contrast === undefined) return undefined;
  const credential = credentialOf(before, one.credential);
  if (one.contrast === 'other form') return ofForms(credential, otherwise);
  return ofVersions(credential, one.outcome === 'refused' ? 'served' : 'refused');
}

/** Judges a history that was played at a tenant. */
export function* agreesWithModel(
  { past, shown }: PlayedHistory,
  judged: Judged,
): Generator<Judgement<RequirementId, FreedomId>> {
  for (const comparison of comparisonsIn(past, judged)) {
    if ('kept' in comparison) {
      const [first, ...others] = comparison.kept.filter((requirement) => judged.has(requirement));
      const presented = past[comparison.place];
      const expected = comparison.answer.word === 'accepted' ? 'served' : 'refused';
      if (first !== undefined)
        yield held(
          first,
          presented?.kind === 'presented' ? exercisedBy(past.slice(0, comparison.place), presented, expected) : [],
        );
      yield* others.map((requirement) => held(requirement));
      if (presented?.kind === 'presented' && expected === 'refused')
        yield* observedAt(past.slice(0, comparison.place), presented, shown[comparison.place]);
      continue;
    }
    const { place, answer, requirement } = comparison;
    const before = past.slice(0, place);
    const one = past[place];
    if (one?.kind === 'visited') {
      const known = before.some((other) => other.kind === 'visited' && other.outcome === 'served');
      if (answer.word === 'accepted' && !known) {
        yield { kind: 'premise', text: `a visit in which ${tellEvents([one])} brought no code to begin with` };
        continue;
      }
      const observed = one.outcome === 'served' ? 'brought a code' : 'brought no code';
      const expected = answer.word === 'accepted' ? 'a code' : 'none';
      yield finding(requirement, `${afterTheLast(before)}a visit in which ${tellEvents([one])}`, observed, expected);
    } else if (one?.kind === 'presented') {
      const credential = credentialOf(before, one.credential);
      const exchange = shown[place];
      if (answer.word === 'accepted' && !wasEverServed(before, credential)) {
        yield { kind: 'premise', text: `${nameOf(credential)} was not served to begin with` };
        continue;
      }
      const subject = `${afterWhatStops(before, credential, one.at)}${calledWith(exchange, credential)}${nameOf(credential)}`;
      const expected = expectedOf(answer, one);
      const unnamed = expected === invalidGrant ? ' without the name invalid_grant' : '';
      const observed = `${exchange === undefined ? `was ${one.outcome}` : answered(exchange)}${unnamed}`;
      yield finding(requirement, subject, observed, expected, exchange);
    }
  }
}

function* observedAt(
  before: EventLog,
  { credential: id, at }: Presented,
  exchange: Exchange | undefined,
): Generator<Judgement<RequirementId, FreedomId>> {
  const credential = credentialOf(before, id);
  const seen = exchange && refusalObserved(revocationsOf(before, credential, at), credential.kind, exchange);
  if (seen !== undefined) yield seen;
}

const invalidGrant = 'an error invalid_grant';

function expectedOf(answer: Contradiction['answer'], seen: Presented): string {
  if (answer.word === 'accepted') return 'it is accepted';
  const wrongly = refusedWrongly(answer, seen);
  if (wrongly === undefined) return 'it is refused';
  return wrongly === answer.invalidGrant ? invalidGrant : 'status 401';
}

/** What was called with a credential, as the words before its name. */
function calledWith(exchange: Exchange | undefined, credential: Credential): string {
  if (exchange === undefined || !isReusable(credential)) return '';
  const { request, note } = exchange;
  return `${request.method} ${new URL(request.url).pathname}${note === undefined ? '' : ` for ${note}`} with `;
}

/** Whether anything of the same kind of actor has been served: otherwise it may be a matter of permissions. */
function wasEverServed(past: EventLog, { kind, user }: Credential): boolean {
  return past.some((one) => {
    if (one.kind !== 'presented' || one.outcome !== 'served') return false;
    const credential = credentialOf(past, one.credential);
    return user === undefined ? credential.kind === kind : credential.user !== undefined;
  });
}
