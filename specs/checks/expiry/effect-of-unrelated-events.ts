import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, held, notApplicable } from '../../../core/judgement.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import {
  aLaboratory,
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  aUser,
  grant,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, refresh } from '../../../drivers/world/delegated.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import type { AgedProbe } from '../../expectations/age.ts';
import { dated, probe, probeFrom, waitForAge } from '../../expectations/age.ts';
import { filteredCall } from '../../expectations/following-call.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { isRevoked } from '../../expectations/standing.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import {
  aKeyDated,
  aMember,
  aNewKey,
  callWith,
  surelyBefore,
  surelyOver,
  untilAge,
  untilKeysExpire,
  withANewKey,
} from './dated-keys.ts';
import {
  carryOutEvent,
  mayEndIt,
  presentations,
  unrelatedEvents,
  requirementOnEffect,
  type UnrelatedEvent,
} from './unrelated-events.ts';
import { accessLifetime, refreshLifetime } from './issuing.ts';
import { day } from '../../../core/spans.ts';

const named = { app: 'an app access token', delegated: 'a delegated access token' } as const;

/** What happens beside a token, and the forms of its use, do not prolong it ("Limits"). */
export const effectOfUnrelatedEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/nothing-else-prolongs-a-refresh-token',
    title: 'A refresh token yields nothing after 30 days and any event of its app and its user',
    proves: ['EXP-12'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 31 * day,
    async gather(scene) {
      const held = [];
      for (const what of unrelatedEvents) {
        const user = await aUser(scene);
        held.push({ what, token: await dated(scene, async () => aGrant(scene, await aClient(scene), user)) });
      }
      const alone = await dated(scene, async () => aGrant(scene, await aClient(scene), await aUser(scene)));
      await scene.elapse(20 * day);
      // that every authorization brings a token of its own is inference (TOK-33): one that was handed out again is younger
      const left = [];
      for (const one of held) {
        const anew = await carryOutEvent(scene, one.what, one.token.outcome);
        if (anew?.refreshToken !== one.token.outcome.refreshToken) left.push(one);
      }
      const tries: { what: UnrelatedEvent; late: Exchange }[] = [];
      for (const { what, token } of left.toReversed()) {
        const { app, refreshToken } = token.outcome;
        const { exchange } = await probeFrom(scene, token.moment, refreshLifetime + 1, () =>
          refresh(scene, app, refreshToken),
        );
        tries.push({ what, late: exchange });
      }
      const lone = await probeFrom(scene, alone.moment, refreshLifetime + 1, () =>
        refresh(scene, alone.outcome.app, alone.outcome.refreshToken),
      );
      return { tries, lone: lone.exchange };
    },
    *judge({ tries, lone }) {
      const expired = accessTokenIn(lone) === undefined;
      if (!(yield* premise(expired, 'a refresh token that was left alone did not expire either'))) return;
      for (const { what, late } of tries) {
        yield* yieldsNoToken(late, 'EXP-12', `a refresh token after 30 days, of which on day 20 ${what},`);
      }
    },
  }),

  check({
    id: 'expiry/nothing-else-ends-a-refresh-token',
    title: 'A refresh token is exchanged on its 29th day after any event that does not end it',
    proves: ['EXP-34', 'DEL-46', 'DEL-47', 'DEL-63'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 29 * day,
    async gather(scene) {
      const issue = async () => {
        const [app, user] = [await aClient(scene), await aUser(scene)];
        return dated(scene, () => aGrant(scene, app, user));
      };
      const held = [];
      for (const what of unrelatedEvents.filter((one) => !mayEndIt.has(one))) held.push({ what, token: await issue() });
      const alone = await issue();
      await scene.elapse(10 * day);
      for (const { what, token } of held) await carryOutEvent(scene, what, token.outcome);
      await scene.elapse(18 * day);
      const late = ({ outcome, moment }: typeof alone) =>
        probe(scene, moment, () => refresh(scene, outcome.app, outcome.refreshToken));
      const tries = [];
      for (const { what, token } of held) tries.push({ what, aged: await late(token) });
      return { tries, lone: await late(alone) };
    },
    *judge({ tries, lone }) {
      const lives = accessTokenIn(lone.exchange) !== undefined;
      if (!(yield* premise(lives, `a refresh token that was left alone ${answer(lone.exchange)}`))) return;
      for (const { what, aged } of tries) {
        // others may have moved the clock, too
        if (!(yield* premise(aged.atMost < refreshLifetime, `a token was too old when, meanwhile, ${what}`))) continue;
        yield* yieldsToken(
          aged.exchange,
          requirementOnEffect(what),
          `a refresh token after 28 days, of which on day 10 ${what},`,
        );
      }
    },
  }),

  check({
    id: 'expiry/nothing-else-prolongs-a-delegated-token',
    title: 'A delegated access token lasts 900 seconds through any event of its user and its app',
    proves: ['EXP-04', 'EXP-35', 'DEL-63'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      const call = ({ authorization }: { readonly authorization: string }) => scene.call(path, { authorization });
      const issue = async () => {
        const user = await aUser(scene);
        await aLaboratoryFor(scene, user);
        const app = await aClient(scene);
        return dated(scene, () => aGrant(scene, app, user));
      };
      const held = [];
      // what presents the refresh token may end all that came with it
      for (const what of unrelatedEvents.filter((one) => !presentations.has(one)))
        held.push({ what, token: await issue() });
      const alone = await issue();
      const fresh = await scene.settle(() => call(alone.outcome), accepted);
      await waitForAge(scene, alone.moment, 600);
      // the same access token may be handed out again (TOK-32), and is younger then
      const left = [];
      for (const one of held) {
        const anew = await carryOutEvent(scene, one.what, one.token.outcome);
        if (anew?.accessToken !== one.token.outcome.accessToken) left.push(one);
      }
      const young: { what: UnrelatedEvent; aged: AgedProbe }[] = [];
      for (const { what, token } of left.filter((one) => !mayEndIt.has(one.what))) {
        const soon = () => scene.settle(() => call(token.outcome), accepted);
        young.push({ what, aged: await probe(scene, token.moment, soon) });
      }
      const beside = await call(alone.outcome);
      const tries: { what: UnrelatedEvent; late: Exchange }[] = [];
      for (const { what, token } of left.toReversed()) {
        const { exchange } = await probeFrom(scene, token.moment, accessLifetime + 1, () => call(token.outcome));
        tries.push({ what, late: exchange });
      }
      const lone = await probeFrom(scene, alone.moment, accessLifetime + 1, () => call(alone.outcome));
      return { path, fresh, young, beside, tries, lone: lone.exchange };
    },
    *judge({ path, fresh, young, beside, tries, lone }) {
      if (!(yield* premise(accepted(fresh), `a new delegated access token ${answer(fresh)}`))) return;
      for (const { what, aged } of young) {
        // others may have moved the clock, too
        if (!accepted(beside) || aged.atMost >= accessLifetime - 1) continue;
        const subject = `GET ${path} with a delegated token of less than 900 s, since ${what},`;
        const requirement = what === 'the app asks for a token of its own' ? 'DEL-63' : 'EXP-35';
        yield demand(accepted(aged.exchange), requirement, subject, answer(aged.exchange), 'a page', aged.exchange);
      }
      if (!(yield* premise(!accepted(lone), 'a delegated token that was left alone did not expire either'))) return;
      for (const { what, late } of tries) {
        const subject = `GET ${path} after 900 s with a delegated token, meanwhile ${what},`;
        yield demand(!accepted(late), 'EXP-04', subject, `${answer(late)} and a page`, 'refusal', late);
      }
    },
  }),

  check({
    id: 'expiry/tokens-do-not-end-with-one-another',
    title: 'An access token lasts its own 900 seconds though others of its app or user end before',
    proves: ['EXP-08'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: fc.constantFrom<'app' | 'delegated'>('app', 'delegated'),
    maxCases: 2,
    maxSeconds: 1000,
    describe: (kind) => `${named[kind]} that is younger than those around it`,
    async gather(scene, kind) {
      const path = (await scene.usualListing(1)).path;
      const [app, user, other] = [await aClient(scene), await aUser(scene), await aUser(scene)];
      const [stranger, newcomer] = [await aClient(scene), await aUser(scene)];
      for (const actor of [app, user, other, kind === 'app' ? stranger : newcomer]) await aLaboratoryFor(scene, actor);
      // none of the same kind for the same two: of those the one may take the place of the other (FRE-51, FRE-84)
      await aGrant(scene, app, other);
      if (kind === 'app') await aGrant(scene, app, user);
      else {
        await anAccessToken(scene, app);
        await aGrant(scene, await aClient(scene), user);
      }
      await scene.elapse(600);
      const issue = async (to: App, by: User): Promise<string> =>
        kind === 'app' ? bearer(await anAccessToken(scene, to)) : (await aGrant(scene, to, by)).authorization;
      const { outcome: authorization, moment } = await dated(scene, () => issue(app, user));
      const call = (as: string): Promise<Exchange> => scene.call(path, { authorization: as });
      const fresh = await scene.settle(() => call(authorization), accepted);
      await waitForAge(scene, moment, 320);
      const { exchange: later, atMost: age } = await probe(scene, moment, () => call(authorization));
      const again = accepted(later) ? authorization : await issue(stranger, newcomer);
      return { path, fresh, later, age, control: await scene.settle(() => call(again), accepted) };
    },
    *judge({ path, fresh, later, age, control }, kind) {
      if (!(yield* premise(accepted(fresh), `GET ${path} with ${named[kind]} ${answer(fresh)} at first`))) return;
      // others may have moved the clock, too
      if (age > accessLifetime - 2) return yield notApplicable('the token was too old when it was tried');
      if (accepted(later)) return yield held('EXP-08');
      if (!(yield* premise(accepted(control), `one of another app and user ${answer(control)} then too`))) return;
      const subject = `GET ${path} with ${named[kind]} of ${Math.round(age)} s, when others of its app and user had ended,`;
      yield finding('EXP-08', subject, answer(later), 'a page', later);
    },
  }),

  check({
    id: 'expiry/no-form-of-use-prolongs-a-token',
    title: 'Neither following, sorted and filtered pages nor calls that are refused prolong an access token',
    proves: ['EXP-06'],
    needs: [...delegatedNeeds, 'access', 'passing-time'],
    cases: fc.constantFrom<'app' | 'delegated'>('app', 'delegated'),
    maxCases: 2,
    maxSeconds: 910,
    describe: (kind) => `${named[kind]} that is used in every form`,
    async gather(scene, kind) {
      const project = await aLaboratory(scene, 2);
      const actor = async () => {
        const [app, user] = [await aClient(scene), await aUser(scene)];
        await grant(scene, project, kind === 'app' ? app : user);
        return () =>
          kind === 'app'
            ? anAccessToken(scene, app).then(bearer)
            : aGrant(scene, app, user).then((one) => one.authorization);
      };
      const [first, second] = [await actor(), await actor()];
      const [used, plain] = [await dated(scene, first), await dated(scene, second)];
      const listings = await scene.listings();
      const path = listings[0]?.path ?? '';
      const fresh = await scene.settle(() => scene.call(path, { authorization: plain.outcome }), accepted);
      const filtered = await filteredCall(scene, used.outcome, project);
      for (const age of [100, 500, 890]) {
        await waitForAge(scene, used.moment, age);
        for (const { path: at } of listings) {
          const call = (query: Readonly<Record<string, string>>) =>
            scene.call(at, { authorization: used.outcome, query });
          const nextToken = nextTokenOf(await call({ pageSize: '1' })) ?? '';
          if (nextToken !== '') await call({ pageSize: '1', nextToken });
          await call({ sort: 'modifiedAt:asc' });
          await call({ nextToken: 'of-nobody' });
          await call({ pageSize: 'none' });
        }
        await filtered?.again();
      }
      const late = (token: typeof used) =>
        probeFrom(scene, token.moment, accessLifetime + 1, () => scene.call(path, { authorization: token.outcome }));
      const lone = await late(plain);
      return { path, fresh, lone: lone.exchange, late: (await late(used)).exchange };
    },
    *judge({ path, fresh, lone, late }, kind) {
      if (!(yield* premise(accepted(fresh), `GET ${path} with ${named[kind]} ${answer(fresh)} at first`))) return;
      const reason = `${named[kind]} that was called once did not expire either`;
      if (!accepted(late) || !(yield* premise(!accepted(lone), reason))) return;
      const subject = `GET ${path} after 900 s with ${named[kind]} that was used for pages of every kind`;
      yield finding('EXP-06', subject, `${answer(late)} and a page`, 'refusal', late);
    },
  }),

  check({
    id: 'expiry/what-users-do-moves-no-end-of-a-key',
    title: 'Signing in and authorizing apps neither revives an expired key nor has a key expire that does not',
    proves: ['EXP-22', 'EXP-24'],
    needs: [...delegatedNeeds, 'apiKey.create', 'passing-time'],
    maxSeconds: 170 * day,
    async gather(scene) {
      const path = (await listingsOpenToKeys(scene))[0]?.path ?? '';
      await untilKeysExpire(scene);
      const expired = await aNewKey(scene, await aMember(scene));
      const lasting = await aKeyDated(scene, surelyBefore - 40 * day);
      const app = await aClient(scene);
      await untilAge(scene, expired, surelyOver);
      const before = await callWith(scene, path, expired);
      const calls: { after: UnrelatedEvent; call: Exchange }[] = [];
      for (const what of ['the user signs in anew', 'another app is authorized', 'another app refreshes'] as const) {
        for (const { user } of [expired, lasting]) await carryOutEvent(scene, what, { app, user, refreshToken: '' });
        calls.push({ after: what, call: await callWith(scene, path, expired) });
      }
      const first = await scene.settle(() => callWith(scene, path, lasting), accepted);
      await scene.elapse(32 * day);
      const later = await scene.settle(() => callWith(scene, path, lasting), accepted);
      return { path, before, calls, first, later, contrast: await withANewKey(scene, path) };
    },
    *judge({ path, before, calls, first, later, contrast }) {
      const expired = !accepted(before);
      yield* premise(expired, 'a key did not expire after 31 days, with or without events of its user');
      for (const { after, call } of expired ? calls : []) {
        yield* isRevoked([call], 'EXP-22', `with an expired key, after which ${after},`);
      }
      if (!(yield* premise(accepted(first), `the key from before 7 August 2026 ${answer(first)}`))) return;
      if (accepted(later)) return yield held('EXP-24');
      if (!(yield* premise(accepted(contrast), `a new key ${answer(contrast)} too`))) return;
      const subject = `GET ${path} with a key from before 7 August 2026, a month after its user authorized apps`;
      yield finding('EXP-24', subject, answer(later), 'a page', later);
    },
  }),
];
