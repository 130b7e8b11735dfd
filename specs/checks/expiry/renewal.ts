import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn, aLaboratoryFor, aUser } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aGrant,
  authorize,
  exchangeCode,
  grantIn,
  refresh,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { anew, presented } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens, obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { codeGrants, one, refreshLifetime, spareOf } from './issuing.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/**
 * Two years and more, every 29 days; a year and some days, eight times in every fortnight, and with pauses that differ.
 * They are parts of each other, so that chains which share a clock wake at the same moves.
 */
const chains: readonly (readonly number[])[] = [
  Array.from({ length: 27 }, () => 29),
  Array.from({ length: 208 }, (_, index) => (index % 8 === 0 ? 14.5 : 0)),
  Array.from({ length: 40 }, (_, index) => [0.25, 28.75, 0, 14.5][index % 4] ?? 1),
];

/** How access goes on without the user, and with the user when it has ended ("Delegated auth", 7). */
export const renewalChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/chains-of-refreshes-go-on-for-more-than-a-year',
    title: 'A chain of refreshes within 30 days each goes on for more than a year',
    proves: ['EXP-15'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 70_000_000,
    gather: (scene) => scene.together(chains.map((pauses) => (part: Scene) => chain(part, pauses))),
    *judge(all) {
      for (const seen of all) yield* goesOn(seen);
    },
  }),

  check({
    id: 'expiry/users-can-authorize-again-after-expiry',
    title: 'After a refresh token has expired the user authorizes again, and the app obtains new working tokens',
    proves: ['EXP-16'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: objectOf({ days: fc.constantFrom(30, 31, 90), tried: fc.boolean(), refreshes: fc.nat(2) }),
    maxCases: 6,
    maxSeconds: 100 * day,
    describe: ({ days, tried, refreshes }) =>
      inWords`authorized again ${days} days after ${refreshes} refreshes${tried ? ', when a refresh had failed' : ''}`,
    async gather(scene, { days, tried, refreshes }) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      await aLaboratoryFor(scene, user);
      let before = await aGrant(scene, app, user);
      for (let index = 0; index < refreshes; index++) {
        before = grantIn(app, user, await presented(scene, before), 'the refresh of an unused refresh token');
      }
      await scene.elapse(days * day + 1);
      if (tried) await presented(scene, before, 'an expired refresh token');
      const again = await obtained(scene, app, user);
      if (again.call !== undefined && accepted(again.call) && again.refresh !== undefined) return { again };
      const stranger = await aUser(scene);
      await aLaboratoryFor(scene, stranger);
      return { again, contrast: await obtained(scene, await aClient(scene), stranger) };
    },
    *judge({ again, contrast }) {
      yield* observed(again);
      if (contrast === undefined) return yield* refreshes(again, undefined);
      const served = contrast.call !== undefined && accepted(contrast.call);
      if (!(yield* premise(served, 'a user who had never authorized an app before could not do so then either')))
        return;
      const subject = 'after its refresh token had expired';
      if (again.authorized.code === undefined) {
        const where = again.authorized.location === null ? 'led to no redirect' : 'led to a redirect without a code';
        yield finding('EXP-16', `authorizing the app again ${subject}`, where, 'a code');
      } else if (again.exchange !== undefined && accessTokenIn(again.exchange) === undefined) {
        const { exchange } = again;
        yield finding('EXP-16', `the exchange of a code ${subject}`, answer(exchange), 'tokens', exchange);
      } else if (again.call !== undefined && !accepted(again.call)) {
        const { call } = again;
        yield finding('EXP-16', `a call with the new access token ${subject}`, answer(call), 'a page', call);
      }
      yield* refreshes(again, contrast);
    },
  }),

  check({
    id: 'expiry/a-new-authorization-revives-no-expired-refresh-token',
    title: 'An expired refresh token stays refused when the user has authorized the app again',
    proves: ['EXP-17'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: objectOf({ tried: fc.boolean(), refreshed: fc.boolean(), later: fc.constantFrom(0, 1, day) }),
    maxCases: 6,
    maxSeconds: 32 * day,
    describe: ({ tried, refreshed, later }) =>
      inWords`presented ${later} s after the new authorization${refreshed ? ' was refreshed' : ''}${tried ? ', and before it' : ''}`,
    async gather(scene, { tried, refreshed, later }) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const prepare = codeGrants(scene);
      const old = await aGrant(scene, app, user);
      const lone = await one(prepare);
      await scene.elapse(refreshLifetime + 2);
      const before = tried ? await presented(scene, old, 'an expired refresh token') : undefined;
      const again = await aGrant(scene, app, user);
      if (refreshed) await presented(scene, again);
      if (later > 0) await scene.elapse(later);
      const revived = await presented(scene, old, 'an expired refresh token');
      return { before, revived, lone: await presented(scene, lone, 'an expired refresh token of another user') };
    },
    *judge({ before, revived, lone }) {
      const expired = !handsOutTokens(lone) && (before === undefined || !handsOutTokens(before));
      if (!(yield* premise(expired, 'a refresh token did not expire where there was no new authorization either')))
        return;
      yield* obtainsNoToken(revived, 'EXP-17', 'an expired refresh token, presented after a new authorization,');
    },
  }),
];

interface Chain {
  readonly pauses: readonly number[];
  /** The refresh that gave no tokens, and the number of those that did. */
  readonly refused?: Exchange;
  readonly refreshes: number;
  readonly contrast?: Exchange;
}

async function chain(scene: Scene, pauses: readonly number[]): Promise<Chain> {
  const prepare = codeGrants(scene);
  let grant = await one(prepare);
  for (const [refreshes, pause] of pauses.entries()) {
    if (pause > 0) await scene.elapse(pause * day, { late: spareOf(pause * day) });
    const answered = await presented(scene, grant);
    if (refreshTokenIn(answered) === undefined) {
      const contrast = await anew(scene, prepare);
      return { pauses, refreshes, refused: answered, ...(contrast === undefined ? {} : { contrast }) };
    }
    grant = grantIn(grant.app, grant.user, answered, 'a refresh');
  }
  return { pauses, refreshes: pauses.length };
}

function* goesOn({ pauses, refused, refreshes, contrast }: Chain): Generator<Judgement<RequirementId, never>> {
  if (refused === undefined) return;
  const served = contrast !== undefined && handsOutTokens(contrast);
  if (!(yield* premise(served, 'a refresh token that was made then was not exchanged either'))) return;
  const days = pauses.slice(0, refreshes + 1).reduce((sum, pause) => sum + pause, 0);
  const subject = `refresh ${refreshes + 1} of a chain, ${Math.round(days)} days after the user had authorized,`;
  yield finding('EXP-15', subject, answer(refused), 'tokens', refused);
}

/** What a pass through the authorization flow brings. */
interface Obtained {
  readonly authorized: Authorized;
  readonly exchange?: Exchange;
  readonly call?: Exchange;
  readonly refresh?: Exchange;
}

async function obtained(
  scene: Scene,
  app: Parameters<typeof exchangeCode>[1],
  user: Awaited<ReturnType<typeof aUser>>,
): Promise<Obtained> {
  const authorized = await authorize(scene, { app, user });
  if (authorized.code === undefined) return { authorized };
  const exchange = await exchangeCode(scene, app, authorized.code);
  const token = accessTokenIn(exchange);
  if (token === undefined) return { authorized, exchange };
  const path = (await scene.usualListing(1)).path;
  const call = await scene.settle(() => scene.call(path, { authorization: bearer(token) }), accepted);
  const refreshToken = refreshTokenIn(exchange);
  if (refreshToken === undefined) return { authorized, exchange, call };
  return { authorized, exchange, call, refresh: await refresh(scene, app, refreshToken) };
}

/** The new refresh token works like the new access token. */
function* refreshes(again: Obtained, contrast: Obtained | undefined): Generator<Judgement<RequirementId, never>> {
  const { refresh: refreshed } = again;
  if (refreshed === undefined || handsOutTokens(refreshed)) return;
  if (contrast?.refresh !== undefined && !handsOutTokens(contrast.refresh)) {
    yield { kind: 'premise', text: 'the refresh token of another user was not exchanged either' };
    return;
  }
  const subject = 'a refresh with the new refresh token after the one before had expired';
  yield finding('EXP-16', subject, answer(refreshed), 'tokens', refreshed);
}

function* observed({ authorized }: Obtained): Generator<Judgement<never, FreedomId>> {
  const asked = authorized.prompts.includes('consent');
  const text = `after a refresh token had expired the user was ${asked ? '' : 'not '}asked to consent again`;
  if (authorized.code !== undefined) yield observation('FRE-73', text);
}
