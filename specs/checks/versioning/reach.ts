import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aKeyOwnerWithAccess, anAccessToken, anAppWithAccess, settledActor } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess, refreshedTimes } from '../../../drivers/world/delegated.ts';
import type { Listing, Version } from '../../../drivers/world/listing.ts';
import { versionedListings, versions } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { userGrantNeeds } from './both-paths.ts';
import type { Kind } from './versioned.ts';
import { listingOf } from './versioned.ts';

/** Returns the listings of a version that are served, or all of them if none is. */
function listingsOf(scene: Scene, version: Version): readonly Listing[] {
  const isOf = (listing: Listing): boolean => listing.version === version;
  const served = scene.versionedListings.filter(isOf);
  return served.length > 0 ? served : versionedListings.filter(isOf);
}

/** Calls the two listings of a version until one of them is served. */
async function lookAt(scene: Scene, version: Version, authorization: string): Promise<Exchange[]> {
  const paths = listingsOf(scene, version).map(({ path }) => path);
  return scene.settle(
    async () => {
      const calls = [];
      for (const path of paths) calls.push(await scene.call(path, { authorization }));
      return calls;
    },
    (calls) => calls.some(accepted),
  );
}

type OfVersions = Readonly<Record<Version, readonly Exchange[]>>;

async function lookAtBoth(scene: Scene, authorization: string): Promise<Record<Version, Exchange[]>> {
  return { v2: await lookAt(scene, 'v2', authorization), v3: await lookAt(scene, 'v3', authorization) };
}

/** Reports whether a refusal can mean missing permission, with any status (FRE-05) but 401. */
function isForPermission({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 401;
}

/** Reports whether an answer says that nothing is at a path, or redirects: it says nothing about the credential. */
function isElsewhere({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return (status >= 300 && status < 400) || saysNothingIsThere(status) || status === 501;
}

/**
 * Demands that a version is there if the other one is.
 *
 * @param tells reports whether refusals can have no other reason than that nothing is there
 */
function* areBothThere(
  calls: OfVersions,
  who: string,
  tells: (refusals: readonly Exchange[]) => boolean,
): Generator<Judgement<RequirementId, never>> {
  const isServed = (version: Version): boolean => calls[version].some(accepted);
  if (!(yield* premise(versions.some(isServed), `neither version served ${who}`))) return;
  for (const version of versions) {
    const [first] = calls[version];
    if (isServed(version) || first === undefined) continue;
    if (!(yield* premise(tells(calls[version]), `${version} may refuse ${who} for another reason`))) continue;
    const subject = `a call of ${who} to the documented listings under /api/${version}`;
    yield finding('VER-01', subject, answer(first), 'a page, as on the other version', first);
  }
}

/** The holder of the tokens that are used on both versions. */
interface Holder {
  /** Whether the holder was granted access to records. */
  readonly granted: boolean;
  readonly aToken: (scene: Scene, refreshes: number) => Promise<string>;
}

/** Returns a check of one token that is used on one version, on the other and on the first again. */
function oneToken({
  requirement,
  who,
  mostRefreshes,
  holder,
  ...definition
}: Pick<SuiteCheck, 'id' | 'title' | 'needs'> & {
  readonly requirement: 'VER-02' | 'VER-03';
  readonly who: string;
  readonly mostRefreshes: number;
  readonly holder: (scene: Scene) => Promise<Holder>;
}): SuiteCheck {
  return check({
    ...definition,
    proves: [requirement],
    cases: objectOf({
      first: fc.constantFrom(...versions),
      v2: fc.constantFrom<Kind>('entry', 'plate'),
      v3: fc.constantFrom<Kind>('entry', 'plate'),
      refreshes: fc.nat(mostRefreshes),
    }),
    maxCases: 25,
    describe: ({ first, v2, v3, refreshes }) =>
      inWords`${who} after ${refreshes} refreshes, used on ${first} first (${listingOf('v2', v2).path} and ${listingOf('v3', v3).path})`,
    async arrange(scene) {
      const stage = await holder(scene);
      await lookAtBoth(scene, await stage.aToken(scene, 0));
      return stage;
    },
    async gather(scene, given, { granted, aToken }) {
      const authorization = await aToken(scene, given.refreshes);
      const pathOn = (version: Version): string => listingOf(version, given[version]).path;
      const call = (path: string) => scene.call(path, { authorization });
      const otherThan = (version: Version): Version => (version === 'v2' ? 'v3' : 'v2');
      for (const version of [given.first, otherThan(given.first), given.first]) {
        const path = pathOn(version);
        if (accepted(await call(path))) continue;
        const there = pathOn(otherThan(version));
        const turns = await alternate(
          () => call(path),
          () => call(there),
        );
        const ofVersion = await lookAt(scene, version, authorization);
        const anew = await scene.call(path, { authorization: await aToken(scene, 0) });
        return { path, turns, granted, ofVersion, anew };
      }
      return null;
    },
    *judge(refused) {
      if (refused === null) {
        yield held(requirement);
        return;
      }
      const { path, turns, granted, ofVersion, anew } = refused;
      const worse = worseThanOther(turns, accepted);
      if (!(yield* premise(worse !== undefined, `${who} was refused by ${path} and by the other version`))) return;
      // a listing that serves no such token, while its version does, says nothing about versions
      const tells = accepted(anew) || !ofVersion.some(accepted);
      if (!(yield* premise(tells, `${path} does not serve ${who}`)) || worse === undefined) return;
      // one version may refuse a holder without a grant, and the other show an empty page (FRE-05)
      const allowed = granted || !isForPermission(worse);
      if (!(yield* premise(allowed, `GET ${path} ${answer(worse)}, perhaps because permission is missing`))) return;
      const subject = `GET ${path} with ${who} that works on the other version`;
      yield finding(requirement, subject, answer(worse), 'a page', worse);
    },
  });
}

/** Checks of the paths of the API, and of access tokens that work for both versions ("Versioning", 1 and 2). */
export const reachChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/both-versions-are-there',
    title: 'The API is reachable under /api/v2 and under /api/v3',
    proves: ['VER-01'],
    needs: ['actor'],
    async gather(scene) {
      const { authorization, laboratory } = await settledActor(scene);
      const calls = await lookAtBoth(scene, authorization);
      const canMakeKeys = scene.supports('user.create') && scene.supports('apiKey.create');
      for (const version of versions) {
        if (calls[version].some(accepted) || !canMakeKeys) continue;
        const other = await aKeyOwnerWithAccess(scene); // perhaps the version refuses only the first kind of credential
        calls[version].push(...(await lookAt(scene, version, other.authorization)));
      }
      return { calls, granted: laboratory !== undefined };
    },
    judge: ({ calls, granted }) =>
      areBothThere(calls, 'an actor with access', (refusals) => granted || !refusals.every(isForPermission)),
  }),

  check({
    id: 'versioning/both-versions-are-there-for-users',
    title: 'Both versions are reachable at the base address for the users of an app as well',
    proves: ['VER-01'],
    needs: [...userGrantNeeds, 'access'],
    async gather(scene) {
      const { user } = await aUserWithAccess(scene);
      const { authorization } = await aGrant(scene, await aClient(scene), user);
      return lookAtBoth(scene, authorization);
    },
    judge: (calls) => areBothThere(calls, 'a user of an app', (refusals) => refusals.every(isElsewhere)),
  }),

  oneToken({
    id: 'versioning/one-token-works-on-both',
    title: 'One access token of an app works on v2 and on v3, in either order',
    requirement: 'VER-02',
    needs: ['app'],
    who: 'an access token of an app',
    mostRefreshes: 0,
    async holder(scene) {
      const { app, laboratory } = await anAppWithAccess(scene);
      const aToken = async (of: Scene): Promise<string> => bearer(await anAccessToken(of, app));
      return { granted: laboratory !== undefined, aToken };
    },
  }),

  oneToken({
    id: 'versioning/one-delegated-token-works-on-both',
    title: 'One delegated access token, of a code or of a refresh, works on v2 and on v3, in either order',
    requirement: 'VER-03',
    needs: userGrantNeeds,
    who: 'a delegated access token',
    mostRefreshes: 2,
    async holder(scene) {
      const [{ user, laboratory }, app] = [await aUserWithAccess(scene), await aClient(scene)];
      const aToken = async (of: Scene, refreshes: number): Promise<string> =>
        (await refreshedTimes(of, await aGrant(of, app, user), refreshes)).authorization;
      return { granted: laboratory !== undefined, aToken };
    },
  }),

  check({
    id: 'versioning/one-token-works-on-both-at-once',
    title: 'One access token of an app works on v2 and on v3 at the same time',
    proves: ['VER-02'],
    needs: ['app'],
    async gather(scene) {
      const { authorization } = await anAppWithAccess(scene);
      const open = [];
      for (const { path } of scene.versionedListings) {
        if (accepted(await scene.settle(() => scene.call(path, { authorization }), accepted))) open.push(path);
      }
      const rounds = [];
      for (let round = 0; round < 3; round++) {
        const calls = [...open, ...open].map((path) => (part: Scene) => part.call(path, { authorization }));
        rounds.push(...(await scene.together(calls)));
      }
      const alone = [];
      for (const path of open) alone.push(await scene.call(path, { authorization }));
      return { open, rounds, alone };
    },
    *judge({ open, rounds, alone }) {
      const both = versions.every((version) => open.some((path) => path.startsWith(`/api/${version}/`)));
      if (!(yield* premise(both && alone.every(accepted), 'the token alone was not served on both versions'))) return;
      const isDecided = (call: Exchange): boolean => accepted(call) || call.response?.status === 401;
      if (!rounds.some(isDecided)) yield notApplicable('calls at once were neither served nor refused with 401');
      for (const call of rounds) {
        // a tenant may slow down a caller with many simultaneous calls (FRE-12)
        if (call.response?.status !== 401) continue;
        const { pathname } = new URL(call.request.url);
        const subject = `GET ${pathname} with an access token that is used on the other version at the same time`;
        yield finding('VER-02', subject, answer(call), 'a page', call);
      }
    },
  }),
];
