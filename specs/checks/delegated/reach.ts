import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import type { App, Project, User } from '../../../drivers/world/actors.ts';
import {
  aKey,
  aLaboratory,
  anAccessToken,
  aProject,
  aUser,
  grant as grantProject,
  someOfEachKind,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aCode, aGrant, exchangeCode, grantIn, refreshed } from '../../../drivers/world/delegated.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsNone } from '../../expectations/acceptance.ts';
import { filteredCall, sortedCall } from '../../expectations/following-call.ts';
import { settledView } from '../../expectations/settled-view.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { seesAll } from '../../expectations/reach.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

type Actor = 'one' | 'two' | 'app';

/** A project, and the actors that may see it. */
interface Shared {
  readonly project: Project;
  readonly holders: readonly Actor[];
  readonly records: readonly CreatedRecord[];
}

/** Two users of one app, and a project for each subset of these three actors that may see it. */
interface World {
  readonly app: App;
  readonly users: Readonly<Record<'one' | 'two', User>>;
  /** Personal keys of the users, which show what the users may see. Empty if the control cannot make keys. */
  readonly keys: Partial<Readonly<Record<'one' | 'two', string>>>;
  readonly shared: readonly Shared[];
}

const holderSets: readonly (readonly Actor[])[] = [
  ['one'],
  ['two'],
  ['app'],
  ['one', 'two'],
  ['one', 'app'],
  ['two', 'app'],
  ['one', 'two', 'app'],
  [],
];

async function aWorld(scene: Scene): Promise<World> {
  const app = await aClient(scene);
  const users = { one: await aUser(scene), two: await aUser(scene) };
  const shared: Shared[] = [];
  for (const holders of holderSets) {
    const project = await aProject(scene);
    const records: CreatedRecord[] = [];
    records.push(...(await someOfEachKind(scene, project)));
    for (const who of holders) await grantProject(scene, project, who === 'app' ? app : users[who]);
    shared.push({ project, holders, records });
  }
  if (!scene.supports('apiKey.create')) return { app, users, keys: {}, shared };
  return { app, users, keys: { one: await aKey(scene, users.one), two: await aKey(scene, users.two) }, shared };
}

/** Returns the records of one kind in the projects whose holders fulfil the condition. */
function recordsOf({ shared }: World, kind: string, of: (holders: readonly Actor[]) => boolean): CreatedRecord[] {
  return shared.filter(({ holders }) => of(holders)).flatMap(({ records }) => records.filter((r) => r.kind === kind));
}

/** Lists records with a token. If one is missing, also lists them with the user's own key. */
async function lookAs(
  scene: Scene,
  world: World,
  who: 'one' | 'two',
  listing: Listing,
  authorization: string,
): Promise<ReachSeen> {
  const wanted = recordsOf(world, listing.kind, (holders) => holders.includes(who));
  const complete = (view: View): boolean => wanted.every((record) => shows(view, record));
  const never = recordsOf(world, listing.kind, (holders) => !holders.includes(who));
  const view = await settledView(scene, () => scene.view(listing, authorization), { due: wanted, never });
  if (complete(view)) return { view, sisters: [] };
  const sisters: View[] = [];
  for (const other of await scene.listings()) {
    if (other.kind === listing.kind && other.path !== listing.path) {
      sisters.push(await scene.view(other, authorization));
    }
  }
  const key = world.keys[who];
  return { view, sisters, ...(key === undefined ? {} : { witness: await scene.view(listing, basic(key)) }) };
}

/** A listing by one of the users, and the number of refreshes before it. */
interface UserLook {
  readonly who: 'one' | 'two';
  readonly refreshes: number;
  readonly look: ReachSeen;
}

const other = (who: 'one' | 'two'): 'one' | 'two' => (who === 'one' ? 'two' : 'one');

/** Judges that a token acts with its user's permissions: it shows all that the user may see, and nothing else. */
function* actsForUser(
  { who, look, refreshes }: UserLook,
  world: World,
): Generator<Judgement<RequirementId, FreedomId>> {
  const { path, kind } = look.view;
  const subject = `GET ${path} with a delegated token${refreshes > 0 ? ` of refresh ${refreshes}` : ''}`;
  const own = recordsOf(world, kind, (holders) => holders.includes(who));
  const all = recordsOf(world, kind, () => true);
  const foreign = all.filter((record) => !own.includes(record));
  const theirs = recordsOf(world, kind, (holders) => holders.length === 1 && holders.includes(other(who)));
  if (refreshes > 0) {
    yield* seesAll(look, own, 'DEL-36', subject, all);
    yield* showsNone(look.view, foreign, 'DEL-36', `${subject}, for records that its user may not see,`);
  } else {
    yield* seesAll(look, own, 'DEL-31', subject, all);
    const unseen = foreign.filter((record) => !theirs.includes(record));
    yield* showsNone(look.view, unseen, 'DEL-32', `${subject}, for records that its user may not see,`);
  }
  yield* showsNone(look.view, theirs, 'DEL-34', `${subject}, for records of another user of the app,`);
}

const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(
      fc.record({
        who: fc.constantFrom<Actor>('one', 'two', 'app'),
        listing: fc.nat(4),
        renewed: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  },
  // a longer chain of refreshes for one of the users
  {
    weight: 1,
    arbitrary: fc
      .record({ who: fc.constantFrom<Actor>('one', 'two'), listing: fc.nat(4) })
      .map((one) => Array.from({ length: 4 }, () => ({ ...one, renewed: true }))),
  },
);

/** Records that delegated tokens show ("Authentication", the table of methods; "Delegated auth", 4). */
export const reachChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-token-acts-with-the-permissions-of-its-user',
    title: 'A delegated token shows exactly what its user may see',
    proves: ['DEL-31', 'DEL-32', 'DEL-34', 'DEL-36'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({ steps, atOnce: fc.boolean() }),
    maxCases: 40,
    describe: ({ steps: drawn, atOnce }) =>
      `${atOnce ? 'at once ' : ''}${drawn.map(({ who, listing, renewed }) => `${who === 'app' ? 'the app' : `user ${who}`} looks at ${listingNamed(listing)}${renewed && who !== 'app' ? ' after a refresh' : ''}`).join(', ')}`,
    arrange: aWorld,
    async gather(scene, { steps: drawn, atOnce }, world) {
      const listings = await scene.listings();
      const { app, users } = world;
      // both users authorize before the first look, so that the last user to authorize is not always the one who
      // looks
      const grants: Record<'one' | 'two', Grant> = {
        one: await aGrant(scene, app, users.one),
        two: await aGrant(scene, app, users.two),
      };
      const refreshes = { one: 0, two: 0 };
      const appToken = await anAccessToken(scene, app);
      const looks: UserLook[] = [];
      const parts: ((part: Scene) => Promise<UserLook | undefined>)[] = [];
      for (const { who, listing: index, renewed } of drawn) {
        const listing = listings[index];
        if (listing === undefined) continue;
        if (who !== 'app' && renewed) {
          grants[who] = await refreshed(scene, grants[who]);
          refreshes[who]++;
        }
        const [authorization, count] =
          who === 'app' ? [bearer(appToken), 0] : [grants[who].authorization, refreshes[who]];
        const part = async (scenePart: Scene): Promise<UserLook | undefined> => {
          if (who !== 'app') {
            return { who, refreshes: count, look: await lookAs(scenePart, world, who, listing, authorization) };
          }
          await scenePart.view(listing, authorization); // by the app itself, between the looks of the users
          return undefined;
        };
        if (atOnce) parts.push(part);
        else looks.push(...[await part(scene)].filter((look) => look !== undefined));
      }
      // a refresh may end the earlier access token, so the simultaneous looks use only the newest tokens
      const together = atOnce ? await scene.together(afterLastRefresh(drawn, parts)) : [];
      return { world, looks: [...looks, ...together.filter((look) => look !== undefined)] };
    },
    *judge({ world, looks }) {
      for (const look of looks) yield* actsForUser(look, world);
    },
  }),

  check({
    id: 'delegated/a-code-acts-for-who-authorized-it',
    title: 'A code yields a token for the user who authorized it, in any order of exchanges',
    proves: ['DEL-60'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({
      authorized: fc.shuffledSubarray(['one', 'two'] as const, { minLength: 2 }),
      exchanged: fc.shuffledSubarray(['one', 'two'] as const, { minLength: 2 }),
      atOnce: fc.boolean(),
      elsewhere: fc.boolean(),
      /** Whether a code of each user also waits for another app. */
      waiting: fc.boolean(),
      listing: fc.nat(3),
    }),
    maxCases: 12,
    describe: ({ authorized, exchanged, atOnce, waiting }) =>
      `authorized by user ${authorized.join(', then ')}${waiting ? ', each of whom has a code waiting for another app' : ''}, exchanged ${atOnce ? 'at once' : `for user ${exchanged.join(', then ')}`}`,
    arrange: aWorld,
    async gather(scene, { authorized, exchanged, atOnce, listing: index, elsewhere, waiting }, world) {
      const { app, users } = world;
      const listing = await scene.listingAt(index);
      if (listing === undefined) return null;
      const codes = { one: '', two: '' };
      // these codes come first, because one session may keep only the latest code (FRE-62, FRE-63)
      if (waiting) {
        const other = await aClient(scene);
        for (const who of authorized) await aCode(scene, { app: other, user: users[who] });
      }
      for (const who of authorized) codes[who] = await aCode(scene, { app, user: users[who], freshSession: elsewhere });
      const exchange = (part: Scene, who: 'one' | 'two') => exchangeCode(part, app, codes[who]);
      const answers = atOnce
        ? await scene.together(exchanged.map((who) => (part: Scene) => exchange(part, who)))
        : [await exchange(scene, exchanged[0] ?? 'one'), await exchange(scene, exchanged[1] ?? 'two')];
      const looks: UserLook[] = [];
      for (const [place, who] of exchanged.entries()) {
        const answered = answers[place];
        if (answered === undefined) continue;
        const { authorization } = grantIn(app, users[who], answered, 'the exchange of a fresh code');
        looks.push({ who, refreshes: 0, look: await lookAs(scene, world, who, listing, authorization) });
      }
      return { world, looks };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('there is no such listing');
        return;
      }
      for (const { who, look } of seen.looks) {
        const { path, kind } = look.view;
        const subject = `GET ${path} with the token of a code that another user's code followed`;
        const only = (holder: 'one' | 'two') =>
          recordsOf(seen.world, kind, (holders) => holders.length === 1 && holders[0] === holder);
        // records that only one user may see show which user a token acts for
        if (only(who).every((record) => shows(look.view, record))) continue;
        const mistaken = only(other(who));
        yield* showsNone(look.view, mistaken, 'DEL-60', `${subject}, for records of the other user,`);
      }
    },
  }),

  check({
    id: 'delegated/a-token-lists-in-an-order-and-by-a-filter',
    title: "A delegated access token is accepted on sorted and filtered listings, as its user's key is",
    proves: ['DEL-62'],
    needs: [...delegatedNeeds, 'access', 'apiKey.create'],
    async gather(scene) {
      const [project, user] = [await aLaboratory(scene, 2), await aUser(scene)];
      await grantProject(scene, project, user);
      const key = basic(await aKey(scene, user));
      const calls = [await filteredCall(scene, key, project)];
      for (const index of scene.versionedListings.keys()) calls.push(await sortedCall(scene, key, index));
      const { authorization } = await aGrant(scene, await aClient(scene), user);
      const seen = [];
      for (const call of calls) {
        if (call === undefined) continue;
        seen.push({
          probe: await scene.settle(() => call.again(authorization), accepted),
          control: await call.again(),
        });
      }
      return seen;
    },
    *judge(seen) {
      if (!(yield* premise(seen.length > 0, 'nothing sorted or filtered was served to a key either'))) return;
      for (const { probe, control } of seen) {
        if (accepted(probe)) continue;
        const { pathname, searchParams } = new URL(probe.request.url);
        if (!(yield* premise(accepted(control), `GET ${pathname} with the user's own key ${answer(control)} too`)))
          return;
        const how = searchParams.has('sort') ? 'in an order' : 'with a filter';
        yield finding(
          'DEL-62',
          `GET ${pathname} ${how}, with a delegated access token`,
          answer(probe),
          'a page',
          probe,
        );
      }
    },
  }),
];

/** Returns the looks of each user that come after the user's last refresh. */
function afterLastRefresh<T>(
  drawn: readonly { readonly who: Actor; readonly renewed: boolean }[],
  parts: readonly T[],
): T[] {
  return parts.filter((_, index) => {
    const who = drawn[index]?.who;
    return who === 'app' || !drawn.slice(index + 1).some((later) => later.who === who && later.renewed);
  });
}
