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

interface Told {
  readonly requirement: RequirementId;
  /** In the words of a finding. */
  readonly subject: string;
  /** Where or for whom the contrast is sent, in words. */
  readonly as: string;
}

/** A token request that obtains tokens wherever its contrast does, which differs from it in one thing. */
export interface Way extends Told {
  readonly send: () => Promise<Exchange>;
  readonly contrast: () => Promise<Exchange>;
  /** How often they are sent in turn. */
  readonly rounds?: number;
}

/** What a way brought, and where it brought no tokens, what it and its contrast brought in turn. */
interface Tried extends Told {
  readonly one: Exchange;
  readonly turns?: Alternation;
}

/** A request to the legacy path, and for contrast the same one to the other. */
export function atLegacyPath(requirement: RequirementId, how: string, at: AtPath): Way {
  return {
    requirement,
    subject: `${how} at the legacy path`,
    as: 'at /oauth/token',
    send: () => at(legacyTokenPath),
    contrast: () => at(tokenPath),
  };
}

/** @param one what the way brought first */
export async function tried({ send, contrast, rounds = 3, ...told }: Way, one: Exchange): Promise<Tried> {
  return granted(one) ? { ...told, one } : { ...told, one, turns: await alternate(send, contrast, rounds) };
}

/** A way brings tokens where its contrast, sent in turn with it, always does. */
export function* goesAlike({
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

/** As {@link goesAlike}; a path at which there is nothing at all is told without a contrast. */
export function* isThere(way: Tried): Generator<Judgement<RequirementId, never>> {
  const { requirement, subject, turns } = way;
  const absent = turns?.one.every(({ response }) => saysNothingIsThere(response?.status))
    ? turns.one.at(-1)
    : undefined;
  if (absent === undefined) yield* goesAlike(way);
  else yield finding(requirement, subject, answer(absent), 'an access token', absent);
}

/** A token request with a flaw, in words. */
export type Flawed = readonly [how: string, at: AtPath];

/** What of wrong requests is let through at the legacy path, and what becomes of that at the other. */
interface LetThrough {
  readonly through: readonly { readonly how: string; readonly legacy: Exchange; readonly unversioned: Exchange }[];
  /** A right request at the legacy path. */
  readonly right: Exchange;
}

const obtains = (exchange: Exchange): boolean => tokensIn(exchange).includes('access_token');

export async function letThrough(wrong: readonly Flawed[], right: () => Promise<Exchange>): Promise<LetThrough> {
  const through = [];
  for (const [how, at] of wrong) {
    const legacy = await at(legacyTokenPath);
    if (obtains(legacy)) through.push({ how, legacy, unversioned: await at(tokenPath) });
  }
  return { through, right: await right() };
}

/** What /oauth/token refuses, the legacy path refuses; what neither refuses is a question of its own. */
export function* refusesAlike({ through, right }: LetThrough): Generator<Judgement<RequirementId, never>> {
  for (const { how, legacy, unversioned } of through) {
    if (obtains(unversioned)) continue;
    const observed = `${answer(legacy)} and an access_token`;
    yield finding('VER-13', `${how} at the legacy path`, observed, 'no token, as at /oauth/token', legacy);
  }
  yield* premise(granted(right), `a right request at the legacy path ${answer(right)}`);
}

/** The answers to the same requests; those of the other path are looked at where one of the legacy path is not as specified. */
export interface Answers {
  readonly legacy: readonly Exchange[];
  readonly unversioned?: readonly Exchange[];
}

/** No answer of the legacy path departs from what is specified in a member in which none of the other path does. */
export function* answersAlike(
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
