import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { aKeyOwnerWithAccess, anAppWithAccess } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { changed, changes, describeChange, strangers } from '../../../generators/credential.ts';
import { expiredIdTokens, strangersSignatures, wrongIdTokens, wronglySigned } from '../../../generators/id-token.ts';
import { describeIdToken } from '../../../generators/id-token-spec.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, idTokenStage } from '../../expectations/id-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

/** Calls with one credential to the four listings with a version in their path: first plain, then sorted. */
type Looks = readonly { readonly listing: Listing; readonly isSorted: boolean; readonly look: Exchange }[];

async function lookEverywhere(scene: Scene, authorization: string, note?: string): Promise<Looks> {
  const looks = [];
  // a sorted listing may have another source, and another guard
  for (const query of [{}, { sort: 'modifiedAt:desc' }]) {
    for (const listing of scene.versionedListings) {
      const look = await scene.call(listing.path, { authorization, query, ...(note === undefined ? {} : { note }) });
      looks.push({ listing, isSorted: 'sort' in query, look });
    }
  }
  return looks;
}

/** Repeats the calls until all listings serve the credential: a new grant of its owner may take a moment to be seen. */
function lookUntilServed(scene: Scene, authorization: string): Promise<Looks> {
  return scene.settle(
    () => lookEverywhere(scene, authorization),
    (looks) => looks.every(({ look }) => accepted(look)),
  );
}

/** Reports whether at least one listing of each version served a credential. */
function servesBoth(looks: Looks): boolean {
  const served = looks.filter(({ look, isSorted }) => !isSorted && accepted(look));
  return new Set(served.map(({ listing }) => listing.version)).size === 2;
}

/**
 * Demands that neither version serves a credential that one of them refuses. The status of a refusal is free. If both
 * serve it, another requirement judges that.
 *
 * @param right the calls with a right credential: a listing that does not serve it proves nothing by a refusal
 */
function* refusedAlike(looks: Looks, right: Looks, subject: string): Generator<Judgement<RequirementId, never>> {
  const contrasted = looks.flatMap(({ listing, look }, index) => {
    const served = right[index]?.look;
    return served !== undefined && accepted(served) ? [{ ...listing, look }] : [];
  });
  if (new Set(looks.map(({ listing }) => listing.version)).size < 2) {
    yield notApplicable('only one version is served');
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

/** A wrong credential, and the calls with a right one of its kind. */
interface Wrong {
  readonly authorization: string;
  /** The credential, in the words of a finding. */
  readonly what: string;
  readonly right: Looks;
}

/**
 * Returns a check that a drawn wrong credential is refused on both versions. `wrong` returns null if the credential
 * cannot be made, or if credentials of its kind work on one version only.
 */
function refusedOnBoth<Stage, Drawn>({
  wrong,
  ...definition
}: Pick<SuiteCheck, 'id' | 'title' | 'needs'> & {
  readonly cases: fc.Arbitrary<Drawn>;
  readonly maxCases: number;
  readonly describe?: (drawn: Drawn) => string;
  readonly arrange: (scene: Scene) => Promise<Stage>;
  readonly wrong: (scene: Scene, drawn: Drawn, stage: Stage) => Promise<Wrong | null>;
}): SuiteCheck {
  return check({
    ...definition,
    proves: ['VER-16'],
    async gather(scene, drawn, stage) {
      const found = await wrong(scene, drawn, stage);
      if (found === null) return null;
      const { authorization, what, right } = found;
      return { what, right, looks: await lookEverywhere(scene, authorization, what) };
    },
    *judge(seen) {
      if (seen === null)
        yield notApplicable('the drawn change changes nothing, or such credentials work on one version only');
      else yield* refusedAlike(seen.looks, seen.right, seen.what);
    },
  });
}

/** Checks that a refused credential is refused on both versions ("Versioning", 2). */
export const refusalChecks: readonly SuiteCheck[] = [
  refusedOnBoth({
    id: 'versioning/a-wrong-credential-is-refused-on-both',
    title: 'An unknown or changed access token or API key is refused on v2 and on v3 alike',
    needs: ['app'],
    cases: fc.oneof(
      objectOf({ of: fc.constant('token' as const), change: changes }),
      objectOf({ of: fc.constant('key' as const), change: changes }),
      objectOf({ of: fc.constant('nobody' as const), value: strangers }),
    ),
    maxCases: 60,
    async arrange(scene) {
      const { token: value, authorization } = await anAppWithAccess(scene);
      const token = { kind: 'access token', value, as: bearer, right: await lookUntilServed(scene, authorization) };
      if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return { token };
      const { owner, authorization: ofKey } = await aKeyOwnerWithAccess(scene);
      const right = await lookUntilServed(scene, ofKey);
      // that a key works on both versions is a separate inference
      return {
        token,
        ...(servesBoth(right) ? { key: { kind: 'API key', value: owner.apiKey, as: basic, right } } : {}),
      };
    },
    async wrong(scene, drawn, { token, key }) {
      if (drawn.of === 'nobody')
        return { authorization: bearer(drawn.value), what: 'a bearer value that was never issued', right: token.right };
      const live = drawn.of === 'key' ? key : token;
      const mutant = live && changed(live.value, drawn.change);
      if (live === undefined || mutant === undefined) return null;
      const how = describeChange(drawn.change);
      scene.journal.secrets.learnNearMiss(live.value, mutant, how);
      return { authorization: live.as(mutant), what: `a live ${live.kind}, ${how},`, right: live.right };
    },
  }),

  refusedOnBoth({
    id: 'versioning/a-wrong-id-token-is-refused-on-both',
    title: 'An ID token that is wrongly signed, expired or of no user is refused on v2 and on v3 alike',
    needs: idTokenNeeds,
    cases: fc.oneof(expiredIdTokens, wronglySigned(strangersSignatures), wrongIdTokens),
    maxCases: 20,
    describe: describeIdToken,
    async arrange(scene) {
      const stage = await idTokenStage(scene);
      return { ...stage, right: await lookUntilServed(scene, bearer(await anIdToken(scene, plainIdToken, stage))) };
    },
    async wrong(scene, spec, { user, other, right }) {
      // that an ID token works on both versions is a separate inference
      if (!servesBoth(right)) return null;
      return {
        authorization: bearer(await anIdToken(scene, spec, { user, other })),
        what: describeIdToken(spec),
        right,
      };
    },
  }),
];
