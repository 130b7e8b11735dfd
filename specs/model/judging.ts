import type { Exchange } from '../../core/exchange.ts';
import { answer as answered } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import type { History } from '../../generators/history.ts';
import { finding, held } from '../../core/judgement.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { requirementById } from '../requirements/index.ts';
import { contradicts, refusedWrongly } from './actions.ts';
import type { Judged } from './answers.ts';
import { answerAmong, answerFor, answerForVisit } from './answers.ts';
import { ofForms, ofTokenPaths, ofVersions } from './attribution.ts';
import { credentialOf, toCredential, toThis } from './event-log.ts';
import type { Limits, PlayedHistory } from './interpreter.ts';
import { nameOf, playedIdeally, describeEvent } from './event-wording.ts';
import { exercisedBy } from './exercised.ts';
import { refusalObserved } from './observations.ts';
import { revocationsOf } from './revocations.ts';
import { afterTheLast, afterStoppingEvents } from './decisive-events.ts';
import type { Answer, Credential, EventLog, Presented, Visited } from './vocabulary.ts';
import { isReusable, refused } from './vocabulary.ts';

/** The model's view of an event: the requirement that the tenant broke, or the requirements that it kept. */
interface Comparison {
  readonly answer: Exclude<Answer, { word: 'unspecified' }>;
  readonly broken?: RequirementId;
  readonly kept: readonly RequirementId[];
}

/** An event that the model can judge, with its index and the events before it. */
interface Compared extends Comparison {
  readonly place: number;
  readonly one: Presented | Visited;
  readonly before: EventLog;
}

/**
 * The requirement that a visit without a code keeps, by freedom. A code that cannot be used would be allowed as well.
 */
const closedTo: Readonly<Partial<Record<FreedomId, RequirementId>>> = { 'FRE-116': 'LIF-17', 'FRE-122': 'LIF-25' };

/** Yields every event of a history that the model can judge. */
export function* comparisonsIn(past: EventLog, judged: Judged): Generator<Compared> {
  for (const [place, one] of past.entries()) {
    if (one.kind !== 'presented' && one.kind !== 'visited') continue;
    const before = past.slice(0, place);
    const comparison = one.kind === 'presented' ? ofPresentation(before, one, judged) : ofVisit(before, one);
    if (comparison !== undefined) yield { place, one, before, ...comparison };
  }
}

function ofVisit(before: EventLog, { user, app, consent, outcome, asked }: Visited): Comparison | undefined {
  const answer = answerForVisit(before, user, app, consent);
  if (answer.word === 'unspecified') {
    const closed = outcome === 'refused' ? closedTo[answer.freedom] : undefined;
    return closed && { answer: refused(closed), kept: [closed] };
  }
  const { requirement } = answer;
  // if the user was asked and denied, the denial is judged, even if another cause should have prevented the question
  const isOfDenial = consent === 'deny' && asked === true && requirement !== 'LIF-34';
  if (contradicts(answer, { outcome })) return { answer, broken: isOfDenial ? 'DEL-18' : requirement, kept: [] };
  if (answer.word === 'accepted' || requirement === 'LIF-34') return { answer, kept: [requirement] };
  return { answer, kept: isOfDenial ? [requirement, 'DEL-18'] : [] };
}

function ofPresentation(before: EventLog, one: Presented, judged: Judged): Comparison | undefined {
  const credential = credentialOf(before, one.credential);
  const answer = answerAmong(judged, answerFor(before, credential, one.at, one.atLegacyPath));
  if (answer.word === 'unspecified') return undefined;
  const { requirement } = answer;
  const ofPaths = ofTokenPaths(credential, one.atLegacyPath === true, requirement);
  const wrongly = refusedWrongly(answer, one);
  // the form of a refusal is judged by other checks; here it counts as a refusal
  if (!contradicts(answer, one) || (wrongly !== undefined && !judged.has(wrongly))) {
    const kept = one.outcome === 'unclear' ? [] : keptBy(before, one, answer, ofPaths);
    return { answer, kept: kept.filter((kept) => kept !== undefined) };
  }
  const byContrast = {
    'other token path': ofPaths,
    'other form': ofForms(credential, requirement),
    'other version': ofVersions(credential, one.outcome === 'refused' ? 'served' : 'refused'),
  };
  const contrasted = one.contrast && byContrast[one.contrast];
  // if this check does not judge the token paths, the path itself may not serve, unless it was seen to serve
  const isOfAnotherPath =
    answer.word === 'accepted' &&
    ofPaths !== undefined &&
    judged.has(requirement) &&
    !judged.has(ofPaths) &&
    !before.some((other) => isServedThere(before, other, one));
  if (contrasted === undefined && isOfAnotherPath && isStated(requirement)) return { answer, kept: [] };
  return { answer, broken: contrasted ?? wrongly ?? requirement, kept: [] };
}

/** Reports whether a credential of the same kind and issuing path was served at the token path of a presentation. */
function isServedThere(
  before: EventLog,
  other: EventLog[number],
  { credential: id, atLegacyPath }: Presented,
): boolean {
  const { kind, legacy } = credentialOf(before, id);
  const isSuch = (one: Credential): boolean => one.kind === kind && (one.legacy === true) === (legacy === true);
  return (
    other.kind === 'presented' &&
    (other.atLegacyPath === true) === (atLegacyPath === true) &&
    toCredential(before, 'presented', isSuch, 'served')(other)
  );
}

/**
 * Returns the requirements that a presentation shows to be kept. A refusal shows nothing for an actor that was never
 * served.
 */
function keptBy(
  before: EventLog,
  one: Presented,
  answer: Comparison['answer'],
  ofPaths: RequirementId | undefined,
): (RequirementId | undefined)[] {
  const { requirement } = answer;
  const credential = credentialOf(before, one.credential);
  const ofBoth = isOnBothVersions(before, one, credential)
    ? ofVersions(credential, answer.word === 'accepted' ? 'served' : 'refused')
    : undefined;
  if (answer.word === 'accepted') {
    const isBeyondPlainCalls = one.forms?.some((form) => form !== 'listing') === true;
    return [requirement, ofPaths, ofBoth, isBeyondPlainCalls ? ofForms(credential, requirement) : undefined];
  }
  if (!wasEverServed(before, credential)) return [];
  const [named, is401] = [one.invalidGrant === true, one.unauthorized === true];
  return [requirement, named ? answer.invalidGrant : undefined, is401 ? answer.unauthorized : undefined, ofBoth];
}

/** Reports whether a credential had the same outcome on both versions of the API, now or in earlier presentations. */
function isOnBothVersions(before: EventLog, { outcome, versions = [] }: Presented, credential: Credential): boolean {
  if (versions.length === 0 || outcome === 'unclear') return false;
  const earlier = before.filter(toThis(credential, 'presented', outcome));
  const all = [...versions, ...earlier.flatMap((one) => ('versions' in one ? (one.versions ?? []) : []))];
  return new Set(all).size > 1;
}

/**
 * Returns a test for whether a history in circumstances shows each requirement kept at least as often as its plain
 * form.
 */
export function keepsEvidenceOf(plain: History, options: Limits): (inCircumstances: History) => boolean {
  const counted = (one: History) => {
    const compared = [...comparisonsIn(playedIdeally(one, options).past, options.judged)];
    return [...options.judged].map((id) => compared.filter(({ kept }) => kept.includes(id)).length);
  };
  const least = counted(plain);
  return (inCircumstances) => counted(inCircumstances).every((times, at) => times >= least[at]!);
}

function isStated(requirement: RequirementId): boolean {
  return requirementById.get(requirement)?.basis === 'stated';
}

/** Judges a history that was played at a tenant. */
export function* judgeHistory(
  { past, shown }: PlayedHistory,
  judged: Judged,
): Generator<Judgement<RequirementId, FreedomId>> {
  for (const compared of comparisonsIn(past, judged)) {
    const { place, one, before, answer, broken, kept } = compared;
    if (broken !== undefined) {
      const found = one.kind === 'visited' ? visitFound(compared, one) : presentationFound(compared, one, shown[place]);
      if (typeof found === 'string') yield { kind: 'premise', text: found };
      else if (judged.has(broken)) yield finding(broken, ...found, shown[place]);
      // Other checks judge requirements that these histories only touch. A conforming tenant may break an inferred
      // requirement.
      else if (isStated(broken))
        yield { kind: 'premise', text: `${found[0]} ${found[1]} (${broken}, which this check does not judge)` };
      continue;
    }
    const expected = answer.word === 'accepted' ? 'served' : 'refused';
    const [first, ...others] = kept.filter((requirement) => judged.has(requirement));
    if (first !== undefined) yield held(first, one.kind === 'presented' ? exercisedBy(before, one, expected) : []);
    yield* others.map((requirement) => held(requirement));
    const exchange = shown[place];
    if (one.kind !== 'presented' || answer.word === 'accepted' || exchange === undefined) continue;
    const credential = credentialOf(before, one.credential);
    const seen = refusalObserved(revocationsOf(before, credential, one.at), credential.kind, exchange);
    if (seen !== undefined) yield seen;
  }
}

/** The words of a finding, or the text of a premise that does not hold. */
type Found = readonly [subject: string, observed: string, expected: string] | string;

function visitFound({ before, answer }: Comparison & Pick<Compared, 'before'>, one: Visited): Found {
  const visit = `a visit in which ${describeEvent(one)}`;
  const wasKnown = before.some((other) => other.kind === 'visited' && other.outcome === 'served');
  if (answer.word === 'accepted' && !wasKnown) return `${visit} brought no code to begin with`;
  const observed = one.outcome === 'served' ? 'brought a code' : 'brought no code';
  return [`${afterTheLast(before)}${visit}`, observed, answer.word === 'accepted' ? 'a code' : 'none'];
}

function presentationFound({ before, answer }: Compared, one: Presented, exchange: Exchange | undefined): Found {
  const credential = credentialOf(before, one.credential);
  const name = nameOf(credential);
  if (answer.word === 'accepted' && !wasEverServed(before, credential)) return `${name} was not served to begin with`;
  const subject = `${afterStoppingEvents(before, credential, one.at)}${calledWith(exchange, credential)}${name}`;
  const observed = exchange === undefined ? `was ${one.outcome}` : answered(exchange);
  if (answer.word === 'accepted') return [subject, observed, 'it is accepted'];
  const wrongly = refusedWrongly(answer, one);
  if (wrongly === undefined) return [subject, observed, 'it is refused'];
  if (wrongly !== answer.invalidGrant) return [subject, observed, 'status 401'];
  return [subject, `${observed} without the name invalid_grant`, 'an error invalid_grant'];
}

/** Returns the request that was sent with a credential, as the words before the credential's name. */
function calledWith(exchange: Exchange | undefined, credential: Credential): string {
  if (exchange === undefined || !isReusable(credential)) return '';
  const { request, note } = exchange;
  return `${request.method} ${new URL(request.url).pathname}${note === undefined ? '' : ` for ${note}`} with `;
}

/** Reports whether any credential of the same kind of actor was served. Otherwise permissions may be the cause. */
function wasEverServed(past: EventLog, { kind, user }: Credential): boolean {
  const isAlike = (one: Credential): boolean => (user === undefined ? one.kind === kind : one.user !== undefined);
  return past.some(toCredential(past, 'presented', isAlike, 'served'));
}
