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

/** A credential that is none, and how a right one of its kind is served. */
interface Wrong {
  readonly authorization: string;
  /** In the words of a finding. */
  readonly what: string;
  readonly right: Looks;
}

/** What is drawn is no right credential; null where it cannot be made, or where such credentials work on one version alone. */
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
        yield notApplicable('what was drawn changes nothing, or is of what works on one version alone');
      else yield* refusedAlike(seen.looks, seen.right, seen.what);
    },
  });
}

/** What is refused is refused on both versions ("Versioning", 2). */
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
      // that a key works on both versions is inference of its own
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
    title: 'An ID token that is wrongly signed, expired or of nobody is refused on v2 and on v3 alike',
    needs: idTokenNeeds,
    cases: fc.oneof(expiredIdTokens, wronglySigned(strangersSignatures), wrongIdTokens),
    maxCases: 20,
    describe: describeIdToken,
    async arrange(scene) {
      const stage = await idTokenStage(scene);
      return { ...stage, right: await lookUntilServed(scene, bearer(await anIdToken(scene, plainIdToken, stage))) };
    },
    async wrong(scene, spec, { user, other, right }) {
      // that an ID token works on both versions is inference of its own
      if (!servesBoth(right)) return null;
      return {
        authorization: bearer(await anIdToken(scene, spec, { user, other })),
        what: describeIdToken(spec),
        right,
      };
    },
  }),
];
