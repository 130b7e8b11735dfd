import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import {
  aKeyOwnerWithAccess,
  anAccessToken,
  anAppWithAccess,
  legacyTokenPath,
  tokenPath,
  aReplacedKey,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess, refreshed } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { changed, changes, describeChange, strangers } from '../../../generators/credential.ts';
import { expiredIdTokens, strangersSignatures, wrongIdTokens, wronglySigned } from '../../../generators/id-token.ts';
import { describeIdToken } from '../../../generators/id-token-spec.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated, waitForAge } from '../../expectations/age.ts';
import { idTokenNeeds, idTokenStage } from '../../expectations/id-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

/** One credential on the four listings that have a version in their path, and then on each of them in an order. */
type Looks = readonly { readonly listing: Listing; readonly isSorted: boolean; readonly look: Exchange }[];

async function lookEverywhere(scene: Scene, authorization: string, note?: string): Promise<Looks> {
  const looks = [];
  // what is sorted may be read from elsewhere, and guarded by something else
  for (const query of [{}, { sort: 'modifiedAt:desc' }]) {
    for (const listing of scene.versionedListings) {
      const look = await scene.call(listing.path, { authorization, query, ...(note === undefined ? {} : { note }) });
      looks.push({ listing, isSorted: 'sort' in query, look });
    }
  }
  return looks;
}

/** A credential that all listings serve, once what was just granted to its owner has been seen. */
function lookUntilServed(scene: Scene, authorization: string): Promise<Looks> {
  return scene.settle(
    () => lookEverywhere(scene, authorization),
    (looks) => looks.every(({ look }) => accepted(look)),
  );
}

/** A credential that no listing serves any more, once what was changed has been seen. */
function lookUntilRefused(scene: Scene, authorization: string, note: string): Promise<Looks> {
  return scene.settle(
    () => lookEverywhere(scene, authorization, note),
    (seen) => !seen.some(({ look }) => accepted(look)),
  );
}

/** Whether some listing of each version served a credential. */
function servesBoth(looks: Looks): boolean {
  const served = looks.filter(({ look, isSorted }) => !isSorted && accepted(look));
  return new Set(served.map(({ listing }) => listing.version)).size === 2;
}

/**
 * A credential that one version refuses is let through by neither. Which status a refusal has is free; where both let
 * it through, that is another requirement's.
 *
 * @param right what is served to a right credential: a listing that serves nobody refuses nothing
 */
function* refusedAlike(looks: Looks, right: Looks, subject: string): Generator<Judgement<RequirementId, never>> {
  const contrasted = looks.flatMap(({ listing, look }, index) => {
    const served = right[index]?.look;
    return served !== undefined && accepted(served) ? [{ ...listing, look }] : [];
  });
  if (new Set(looks.map(({ listing }) => listing.version)).size < 2) {
    yield notApplicable('one version alone is served');
    return;
  }
  const both = new Set(contrasted.map(({ version }) => version)).size === 2;
  if (!(yield* premise(both, 'a right credential was not served on both versions'))) return;
  for (const version of ['v2', 'v3'] as const) {
    const through = contrasted.find((one) => one.version === version && accepted(one.look));
    const refusing = contrasted.find((one) => one.version !== version && !accepted(one.look));
    if (through === undefined || refusing === undefined) continue;
    yield finding(
      'VER-16',
      `GET ${through.path} with ${subject}`,
      `${answer(through.look)} and a page while GET ${refusing.path} ${answer(refusing.look)}`,
      'a refusal on both versions',
      through.look,
    );
    return;
  }
}

/** What is refused is refused on both versions ("Versioning", 2). */
export const refusalChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/a-wrong-credential-is-refused-on-both',
    title: 'An unknown or changed access token or API key is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: ['app'],
    cases: fc.oneof(
      objectOf({ of: fc.constant('token' as const), change: changes }),
      objectOf({ of: fc.constant('key' as const), change: changes }),
      objectOf({ of: fc.constant('nobody' as const), value: strangers }),
    ),
    maxCases: 60,
    async arrange(scene) {
      const { token, authorization } = await anAppWithAccess(scene);
      const right = await lookUntilServed(scene, authorization);
      if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return { token, right };
      const { owner, authorization: keyAuthorization } = await aKeyOwnerWithAccess(scene);
      return { token, right, key: owner.apiKey, keyRight: await lookUntilServed(scene, keyAuthorization) };
    },
    async gather(scene, given, { token, right, key, keyRight }) {
      if (given.of === 'nobody') {
        const looks = await lookEverywhere(scene, bearer(given.value), 'a value that was never issued');
        return { looks, right };
      }
      // that a key works on both versions is inference of its own
      if (given.of === 'key' && keyRight !== undefined && !servesBoth(keyRight)) return null;
      const credential = given.of === 'key' ? key : token;
      const mutant = credential === undefined ? undefined : changed(credential, given.change);
      if (credential === undefined || mutant === undefined) return null;
      scene.journal.secrets.learnNearMiss(credential, mutant, describeChange(given.change));
      const authorization = given.of === 'key' ? basic(mutant) : bearer(mutant);
      const looks = await lookEverywhere(scene, authorization, describeChange(given.change));
      return { looks, right: given.of === 'key' ? (keyRight ?? []) : right };
    },
    *judge(seen, given) {
      if (seen === null) {
        yield notApplicable('the drawn change does not change this credential, or keys work on one version alone');
        return;
      }
      const of = given.of === 'key' ? 'API key' : 'access token';
      const subject =
        given.of === 'nobody'
          ? 'a bearer value that was never issued'
          : `a live ${of}, ${describeChange(given.change)},`;
      yield* refusedAlike(seen.looks, seen.right, subject);
    },
  }),

  check({
    id: 'versioning/an-expired-token-is-refused-on-both',
    title: 'An expired access token is refused on v2 and on v3 alike, wherever it was issued',
    proves: ['VER-16'],
    needs: ['app', 'passing-time'],
    maxSeconds: 1810,
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      await lookUntilServed(scene, authorization);
      const tokens = [];
      for (const path of [tokenPath, legacyTokenPath]) {
        const { outcome, moment } = await dated(scene, () => anAccessToken(scene, app, path));
        tokens.push({ path, token: outcome, moment, right: await lookEverywhere(scene, bearer(outcome)) });
      }
      const probes = [];
      for (const age of [900, 905, 960, 1800]) {
        for (const { path, token, moment, right } of tokens) {
          await waitForAge(scene, moment, age);
          probes.push({ path, age, right, looks: await lookEverywhere(scene, bearer(token), 'an expired token') });
        }
      }
      return probes;
    },
    *judge(probes) {
      for (const { path, age, right, looks } of probes) {
        yield* refusedAlike(looks, right, `an access token from ${path}, at least ${age} s old,`);
      }
    },
  }),

  check({
    id: 'versioning/a-wrong-id-token-is-refused-on-both',
    title: 'An ID token that is wrongly signed, expired or of nobody is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: idTokenNeeds,
    cases: fc.oneof(expiredIdTokens, wronglySigned(strangersSignatures), wrongIdTokens),
    maxCases: 20,
    describe: describeIdToken,
    arrange: async (scene) => {
      const stage = await idTokenStage(scene);
      return { ...stage, right: await lookUntilServed(scene, bearer(await anIdToken(scene, plainIdToken, stage))) };
    },
    async gather(scene, spec, { user, other, right }) {
      // that an ID token works on both versions is inference of its own
      if (!servesBoth(right)) return null;
      const authorization = bearer(await anIdToken(scene, spec, { user, other }));
      return { right, looks: await lookEverywhere(scene, authorization, describeIdToken(spec)) };
    },
    *judge(seen, spec) {
      if (seen === null) yield notApplicable('ID tokens work on one version alone');
      else yield* refusedAlike(seen.looks, seen.right, describeIdToken(spec));
    },
  }),

  check({
    id: 'versioning/an-expired-token-that-was-refreshed-is-refused-on-both',
    title: 'An expired delegated token after which others came is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'access', 'passing-time'],
    maxSeconds: 905,
    async gather(scene) {
      const [app, { user }] = [await aClient(scene), await aUserWithAccess(scene)];
      const first = await aGrant(scene, app, user);
      await lookUntilServed(scene, first.authorization);
      const next = await refreshed(scene, first);
      await scene.elapse(905);
      const looks = await lookEverywhere(scene, first.authorization, 'an expired token that was refreshed');
      return { looks, right: await lookUntilServed(scene, (await refreshed(scene, next)).authorization) };
    },
    *judge({ right, looks }) {
      yield* refusedAlike(looks, right, 'an expired delegated token after which others came');
    },
  }),

  check({
    id: 'versioning/an-archived-app-is-refused-on-both',
    title: 'An access token of an archived app is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: ['app.create', 'app.archive'],
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      const right = await lookUntilServed(scene, authorization);
      await scene.operate('app.archive', { appId: app.appId });
      return { right, looks: await lookEverywhere(scene, authorization, 'the app is archived') };
    },
    *judge({ right, looks }) {
      yield* refusedAlike(looks, right, 'an access token of an archived app');
    },
  }),

  check({
    id: 'versioning/a-suspended-owner-is-refused-on-both',
    title: 'An API key of a suspended user is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: ['user.create', 'apiKey.create', 'user.suspend'],
    async gather(scene) {
      const { owner, authorization } = await aKeyOwnerWithAccess(scene);
      const right = await lookUntilServed(scene, authorization);
      await scene.operate('user.suspend', { userId: owner.userId });
      const looks = await scene.settle(
        () => lookEverywhere(scene, authorization, 'the owner is suspended'),
        (seen) => !seen.some(({ look }) => accepted(look)),
      );
      return { right, looks };
    },
    *judge({ right, looks }) {
      // a key that one version alone serves has nothing to lose on the other
      if (right.some(({ look }) => accepted(look)) && !servesBoth(right) && !looks.some(({ look }) => accepted(look))) {
        yield notApplicable('keys work on one version alone');
        return;
      }
      yield* refusedAlike(looks, right, 'an API key of a suspended user');
    },
  }),

  check({
    id: 'versioning/a-replaced-key-is-refused-on-both',
    title: 'An API key that rotation replaced is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    async gather(scene) {
      const { owner, authorization } = await aKeyOwnerWithAccess(scene);
      const right = await lookUntilServed(scene, authorization);
      await aReplacedKey(scene, owner);
      return { right, looks: await lookUntilRefused(scene, authorization, 'the key was replaced') };
    },
    *judge({ right, looks }) {
      // a key that one version alone serves has nothing to lose on the other
      if (right.some(({ look }) => accepted(look)) && !servesBoth(right) && !looks.some(({ look }) => accepted(look))) {
        yield notApplicable('keys work on one version alone');
        return;
      }
      yield* refusedAlike(looks, right, 'an API key that was replaced');
    },
  }),

  check({
    id: 'versioning/an-uninstalled-app-is-refused-on-both',
    title: 'A delegated token of an uninstalled app is refused on v2 and on v3 alike',
    proves: ['VER-16'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'app.uninstall', 'access'],
    async gather(scene) {
      const [app, { user }] = [await aClient(scene), await aUserWithAccess(scene)];
      const { authorization } = await aGrant(scene, app, user);
      const right = await lookUntilServed(scene, authorization);
      await scene.operate('app.uninstall', { appId: app.appId });
      return { right, looks: await lookUntilRefused(scene, authorization, 'the app is uninstalled') };
    },
    *judge({ right, looks }) {
      yield* refusedAlike(looks, right, 'a delegated token of an uninstalled app');
    },
  }),
];
