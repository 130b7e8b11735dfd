import { succeeded } from '../../../core/exchange.ts';
import type { User } from '../../../drivers/world/actors.ts';
import { aLaboratory, aUser, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import { creatorIn, creatorPointer, aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { ClaimsSpec, IdTokenSpec } from '../../../generators/id-token-spec.ts';
import { BEYOND_SKEW, describeIdToken } from '../../../generators/id-token-spec.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { FollowingCall } from '../../expectations/following-call.ts';
import { filteredCall, followingCall, sortedCall } from '../../expectations/following-call.ts';
import { idTokenNeeds, idTokenReaderNeeds, idTokenStage, listingsOpenToIdTokens } from '../../expectations/id-token.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import type { Written } from '../../expectations/standing.ts';
import { writesNothing } from '../../expectations/standing.ts';

const claims = (odd: Partial<ClaimsSpec>): IdTokenSpec => ({
  ...plainIdToken,
  claims: { ...plainIdToken.claims, ...odd },
});
const signed = (signature: IdTokenSpec['signature']): IdTokenSpec => ({ ...plainIdToken, signature });
const longExpired = -BEYOND_SKEW - 600;
const following = 'for a following page';

/** One token for each way of being wrong, and the requirement that demands its refusal. */
const wrongs = [
  ['OIC-05', signed({ kind: 'altered', key: 0, alteration: { kind: 'of another payload' } })],
  ['OIC-06', signed({ kind: 'stranger', algorithm: 'RS256' })],
  ['OIC-07', signed({ kind: 'none', alg: 'none', ending: 'dot' })],
  ['OIC-08', signed({ kind: 'symmetric', alg: 'HS256', key: 0, secret: 'spki pem' })],
  ['OIC-09', signed({ kind: 'header key', by: 'jwk', algorithm: 'RS256' })],
  ['OIC-13', claims({ email: { kind: 'missing' } })],
  ['OIC-14', claims({ email: { kind: 'value', value: '' } })],
  ['OIC-15', claims({ email: { kind: 'unknown', localPart: 'nobody0at0all' } })],
  ['OIC-18', plainIdToken],
  ['OIC-21', claims({ exp: longExpired, iat: longExpired - 1200 })],
] as const;

/** The requirements of all wrong tokens: each demands the refusal of its own token. */
const requirements = [
  'OIC-05',
  'OIC-06',
  'OIC-07',
  'OIC-08',
  'OIC-09',
  'OIC-13',
  'OIC-14',
  'OIC-15',
  'OIC-18',
  'OIC-21',
] as const;

const what = (requirement: (typeof requirements)[number], spec: IdTokenSpec): string =>
  requirement === 'OIC-18' ? 'an ID token of a provider that was not set up' : describeIdToken(spec);

/** Yields the wrong tokens of a user, each with a function that makes it. */
function* wrongTokens(scene: Scene, user: User) {
  for (const [requirement, spec] of wrongs) {
    const make = async (): Promise<string> => {
      const from = requirement === 'OIC-18' ? { from: await scene.target.identities.neverSetUp() } : {};
      return bearer(await anIdToken(scene, spec, { user, ...from }));
    };
    yield { requirement, what: what(requirement, spec), make };
  }
}

/** Returns calls of each kind that are served with a right ID token of the user. */
async function servedCalls(scene: Scene, user: User): Promise<readonly (readonly [how: string, FollowingCall])[]> {
  const project = await aLaboratory(scene, 2);
  await grant(scene, project, user);
  await listingsOpenToIdTokens(scene, user);
  const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
  const calls: [how: string, FollowingCall | undefined][] = [
    [following, await followingCall(scene, authorization, 0)],
    ['with a filter', await filteredCall(scene, authorization, project)],
  ];
  for (const index of scene.versionedListings.keys())
    calls.push(['in an order', await sortedCall(scene, authorization, index)]);
  return calls.flatMap(([how, call]) => (call === undefined ? [] : [[how, call] as const]));
}

/** Checks of wrong ID tokens in other calls than a plain one of a listing ("OpenID Connect (legacy)", 3 and 4). */
export const wrongTokensInOtherCallsChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/a-wrong-id-token-lists-nothing-in-any-form-of-call',
    title: 'A wrong ID token lists nothing on a sorted, filtered or following page',
    proves: requirements,
    needs: idTokenReaderNeeds,
    async gather(scene) {
      const user = await aUser(scene);
      const served = await servedCalls(scene, user);
      const all = [];
      for (const [how, { path, again }] of served) {
        const probes = [];
        for (const { requirement, what: described, make } of wrongTokens(scene, user)) {
          probes.push({
            requirement,
            described: `GET ${path} ${how} with ${described}`,
            probe: await again(await make()),
          });
        }
        all.push({ how, probes, control: await again() });
      }
      return all;
    },
    *judge(all) {
      for (const { how, probes, control } of all) {
        for (const { requirement, described, probe } of probes) {
          // a tenant may first refuse a page token that came with another credential (FRE-136)
          if (how !== following || accepted(probe)) yield* refusedByContrast(probe, control, requirement, described);
        }
      }
    },
  }),

  check({
    id: 'openid-connect/nothing-is-created-by-a-wrong-id-token',
    title: 'A wrong ID token creates no record',
    proves: requirements,
    needs: [...idTokenNeeds, 'write-probe'],
    async gather(scene) {
      const { user } = await idTokenStage(scene);
      const project = await aWritableProject(scene, user);
      const pointer = creatorPointer(scene);
      const write = async (authorization: string): Promise<Written> => {
        const exchange = await writeRecord(scene, authorization, project?.projectId);
        return { exchange, created: succeeded(exchange) && creatorIn(exchange, pointer) !== undefined };
      };
      const right = await scene.settle(
        async () => write(bearer(await anIdToken(scene, plainIdToken, { user }))),
        ({ created }) => created,
      );
      const wrong = [];
      for (const { requirement, what: described, make } of wrongTokens(scene, user)) {
        wrong.push({ requirement, described, written: await write(await make()) });
      }
      return { right, wrong };
    },
    *judge({ right, wrong }) {
      if (!(yield* premise(right.created, 'a right ID token created no record either'))) return;
      for (const { requirement, described, written } of wrong) {
        yield* writesNothing(written, requirement, `the write probe with ${described}`);
      }
    },
  }),
];
