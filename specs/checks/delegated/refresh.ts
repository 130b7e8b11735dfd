import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn, aUser } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, grantIn, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { bringsAnotherRefreshToken } from '../../expectations/token-answer-members.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import { aConsentingUser, aFreshGrant, aWorkingGrant, delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** A correct refresh, and a call with the access token that it brought. */
interface Refreshed {
  readonly sent: string;
  readonly refresh: Exchange;
  readonly call?: Exchange;
}

/** A refresh at some age of the access token, and one for a grant of the same kind at another age. */
interface AgedRefresh {
  readonly aged: Exchange;
  readonly contrast: Exchange;
  readonly seconds: number;
}

/** Refreshes that should succeed ("Delegated auth", 5 and 6; "States and transitions"). */
export const refreshChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/each-refresh-brings-new-tokens',
    title: 'Each refresh of a chain returns a working access token and a new refresh token',
    proves: ['DEL-37', 'DEL-38', 'DEL-39'],
    needs: delegatedNeeds,
    cases: objectOf({ refreshes: fc.integer({ min: 1, max: 6 }), others: fc.nat(2), elsewhere: fc.boolean() }),
    maxCases: 20,
    describe: ({ refreshes, others, elsewhere }) =>
      inWords`${refreshes} refreshes${elsewhere ? ', each over a new connection,' : ''} of the ${['first', 'second', 'third'][others] ?? ''} user of an app`,
    async gather(scene, { refreshes, others, elsewhere }) {
      const app = await aClient(scene);
      for (let other = 0; other < others; other++) await aGrant(scene, app, await aUser(scene));
      const { grant, served } = await aWorkingGrant(scene, app);
      const seen: Refreshed[] = [];
      let sent = grant.refreshToken;
      for (let index = 0; index < refreshes; index++) {
        const one = elsewhere
          ? await scene.onOneConnection((over) => refresh(scene, app, sent, { over }))
          : await refresh(scene, app, sent);
        const [token, next] = [accessTokenIn(one), refreshTokenIn(one)];
        const call = token === undefined ? undefined : await scene.call(served, { authorization: bearer(token) });
        seen.push({ sent, refresh: one, ...(call === undefined ? {} : { call }) });
        if (next === undefined || next === sent) break;
        sent = next;
      }
      return { seen, served, anonymous: await scene.call(served) };
    },
    *judge({ seen, served, anonymous }) {
      yield* premise(!accepted(anonymous), `GET ${served} is served without a credential too`);
      for (const [index, { sent, refresh: one, call }] of seen.entries()) {
        const subject = index === 0 ? 'a refresh directly after the code exchange' : `refresh ${index + 1} of a chain`;
        yield* yieldsToken(one, 'DEL-37', subject);
        if (index === 0) yield* yieldsToken(one, 'DEL-39', subject);
        if (call !== undefined) yield* isAccepted(call, 'DEL-37', `a call with the access token of ${subject}`);
        if (accessTokenIn(one) !== undefined) yield* bringsAnotherRefreshToken(one, sent, subject);
      }
    },
  }),

  check({
    id: 'delegated/a-refresh-needs-no-age',
    title: 'A refresh is possible at any time before and after the expiry of the access token',
    proves: ['DEL-39', 'DEL-40'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    cases: objectOf({ seconds: fc.constantFrom(1, 450, 880, 905), earlier: fc.nat(1), use: fc.boolean() }),
    maxCases: 12,
    describe: ({ seconds, earlier, use }) =>
      inWords`a refresh ${seconds} s after ${earlier === 0 ? 'the code exchange' : 'another refresh'}${use ? ', the access token in use before' : ''}`,
    gather: (scene, given) => agedRefresh(scene, given),
    judge: refreshesAtAnyAge,
  }),

  check({
    id: 'delegated/a-refresh-is-possible-days-later',
    title: 'A refresh is possible hours and days after the access token has expired',
    proves: ['DEL-40'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 2_600_000,
    cases: objectOf({
      seconds: fc.constantFrom(1800, 3600, 3700, 43_200, day, 7 * day, 29 * day),
      earlier: fc.nat(1),
      late: fc.nat(2),
      use: fc.boolean(),
    }),
    maxCases: 14,
    describe: ({ seconds, earlier, late }) =>
      inWords`a refresh ${seconds} s after ${earlier + late === 0 ? 'the code exchange' : 'another refresh'}${late > 0 ? ' that was late itself' : ''}`,
    gather: (scene, given) => agedRefresh(scene, given),
    judge: refreshesAtAnyAge,
  }),

  check({
    id: 'delegated/a-refresh-needs-no-session',
    title: 'A refresh works without the browser session in which the user consented, and without any cookie',
    proves: ['DEL-41', 'EXP-34'],
    needs: delegatedNeeds,
    cases: objectOf({ earlier: fc.nat(1), sessions: fc.integer({ min: 1, max: 2 }), denies: fc.boolean() }),
    maxCases: 8,
    describe: ({ earlier, sessions, denies }) =>
      `${earlier === 0 ? 'no refresh' : 'a refresh'}, then ${sessions} new browser sessions in which the user ${denies ? 'denies' : 'grants'} another app something, then a refresh`,
    async gather(scene, { earlier, sessions, denies }) {
      const grants: Grant[] = [];
      // The first user's browser session is replaced. The other users keep theirs.
      for (const who of ['with another session', 'with the same session', 'with the same session and another app']) {
        const app = await aClient(scene);
        let grant = await aGrant(scene, app, await aUser(scene));
        for (let index = 0; index < earlier; index++) {
          grant = grantIn(app, grant.user, await refresh(scene, app, grant.refreshToken), `a refresh by a user ${who}`);
        }
        grants.push(grant);
      }
      const [changed, kept, visited] = grants as [Grant, Grant, Grant];

      for (let session = 0; session < sessions; session++) {
        const consent = denies ? 'deny' : 'grant';
        await authorize(scene, { user: changed.user, app: await aClient(scene), freshSession: true, consent });
        await authorize(scene, { user: visited.user, app: await aClient(scene), consent });
      }
      return {
        beside: await refresh(scene, visited.app, visited.refreshToken),
        probe: await refresh(scene, changed.app, changed.refreshToken, {
          note: "the user's browser session was replaced",
        }),
        control: await refresh(scene, kept.app, kept.refreshToken),
      };
    },
    *judge({ probe, control, beside }, { denies }) {
      if (!(yield* premise(accessTokenIn(control) !== undefined, `a refresh with the session kept ${answer(control)}`)))
        return;
      // consent or denial for another app may be a reason to end the refresh token, as far as the specification says
      // (FRE-240)
      const visit = `a refresh after the user had ${denies ? 'denied' : 'granted'} another app something`;
      yield* yieldsToken(beside, 'EXP-34', visit);
      if (accessTokenIn(beside) === undefined) return;
      yield* yieldsToken(probe, 'DEL-41', 'a refresh after the browser session of the consent was replaced');
    },
  }),

  check({
    id: 'delegated/a-refresh-outlives-the-session',
    title: 'A refresh works hours and days after the user was last at the browser',
    proves: ['DEL-41'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 2_600_000,
    cases: objectOf({ seconds: fc.constantFrom(3600, day, 15 * day, 29 * day) }),
    maxCases: 8,
    describe: ({ seconds }) => inWords`a refresh ${seconds} s after the user signed in`,
    async gather(scene, { seconds }) {
      const { app, user } = await aConsentingUser(scene);
      const grant = await aGrant(scene, app, user);
      const present = await aFreshGrant(scene);
      await scene.elapse(seconds);
      // This user signs in at the browser again, for another app. The other user does not.
      await aGrant(scene, await aClient(scene), present.user, { freshSession: true });
      return {
        probe: await refresh(scene, app, grant.refreshToken, { note: 'the user has not been seen since' }),
        control: await refresh(scene, present.app, present.refreshToken),
      };
    },
    *judge({ probe, control }, { seconds }) {
      if (accessTokenIn(probe) !== undefined) return;
      const there = `a refresh for a user who has just signed in ${answer(control)}`;
      if (!(yield* premise(accessTokenIn(control) !== undefined, there))) return;
      yield* yieldsToken(probe, 'DEL-41', `a refresh ${seconds} s after the user was at the browser`);
    },
  }),
];

async function agedRefresh(
  scene: Scene,
  {
    seconds,
    earlier,
    use,
    late = 0,
  }: {
    readonly seconds: number;
    readonly earlier: number;
    readonly use: boolean;
    /** Number of earlier refreshes, each after its access token had expired. */
    readonly late?: number;
  },
): Promise<AgedRefresh> {
  const { app, user } = await aConsentingUser(scene);
  let grant = await aGrant(scene, app, user);
  for (let index = 0; index < earlier; index++) {
    grant = grantIn(app, user, await refresh(scene, app, grant.refreshToken), 'a refresh before');
  }
  for (let index = 0; index < late; index++) {
    await scene.elapse(905);
    grant = grantIn(app, user, await refresh(scene, app, grant.refreshToken), 'a late refresh before');
  }
  if (use)
    for (const { path } of await scene.listings()) await scene.call(path, { authorization: grant.authorization });
  await scene.elapse(seconds);
  const aged = await refresh(scene, app, grant.refreshToken);
  // a refresh on the other side of the expiry shows whether refreshes work at all
  const other = await aFreshGrant(scene);
  if (seconds < 900 && accessTokenIn(aged) === undefined) await scene.elapse(910 - seconds);
  return { aged, seconds, contrast: await refresh(scene, other.app, other.refreshToken) };
}

function* refreshesAtAnyAge({ aged, contrast, seconds }: AgedRefresh): Generator<Judgement<RequirementId, FreedomId>> {
  const requirement = seconds < 900 ? 'DEL-39' : 'DEL-40';
  if (accessTokenIn(aged) !== undefined) {
    yield held(requirement);
    return;
  }
  const works = accessTokenIn(contrast) !== undefined;
  if (seconds >= 900 && !(yield* premise(works, `a refresh of a new grant ${answer(contrast)}`))) return;
  const expiry = seconds < 900 ? 'before the access token expired' : 'after the access token had expired';
  yield* yieldsToken(aged, requirement, `a refresh after ${seconds} s, ${expiry},`);
}
