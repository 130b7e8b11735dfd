import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn, aUser, legacyTokenPath, tokenPath, withNewSecret } from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  grantIn,
  redirectUri,
  refresh,
  refreshed,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Change } from '../../../generators/credential.ts';
import { changed, changes, describeChange } from '../../../generators/credential.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { handsOutTokens, obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { aFreshGrant, delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * A refresh that should succeed after certain events. If it failed, also a refresh of a grant that had no such
 * events.
 */
interface RefreshWithControl {
  readonly probe: Exchange;
  readonly control?: Exchange;
}

async function refreshWithControl(scene: Scene, grant: Grant): Promise<RefreshWithControl> {
  const probe = await refresh(scene, grant.app, grant.refreshToken);
  if (accessTokenIn(probe) !== undefined) return { probe };
  const other = await aFreshGrant(scene);
  return { probe, control: await refresh(scene, other.app, other.refreshToken) };
}

function* stillRefreshes(
  { probe, control }: RefreshWithControl,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (accessTokenIn(probe) !== undefined) yield held(requirement);
  if (accessTokenIn(probe) !== undefined || control === undefined) return;
  if (!(yield* premise(accessTokenIn(control) !== undefined, `a refresh of another grant ${answer(control)} too`))) {
    return;
  }
  yield finding(requirement, subject, answer(probe), 'new tokens', probe);
}

/** More authorizations than a user has on most days. */
const many = 11;
/** More users than fit into one page or batch of an app's grants. */
const manyUsers = 26;

const leftOut = 'left out';
const ofNobody = 'a client_id that nobody has';
const twice = 'given twice';
const ofNoKind = 'a grant_type that there is not';

/**
 * Tokens that must survive a refresh, an authorization and a refused refresh ("Delegated auth", 6; "States and
 * transitions").
 */
export const grantIsolationChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/separate-authorizations-live-side-by-side',
    title: 'Refresh tokens of separate authorizations by one user for one app do not end one another',
    proves: ['DEL-46', 'DEL-48'],
    needs: delegatedNeeds,
    cases: objectOf({
      // some cases need more authorizations than a small table holds
      authorizations: fc.constantFrom(2, 2, 3, 3, many),
      refreshes: fc.integer({ min: 1, max: 3 }),
      refreshedFirst: fc.nat(2),
      freshSession: fc.boolean(),
      /** Whether the authorizations alternate between two redirect URIs. */
      elsewhere: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ authorizations, refreshes, freshSession, elsewhere }) =>
      inWords`${authorizations} authorizations${freshSession ? ' in browser sessions of their own' : ''}${elsewhere ? ' for two redirect URIs by turns' : ''}, then ${refreshes} refreshes of one of them`,
    async gather(scene, { authorizations, refreshes, refreshedFirst, freshSession, elsewhere }) {
      const user = await aUser(scene);
      const authorize = async (): Promise<Grant[]> => {
        const addresses = [redirectUri, `${redirectUri}-2`];
        const app = await aClient(scene, elsewhere ? addresses : [redirectUri]);
        const grants: Grant[] = [];
        while (grants.length < authorizations) {
          const address = elsewhere ? addresses[grants.length % 2] : redirectUri;
          grants.push(await aGrant(scene, app, user, { freshSession, redirectUri: address ?? redirectUri }));
        }
        return grants;
      };
      const grants = await authorize();
      const place = refreshedFirst % authorizations;
      const tried: {
        readonly of: number;
        readonly seen: RefreshWithControl;
        readonly after: 'authorization' | 'refresh';
      }[] = [];
      let lead = grants[place];
      if (lead === undefined) return tried;
      const first = await refreshWithControl(scene, lead);
      tried.push({ of: place, seen: first, after: 'authorization' });
      if (accessTokenIn(first.probe) === undefined) return tried;
      lead = renewed(lead, first.probe);
      lead = await refreshedTimes(scene, lead, refreshes - 1);
      for (const [of, grant] of grants.entries()) {
        if (of === place) continue;
        const seen = await refreshWithControl(scene, grant);
        const works = accessTokenIn(seen.probe) !== undefined;
        if (works || of === authorizations - 1) {
          tried.push({ of, seen, after: 'refresh' });
          if (works) continue;
          return tried;
        }
        // perhaps the later authorization ended this one, so the same is done again without a refresh of another one
        const twin = (await authorize())[of];
        const alone = twin === undefined ? seen : await refreshWithControl(scene, twin);
        const ended = accessTokenIn(alone.probe) === undefined;
        tried.push(ended ? { of, seen: alone, after: 'authorization' } : { of, seen, after: 'refresh' });
        return tried;
      }
      return tried;
    },
    *judge(tried, { authorizations }) {
      const subject = `the refresh for one of ${authorizations} authorizations of a user and an app`;
      for (const { of, seen, after } of tried) {
        const isEarlier = of < authorizations - 1;
        const works = accessTokenIn(seen.probe) !== undefined;
        if (after === 'refresh') {
          yield* stillRefreshes(seen, 'DEL-46', `${subject}, after refreshes for another of them,`);
          if (works && isEarlier) yield held('DEL-48');
        } else if (isEarlier) yield* stillRefreshes(seen, 'DEL-48', `${subject}, after a later one,`);
        else yield* premise(works, `${subject} ${answer(seen.probe)}`);
      }
    },
  }),

  check({
    id: 'delegated/refreshes-end-no-refresh-token-of-other-users',
    title: 'Refreshes for one user of an app, however many, end no refresh token of its other users',
    proves: ['DEL-47'],
    needs: delegatedNeeds,
    cases: objectOf({
      users: fc.constantFrom(2, 3, 4, 3, 4, 2, many, manyUsers),
      refreshes: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
      latest: fc.boolean(),
    }),
    maxCases: 15,
    describe: ({ users, refreshes, latest }) =>
      inWords`${users} users, refreshes for user ${refreshes.map((who) => (who % users) + 1).join(', ')}, then for each, starting with the ${latest ? 'last' : 'first'}`,
    async gather(scene, { users, refreshes, latest }) {
      const app = await aClient(scene);
      const grants: Grant[] = [];
      while (grants.length < users) grants.push(await aGrant(scene, app, await aUser(scene)));
      // the control: a user of an app without other users, with as many refreshes as all the others together
      let alone = await aFreshGrant(scene);
      for (const who of refreshes) {
        const grant = grants[who % users];
        if (grant === undefined) continue;
        const probe = await refresh(scene, app, grant.refreshToken);
        if (accessTokenIn(probe) === undefined) {
          return [{ probe, control: await refresh(scene, alone.app, alone.refreshToken) }];
        }
        grants[who % users] = renewed(grant, probe);
        alone = await refreshed(scene, alone);
      }
      const seen: RefreshWithControl[] = [];
      for (const grant of latest ? grants.toReversed() : grants) {
        const probe = await refresh(scene, app, grant.refreshToken);
        if (accessTokenIn(probe) === undefined) {
          return [...seen, { probe, control: await refresh(scene, alone.app, alone.refreshToken) }];
        }
        seen.push({ probe });
      }
      return seen;
    },
    *judge(seen) {
      for (const one of seen)
        yield* stillRefreshes(one, 'DEL-47', "a refresh after refreshes for the app's other users");
    },
  }),

  check({
    id: 'delegated/a-refused-refresh-does-not-spend',
    title: 'A right refresh succeeds after refusals for a wrong secret, client_id or form',
    proves: ['DEL-49'],
    needs: delegatedNeeds,
    cases: objectOf({
      attempts: fc.array(
        fc.oneof(
          { weight: 3, arbitrary: changes },
          { weight: 2, arbitrary: fc.constantFrom(leftOut, ofNobody, twice, ofNoKind) },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      earlier: fc.nat(1),
      elsewhere: fc.boolean(),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 20,
    describe: ({ attempts, earlier, path }) =>
      inWords`${earlier} refreshes, then attempts at ${path} with ${attempts.map(describeAttempt).join(', then ')}`,
    async gather(scene, { attempts, earlier, elsewhere, path }) {
      const grant = await refreshedTimes(scene, await aFreshGrant(scene), earlier);
      const { app, refreshToken } = grant;
      let refused = 0;
      for (const change of attempts) {
        const isSecret = typeof change !== 'string';
        const wrong = isSecret ? changed(app.clientSecret, change) : undefined;
        if (isSecret && wrong === undefined) continue;
        if (isSecret && wrong !== undefined) {
          scene.journal.secrets.learnNearMiss(app.clientSecret, wrong, describeAttempt(change));
        }
        const clientId = change === ofNobody ? scene.target.name('nobody').replaceAll(' ', '-') : app.clientId;
        const note = describeAttempt(change);
        const ask = (over?: Dispatcher): Promise<Exchange> => {
          const options = { note, over };
          if (change === leftOut) return scene.postForm(path, form(withoutSecret(app, refreshToken)), options);
          if (change === twice) {
            const whole = form({ ...withoutSecret(app, refreshToken), client_secret: app.clientSecret });
            return scene.postForm(path, `${whole}&${form({ refresh_token: refreshToken })}`, options);
          }
          if (change === ofNoKind) {
            const whole = { ...withoutSecret(app, refreshToken), client_secret: app.clientSecret };
            return scene.postForm(path, form({ ...whole, grant_type: 'refresh' }), options);
          }
          const client = { clientId, clientSecret: wrong ?? app.clientSecret };
          return refresh(scene, client, refreshToken, { ...options, path });
        };
        const attempt = elsewhere ? await scene.onOneConnection(ask) : await ask();
        if (accessTokenIn(attempt) !== undefined) return { attempt };
        refused++;
      }
      return refused === 0 ? null : refreshWithControl(scene, grant);
    },
    *judge(seen) {
      if (seen === null || 'attempt' in seen) {
        // other requirements cover the client's secret and the form
        yield notApplicable(seen === null ? 'no drawn change changes this secret' : 'a wrong refresh was granted');
        return;
      }
      yield* stillRefreshes(seen, 'DEL-49', 'a right refresh after one that was refused for its client or its form');
    },
  }),

  check({
    id: 'delegated/a-refresh-with-a-former-secret-does-not-spend',
    title: 'A right refresh succeeds after a refusal for the client secret from before a rotation',
    proves: ['DEL-49'],
    needs: [...delegatedNeeds, 'app.rotateSecret'],
    async gather(scene) {
      const app = await aClient(scene);
      const [tried, other] = [await aFreshGrant(scene, app), await aFreshGrant(scene, app)];
      const renewed = await withNewSecret(scene, app);
      // a code exchange for another user shows when the tenant knows the new secret
      await scene.settle(
        async () => exchangeCode(scene, renewed, await aCode(scene, { app, user: await aUser(scene) })),
        (one) => accessTokenIn(one) !== undefined,
      );
      const attempt = await refresh(scene, app, tried.refreshToken, { note: 'the client secret of before a rotation' });
      if (accessTokenIn(attempt) !== undefined) return { attempt };
      const probe = await refresh(scene, renewed, tried.refreshToken);
      // A tenant may end refresh tokens at a rotation. The token of another user shows whether it did.
      const control = await refresh(scene, renewed, other.refreshToken);
      return { attempt, probe, control };
    },
    *judge({ attempt, probe, control }) {
      if (probe === undefined || control === undefined || accessTokenIn(control) === undefined) {
        const isGranted = accessTokenIn(attempt) !== undefined; // other requirements cover the client's secret
        yield notApplicable(
          isGranted ? 'the former secret was granted' : 'the rotation ended the refresh tokens of the app',
        );
        return;
      }
      yield* stillRefreshes(
        { probe, control },
        'DEL-49',
        'a right refresh after one with the client secret of before a rotation',
      );
    },
  }),

  check({
    id: 'delegated/a-refresh-token-is-its-own-apps',
    title: 'A refresh token that another app presents yields no token and is not spent by that',
    proves: ['DEL-50', 'DEL-51'],
    needs: delegatedNeeds,
    cases: objectOf({
      attempts: fc.integer({ min: 1, max: 2 }),
      /** Whether the user has authorized the other app too. */
      known: fc.boolean(),
      earlier: fc.nat(1),
      olderApp: fc.boolean(),
      /** Whether the two apps have the same name. */
      namesakes: fc.boolean(),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 16,
    describe: ({ attempts, known, earlier, olderApp, namesakes, path }) =>
      inWords`${earlier} refreshes, then ${attempts} attempts at ${path} by an ${olderApp ? 'older' : 'younger'} app${namesakes ? ' of the same name' : ''} that the user ${known ? 'has authorized too' : 'does not know'}`,
    async gather(scene, { attempts, known, earlier, olderApp, namesakes, path }) {
      const name = namesakes ? scene.target.name('namesake') : undefined;
      const [one, two] = [await aClient(scene, undefined, name), await aClient(scene, undefined, name)];
      const [app, other] = olderApp ? [two, one] : [one, two];
      const user = await aUser(scene);
      let grant = await aGrant(scene, app, user);
      if (known) await aGrant(scene, other, user);
      grant = await refreshedTimes(scene, grant, earlier);
      const probes: Exchange[] = [];
      for (let attempt = 0; attempt < attempts; attempt++) {
        probes.push(await refreshAsOtherApp(scene, other, grant.refreshToken, path));
      }
      return { probes, owners: await refreshWithControl(scene, grant) };
    },
    *judge({ probes, owners }) {
      const granted = probes.filter((probe) => accessTokenIn(probe) !== undefined);
      const { probe, control = probe } = owners;
      const works = [probe, control].some((one) => accessTokenIn(one) !== undefined);
      for (const one of probes) {
        // if no refresh works at all, a refused one shows nothing
        if (!works && !handsOutTokens(one)) continue;
        yield* obtainsNoToken(one, 'DEL-50', 'a refresh by another app than the one to which the token was issued');
      }
      yield* premise(works || granted.length > 0, `the refresh of the rightful app ${answer(probe)}`);
      if (granted.length > 0) return; // the token was used, although by the wrong app
      yield* stillRefreshes(owners, 'DEL-51', 'a refresh by the rightful app after another app tried it');
    },
  }),
];

/** Returns the fields of a refresh without the client secret. */
function withoutSecret({ clientId }: Grant['app'], refreshToken: string): Readonly<Record<string, string>> {
  return { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
}

function describeAttempt(change: Change | typeof leftOut | typeof ofNobody | typeof twice | typeof ofNoKind): string {
  if (change === ofNobody || change === ofNoKind) return change;
  if (change === twice) return `the refresh token ${change}`;
  return `the client secret ${change === leftOut ? change : describeChange(change)}`;
}

function refreshAsOtherApp(scene: Scene, other: Grant['app'], refreshToken: string, path: string): Promise<Exchange> {
  return refresh(scene, other, refreshToken, { path, note: 'the refresh token of another app' });
}

function renewed({ app, user }: Grant, answered: Exchange): Grant {
  return grantIn(app, user, answered, 'a refresh');
}
