import fc from 'fast-check';
import { NothingToJudge } from '../../../core/trouble.ts';
import { aKeyOwner, anAccessToken, aProject, grant, someRecords } from '../../../drivers/world/actors.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { openListingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';

const names = ['user A', 'user B', 'the app'] as const;

/**
 * Forms of a listing call. A tenant may read sorted records and following pages in another way than a plain listing.
 */
const ways = {
  'in one go': {},
  sorted: { sort: 'modifiedAt:desc' },
  'in pages of two': { pageSize: '2' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** A caller: one of the actors to whom projects are granted, with a credential of its own or through the app. */
interface Caller {
  readonly who: number;
  readonly name: string;
  /** Issues the credential for each case, because an ID token is valid only for a while. */
  readonly authorize: (scene: Scene) => Promise<string>;
}

/** Calls, each of which is tied to exactly one actor ("What the service does"). */
export const oneActorChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-call-sees-what-its-one-actor-sees',
    title: 'A call sees the records of its own actor and none that only other actors may see',
    proves: ['TRN-14'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access'],
    cases: fc.record({
      listing: fc.nat(4),
      /** The actors who are granted access, for each project. */
      projects: fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 2, maxLength: 4 }),
      way: fc.constantFrom<keyof typeof ways>('in one go', 'sorted', 'sorted', 'in pages of two'),
    }),
    maxCases: 15,
    describe: ({ listing, projects, way }) =>
      `${openListingNamed(listing)} read ${way}, projects granted to ${projects.map((who) => who.map((one) => names[one]).join(' and ')).join('; ')}`,
    async arrange(scene) {
      const [a, b, app] = [await aKeyOwner(scene), await aKeyOwner(scene), await aClient(scene)];
      // the users let the app act in their names, which must not widen the view of any actor
      const ofUsers: Caller[] = [];
      for (const [who, user] of scene.supports('browser.authorize') ? [a, b].entries() : []) {
        const { authorization } = await aGrant(scene, app, user);
        ofUsers.push({ who, name: `${names[who] ?? ''} through the app`, authorize: async () => authorization });
      }
      for (const [who, user] of scene.supports('identityProvider.trust') ? [a, b].entries() : []) {
        await signInWhereNeeded(scene, user);
        const authorize = async (part: Scene): Promise<string> => bearer(await anIdToken(part, plainIdToken, { user }));
        ofUsers.push({ who, name: `${names[who] ?? ''} with an ID token`, authorize });
      }
      const actors: readonly (App | User)[] = [a, b, app];
      const credentials = [basic(a.apiKey), basic(b.apiKey), bearer(await anAccessToken(scene, app))];
      const callers: Caller[] = names.map((name, who) => ({
        who,
        name,
        authorize: async () => credentials[who] ?? '',
      }));
      return { actors, callers: [...callers, ...ofUsers], open: await listingsOpenToKeys(scene) };
    },
    async gather(scene, { listing, projects, way }, { actors, callers, open }) {
      const target = listingAt(open, listing);
      // the specification does not say that assay results can be sorted (FRE-149)
      const query = way === 'sorted' && target.kind === 'assayResult' ? {} : ways[way];
      const made: { record: CreatedRecord; who: readonly number[] }[] = [];
      // in pages of two, the app has a following page in any case, and others have records before and after those
      // that it sees
      const paged = way === 'in pages of two';
      for (const who of paged ? [[0, 1], [2], ...projects, [2], [0]] : projects) {
        const project = await aProject(scene);
        const records = await someRecords(scene, project, target.kind, paged ? 2 : 1);
        for (const one of who) {
          const to = actors[one];
          if (to !== undefined) await grant(scene, project, to);
        }
        for (const record of records) made.push({ record, who });
      }
      const seen = [];
      for (const { who: caller, name, authorize } of callers) {
        const authorization = await authorize(scene);
        const own = made.filter(({ who }) => who.includes(caller)).map(({ record }) => record);
        const others = made.filter(({ who }) => !who.includes(caller)).map(({ record }) => record);
        const view = await scene.settle(
          () => scene.view(target, authorization, { query }),
          (look) => own.every((record) => shows(look, record)),
        );
        // it is open which sizes a page may have (FRE-253)
        if (paged && view.end === 'refused' && (await scene.view(target, authorization)).end !== 'refused')
          throw new NothingToJudge(`GET ${target.path} refuses pages of two`);
        seen.push({ name, own, others, view });
      }
      return seen;
    },
    *judge(seen) {
      for (const { name, own, others, view } of seen) {
        const subject = `GET ${view.path} of ${name}`;
        yield* showsNone(view, others, 'TRN-14', subject);
        const complete = own.every((record) => shows(view, record));
        yield* premise(complete, `${subject} did not show the records granted to ${name}`);
      }
    },
  }),
];
