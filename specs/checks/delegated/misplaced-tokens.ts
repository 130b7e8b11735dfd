import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, anAccessToken, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  aCode,
  aGrant,
  exchangeCode,
  grantIn,
  refresh,
  refreshed,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import {
  changed,
  changes,
  describeChange,
  patternOf,
  patterns,
  strangers,
  withAnotherMiddle,
  anotherMiddle,
} from '../../../generators/credential.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { noTokenByContrast } from '../../expectations/token-request.ts';
import { aConsentingUser, aWorkingGrant, delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

/** Other secrets of an app. None of them was ever issued as a refresh token. */
const otherSecrets = [
  'the code that brought it',
  'a code that was not exchanged',
  'the secret of its app',
  'an access token of its app',
] as const;

/** Sends a refresh with each of the other secrets of an app whose grant is live, and one with the refresh token. */
async function misplaced(
  scene: Scene,
  app: App,
  user: User,
  order: readonly (typeof otherSecrets)[number][],
): Promise<{ probe: Exchange; control: Exchange } | null> {
  const code = await aCode(scene, { app, user });
  const { refreshToken } = grantIn(app, user, await exchangeCode(scene, app, code), 'the exchange of a fresh code');
  const secrets = {
    'the code that brought it': () => code,
    'a code that was not exchanged': () => aCode(scene, { app, user }),
    'the secret of its app': () => app.clientSecret,
    'an access token of its app': () => anAccessToken(scene, app),
  };
  let probe: Exchange | undefined;
  for (const what of order) {
    probe = await refresh(scene, app, await secrets[what](), { note: `${what} as the refresh token` });
    if (accessTokenIn(probe) !== undefined) break;
  }
  if (probe === undefined) return null;
  const same = await refresh(scene, app, refreshToken);
  // the specification does not say what a misplaced secret does to its own grant
  if (accessTokenIn(same) !== undefined) return { probe, control: same };
  return { probe, control: await refresh(scene, app, (await aGrant(scene, app, user)).refreshToken) };
}

/** Other values presented as refresh tokens, and refresh tokens presented as other credentials ("Delegated auth"). */
export const misplacedTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/an-unknown-refresh-token-yields-no-token',
    title: 'A refresh token that was never issued, or one that was altered, yields no token',
    proves: ['DEL-55'],
    needs: delegatedNeeds,
    cases: fc.oneof(
      { weight: 3, arbitrary: objectOf({ change: changes, after: fc.boolean() }) },
      { weight: 1, arbitrary: objectOf({ value: strangers }) },
      { weight: 1, arbitrary: objectOf({ pattern: patterns }) },
      {
        weight: 1,
        arbitrary: objectOf({ instead: fc.shuffledSubarray([...otherSecrets], { minLength: 4 }) }),
      },
    ),
    maxCases: 60,
    describe: (given) =>
      'value' in given
        ? 'a value that was never issued'
        : 'pattern' in given
          ? `a live refresh token ${given.pattern}`
          : 'instead' in given
            ? `${given.instead.join(', then ')} instead of a refresh token`
            : `a live refresh token${given.after ? ' that a refresh brought' : ''}, ${describeChange(given.change)}`,
    arrange: aConsentingUser,
    async gather(scene, given, { app, user }): Promise<{ probe: Exchange; control: Exchange } | null> {
      if ('instead' in given) return misplaced(scene, app, user, given.instead);
      const first = await aGrant(scene, app, user);
      const grant = 'after' in given && given.after ? await refreshed(scene, first) : first;
      const refreshCorrectly = async (): Promise<Exchange> => {
        const same = await refresh(scene, app, grant.refreshToken);
        if (accessTokenIn(same) !== undefined) return same;
        return refresh(scene, app, (await aGrant(scene, app, user)).refreshToken);
      };
      if ('value' in given) {
        const probe = await refresh(scene, app, given.value, { note: 'a value that was never issued' });
        return { probe, control: await refreshCorrectly() };
      }
      const isPattern = 'pattern' in given;
      const wrong = isPattern
        ? patternOf(grant.refreshToken, given.pattern)
        : changed(grant.refreshToken, given.change);
      if (wrong === undefined) return null;
      const how = isPattern ? given.pattern : describeChange(given.change);
      scene.journal.secrets.learnNearMiss(grant.refreshToken, wrong, how);
      const probe = await refresh(scene, app, wrong, { note: `the refresh token, ${how}` });
      const other = isPattern || accessTokenIn(probe) !== undefined ? undefined : withAnotherMiddle(grant.refreshToken);
      if (other === undefined) return { probe, control: await refreshCorrectly() };
      scene.journal.secrets.learnNearMiss(grant.refreshToken, other, anotherMiddle);
      const second = await refresh(scene, app, other, { note: `the refresh token, ${anotherMiddle}` });
      return { probe: accessTokenIn(second) === undefined ? probe : second, control: await refreshCorrectly() };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('the drawn change does not change this token');
        return;
      }
      yield* noTokenByContrast(seen.probe, seen.control, 'DEL-55', 'a refresh with a token that was never issued');
    },
  }),

  check({
    id: 'delegated/a-refresh-token-is-no-bearer-token',
    title: 'A refresh token, live or spent, is refused with 401 as a bearer token on each listing',
    proves: ['DEL-56'],
    needs: delegatedNeeds,
    cases: objectOf({
      listing: fc.nat(versionedListings.length),
      earlier: fc.nat(1),
      elsewhere: fc.boolean(),
      spent: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ listing, earlier, spent }) =>
      `the ${spent ? 'spent ' : ''}refresh token of ${earlier === 0 ? 'a code exchange' : 'a refresh'} on ${listingNamed(listing)}`,
    async gather(scene, { listing, earlier, elsewhere, spent }) {
      let { grant } = await aWorkingGrant(scene);
      grant = await refreshedTimes(scene, grant, earlier);
      const presented = grant.refreshToken;
      if (spent) grant = await refreshed(scene, grant);
      const { path } = await scene.listingAt(listing);
      const { authorization } = grant;
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const wrong = {
        authorization: bearer(presented),
        note: `a ${spent ? 'spent' : 'live'} refresh token as a bearer token`,
      };
      const probe = elsewhere
        ? await scene.onOneConnection((over) => scene.call(path, { ...wrong, over }))
        : await scene.call(path, wrong);
      return { probe, control };
    },
    *judge({ probe, control }) {
      const { pathname } = new URL(probe.request.url);
      yield* refusedByContrast(probe, control, 'DEL-56', `GET ${pathname} with a refresh token`);
    },
  }),

  check({
    id: 'delegated/an-access-token-is-no-refresh-token',
    title: 'A delegated access token yields no token in the refresh_token grant',
    proves: ['DEL-57'],
    needs: delegatedNeeds,
    cases: objectOf({ earlier: fc.nat(2), path: fc.constantFrom(tokenPath, legacyTokenPath), used: fc.boolean() }),
    maxCases: 12,
    describe: ({ earlier, path, used }) =>
      `the ${used ? 'used ' : ''}access token of ${earlier === 0 ? 'a code exchange' : 'a refresh'} at ${path}`,
    async gather(scene, { earlier, path, used }) {
      const { app, user } = await aConsentingUser(scene);
      const grant = await refreshedTimes(scene, await aGrant(scene, app, user, { path }), earlier, path);
      const { accessToken, authorization, refreshToken } = grant;
      if (used) for (const { path: listing } of scene.versionedListings) await scene.call(listing, { authorization });
      const probe = await refresh(scene, app, accessToken, { path, note: 'an access token as the refresh token' });
      const control = await refresh(scene, app, refreshToken, { path });
      if (accessTokenIn(control) !== undefined) return { probe, control };
      return {
        probe,
        control: await refresh(scene, app, (await aGrant(scene, app, user, { path })).refreshToken, { path }),
      };
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(probe, control, 'DEL-57', 'a refresh with an access token');
    },
  }),
];
