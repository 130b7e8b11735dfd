import type { Exchange } from '../../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import { legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { premise } from '../../check.ts';
import type { Alternation } from '../../expectations/alternation.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import type { Departure } from '../../expectations/app-token-answer.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import { granted } from '../../expectations/token-request.ts';
import type { RequirementId } from '../../requirements/index.ts';

export const userGrantNeeds = ['app.create', 'user.create', 'browser.authorize'] as const;

export const opposite = (path: string): string => (path === tokenPath ? legacyTokenPath : tokenPath);

type AtPath = (path: string) => Promise<Exchange>;

interface Described {
  readonly requirement: RequirementId;
  /** The request, in the words of a finding. */
  readonly subject: string;
  /** The path or the sender of the contrast, in words. */
  readonly as: string;
}

/** A token request that must obtain tokens if its contrast does. The two differ in one thing. */
export interface Way extends Described {
  readonly send: () => Promise<Exchange>;
  readonly contrast: () => Promise<Exchange>;
  /** Number of times that the two are sent in turn. */
  readonly rounds?: number;
}

/** The first answer to a way and, if it has no tokens, the answers to the way and its contrast, sent in turn. */
interface Tried extends Described {
  readonly one: Exchange;
  readonly turns?: Alternation;
}

/** Returns a request to the legacy path, with the same request to /oauth/token as contrast. */
export function atLegacyPath(requirement: RequirementId, how: string, at: AtPath): Way {
  return {
    requirement,
    subject: `${how} at the legacy path`,
    as: 'at /oauth/token',
    send: () => at(legacyTokenPath),
    contrast: () => at(tokenPath),
  };
}

/** Sends a way and its contrast in turn if its first answer has no tokens. @param one the first answer to the way */
export async function tried({ send, contrast, rounds = 3, ...described }: Way, one: Exchange): Promise<Tried> {
  return granted(one) ? { ...described, one } : { ...described, one, turns: await alternate(send, contrast, rounds) };
}

/** Demands that a way brings tokens if its contrast, sent in turn with it, always does. */
export function* demandSameOutcome({
  requirement,
  subject,
  as,
  one,
  turns,
}: Tried): Generator<Judgement<RequirementId, never>> {
  if (granted(one)) yield held(requirement);
  if (turns === undefined) return;
  const worse = worseThanOther(turns, granted);
  if (!(yield* premise(worse !== undefined, `${subject} goes no worse than ${as}`)) || worse === undefined) return;
  yield finding(requirement, subject, answer(worse), `tokens, as ${as}`, worse);
}

/** Demands the same as {@link demandSameOutcome}, but a path at which there is nothing at all needs no contrast. */
export function* isThere(way: Tried): Generator<Judgement<RequirementId, never>> {
  const { requirement, subject, turns } = way;
  const absent = turns?.one.every(({ response }) => saysNothingIsThere(response?.status))
    ? turns.one.at(-1)
    : undefined;
  if (absent === undefined) yield* demandSameOutcome(way);
  else yield finding(requirement, subject, answer(absent), 'an access token', absent);
}

/** A token request with a flaw: its description, and a function that sends it to a path. */
export type Flawed = readonly [how: string, at: AtPath];

/** The wrong requests that the legacy path grants, with their answers at the legacy path and at /oauth/token. */
interface LetThrough {
  readonly through: readonly { readonly how: string; readonly legacy: Exchange; readonly unversioned: Exchange }[];
  /** A right request at the legacy path. */
  readonly right: Exchange;
}

const obtains = (exchange: Exchange): boolean => tokensIn(exchange).includes('access_token');

export async function passedByLegacyPath(
  wrong: readonly Flawed[],
  right: () => Promise<Exchange>,
): Promise<LetThrough> {
  const through = [];
  for (const [how, at] of wrong) {
    const legacy = await at(legacyTokenPath);
    if (obtains(legacy)) through.push({ how, legacy, unversioned: await at(tokenPath) });
  }
  return { through, right: await right() };
}

/**
 * Demands that the legacy path refuses a request that /oauth/token refuses. If both grant it, that is a separate
 * question.
 */
export function* demandSameRefusals({ through, right }: LetThrough): Generator<Judgement<RequirementId, never>> {
  for (const { how, legacy, unversioned } of through) {
    if (obtains(unversioned)) continue;
    const observed = `${answer(legacy)} and an access_token`;
    yield finding('VER-13', `${how} at the legacy path`, observed, 'no token, as at /oauth/token', legacy);
  }
  yield* premise(granted(right), `a right request at the legacy path ${answer(right)}`);
}

/**
 * The answers to the same requests. Those of /oauth/token are there only if one of the legacy path is not as specified.
 */
export interface Answers {
  readonly legacy: readonly Exchange[];
  readonly unversioned?: readonly Exchange[];
}

/**
 * Demands that no answer of the legacy path departs from the specification in a member that is right at /oauth/token.
 */
export function* demandSameAnswers(
  { legacy, unversioned }: Answers,
  departuresOf: (exchange: Exchange) => readonly Departure[],
): Generator<Judgement<RequirementId, never>> {
  const tells = legacy.some((one) => handsOutTokens(one) || departuresOf(one).length > 0);
  if (!(yield* premise(tells, 'the legacy path handed out no tokens')) || unversioned === undefined) return;
  if (!(yield* premise(unversioned.some(handsOutTokens), '/oauth/token handed out no tokens'))) return;
  const known = new Set(unversioned.flatMap((one) => departuresOf(one).map(({ member }) => member)));
  for (const one of legacy) {
    for (const { member, found, expected } of departuresOf(one)) {
      if (known.has(member)) continue;
      known.add(member);
      yield finding(
        'VER-08',
        `${member} in an answer of the legacy path`,
        found,
        `${expected}, as at /oauth/token`,
        one,
      );
    }
  }
}
