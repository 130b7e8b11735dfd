import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { aKey, aUser } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** A credential of the user, and the requirement that is broken if the user can do less with it than with another. */
interface Way {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly authorization: () => Promise<string>;
}

/** The statuses that refuse a caller, or a caller's action. */
const refusals = new Set([401, 403, 404]);

/**
 * Reports whether the listings of the write probe's version serve the credential. If the probe is of no version, all
 * versioned listings count.
 */
async function isServed(scene: Scene, authorization: string): Promise<boolean> {
  const written = /^\/api\/(v[23])\//.exec(scene.target.settings.writeProbe?.path ?? '')?.[1];
  for (const { path, version } of scene.versionedListings) {
    if (written !== undefined && version !== written) continue;
    const call = await scene.settle(() => scene.call(path, { authorization }), accepted);
    if (!accepted(call)) return false;
  }
  return true;
}

/** Records that a user may create with each credential ("What the service does": that user's credentials may do it). */
export const recordsAcrossCredentialsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/what-a-user-creates-by-one-credential-goes-by-the-others',
    title: 'A user who may create a record by key, delegated token or ID token may create it by each of them',
    proves: ['KEY-03', 'DEL-31', 'OIC-02'],
    needs: ['user.create', 'access', 'write-probe'],
    async gather(scene) {
      const user = await aUser(scene);
      const project = await aWritableProject(scene, user);
      const ways: Way[] = [];
      if (scene.supports('apiKey.create')) {
        const key = basic(await aKey(scene, user));
        ways.push({ what: 'the API key', requirement: 'KEY-03', authorization: async () => key });
      }
      if (scene.supports('app.create') && scene.supports('browser.authorize')) {
        const { authorization } = await aGrant(scene, await aClient(scene), user);
        ways.push({ what: 'a delegated token', requirement: 'DEL-31', authorization: async () => authorization });
      }
      if (scene.supports('identityProvider.trust')) {
        await signInWhereNeeded(scene, user);
        const authorization = async (): Promise<string> => bearer(await anIdToken(scene, plainIdToken, { user }));
        ways.push({ what: 'an ID token', requirement: 'OIC-02', authorization });
      }
      const tried: { way: Pick<Way, 'what' | 'requirement'>; written: Exchange; served: boolean }[] = [];
      for (const way of ways) {
        const write = async (): Promise<Exchange> =>
          writeRecord(scene, await way.authorization(), project?.projectId, { note: `by ${way.what}` });
        const written = await scene.settle(write, succeeded);
        // the function that makes the credential is no part of the evidence
        const { what, requirement } = way;
        tried.push({
          way: { what, requirement },
          written,
          served: succeeded(written) || (await isServed(scene, await way.authorization())),
        });
      }
      return tried;
    },
    *judge(tried) {
      const able = tried.find(({ written }) => succeeded(written));
      if (!(yield* premise(able !== undefined, 'no credential of a user creates a record by the write probe'))) return;
      for (const { way, written, served } of tried) {
        if (succeeded(written)) yield held(way.requirement);
        if (!refusals.has(written.response?.status ?? 0)) continue;
        // keys and ID tokens need not be valid for each version (FRE-216)
        if (!(yield* premise(served, `not all listings of the version of the write probe were served by ${way.what}`)))
          continue;
        const subject = `the write probe with ${way.what} of a user who writes with ${able?.way.what}`;
        yield finding(way.requirement, subject, answer(written), 'a record', written);
      }
    },
  }),
];
