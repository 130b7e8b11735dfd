import type { Actor, Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { withMembers } from '../../http/message.ts';
import type { LabRecord } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { countingPlaces } from './offsets.ts';

const isApp = (actor: Actor | undefined): boolean => actor?.kind === 'app';
const isDelegate = (actor: Actor | undefined): boolean =>
  actor?.kind === 'user' && actor.credential.kind === 'accessToken';

/** Wrong for a reader whose grants have a history, or who comes with what is no credential. */
export const readerNearMissFaults: readonly Fault[] = [
  {
    id: 'listing/a-second-grant-brings-records-twice',
    breaks: ['LST-13'],
    summary: 'The records of a project that was granted to a reader, revoked and granted again come twice.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      recordsFor: (call, actor, listing) =>
        normal.recordsFor(call, actor, listing).flatMap((record) => {
          const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
          return grants.filter((grant) => sameActor(grant.actor, actor)).map(() => record);
        }),
    }),
  },
  {
    id: 'listing/a-second-grant-brings-nothing',
    breaks: ['LST-31'],
    summary: 'A project that was granted to a user, revoked and granted again stays out of sight.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(actor.kind === 'user' && project.grants.some((one) => sameActor(one.actor, actor) && one.revokedAt)),
    }),
  },
  {
    id: 'listing/revoked-projects-stay-in-v3',
    breaks: ['LST-31'],
    also: ['LST-32'],
    summary: 'In v3 a user goes on seeing the records of a project that was revoked.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.kind === 'user' &&
          call.request.path.startsWith('/api/v3/') &&
          call.tenant.state.projects.get(record.projectId)?.grants.some((one) => sameActor(one.actor, actor)) === true),
    }),
  },
  {
    id: 'listing/what-comes-after-a-grant-is-not-seen',
    breaks: ['LST-31'],
    also: ['LST-13'],
    summary: 'A grant of a project opens the plates that are in it by then, and none that come later.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) &&
        (record.kind !== 'plate' ||
          actor.kind === 'app' ||
          call.tenant.state.projects
            .get(record.projectId)
            ?.grants.some((one) => sameActor(one.actor, actor) && one.grantedAt > record.addedAt) === true),
    }),
  },
  {
    id: 'listing/what-was-there-before-a-grant-is-not-seen',
    breaks: ['LST-31'],
    also: ['LST-13'],
    summary: 'A grant of a project to an app opens what comes into it afterwards only.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) &&
        (actor.kind === 'user' ||
          call.tenant.state.projects
            .get(record.projectId)
            ?.grants.some((one) => sameActor(one.actor, actor) && one.grantedAt <= record.addedAt) === true),
    }),
  },
  {
    id: 'listing/delegates-see-what-the-app-sees-too',
    breaks: ['LST-31'],
    also: ['DEL-01', 'LST-30'],
    summary: 'An app that acts for a user lists its own records beside those of the user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        if (!isDelegate(actor)) return false;
        const bearer = call.request.headers.get('authorization')?.[0]?.replace(/^bearer +/i, '') ?? '';
        const appId = call.tenant.state.accessTokens.find(bearer)?.appId;
        return appId !== undefined && normal.mayRead(call, { ...actor, kind: 'app', id: appId }, record);
      },
    }),
  },
  {
    id: 'listing/a-listing-is-remembered-for-good',
    breaks: ['LST-31'],
    summary: 'What a reader was once shown of plates in v3 without any parameter is the answer ever after.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const plain = call.request.query.size === 0 && listing.version === 'v3' && listing.kind === 'plate';
          const key = `${actor.kind} ${actor.id}`;
          const before = known.get(key);
          if (plain && before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (plain && Array.isArray(records) && records.length > 0) known.set(key, records);
          return records;
        },
      };
    },
  },
  {
    id: 'listing/no-page-token-where-an-app-was-granted-nothing',
    breaks: ['LST-09'],
    also: ['LST-05', 'LST-21', 'CCR-08'],
    summary: 'An app to which no project was granted gets a page without nextToken.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const granted = [...call.tenant.state.projects.values()].some(({ grants }) =>
          grants.some((one) => call.found.actor !== undefined && sameActor(one.actor, call.found.actor)),
        );
        const bare = isApp(call.found.actor) && !granted;
        return normal.answer(
          withMembers(answer, (members) => {
            if (!bare || members['nextToken'] !== '') return members;
            const { nextToken: _without, ...others } = members;
            return others;
          }),
          call,
        );
      },
    }),
  },
  {
    id: 'listing/results-are-null-where-a-user-was-granted-nothing',
    breaks: ['LST-06'],
    also: ['LST-05', 'LST-21'],
    summary: 'For a user to whom no project was granted results is null.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        const granted = [...call.tenant.state.projects.values()].some(({ grants }) =>
          grants.some((one) => call.found.actor !== undefined && sameActor(one.actor, call.found.actor)),
        );
        const bare = call.found.actor?.kind === 'user' && !granted;
        return bare && listing.kind === 'assayResult' ? { ...members, results: null } : members;
      },
    }),
  },
  {
    id: 'listing/results-are-left-out-of-an-empty-page-for-keys',
    breaks: ['LST-06'],
    also: ['LST-05'],
    summary: 'A user who comes with a key and has no assay results gets a page without results.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { results, ...others } = normal.pageMembers(call, listing, items, nextToken);
        const lacks = call.found.actor?.credential.kind === 'apiKey' && items.length === 0;
        return lacks || results === undefined ? others : { results, ...others };
      },
    }),
  },
  {
    id: 'listing/spent-page-tokens-are-credentials',
    breaks: ['LST-29'],
    summary: 'A page token that led to its page once leads to it again without a credential.',
    behaviour: (normal) => {
      const makers = new Map<string, Actor>();
      return {
        readPageToken: (call, actor, listing, token) => {
          makers.set(token, actor);
          return normal.readPageToken(call, actor, listing, token);
        },
        authenticate: (call) => {
          const maker = makers.get(normal.pageTokenOf(call) ?? '');
          const named = call.request.headers.has('authorization');
          return !named && maker !== undefined ? maker : normal.authenticate(call);
        },
      };
    },
  },
  {
    id: 'listing/page-tokens-go-on-for-who-shares-a-project',
    breaks: ['LST-30'],
    summary: 'A page token goes on with the records of whoever it was made for, if both have some project in common.',
    behaviour: (normal) => {
      const makers = new Map<string, Actor>();
      const sharing = (call: Call, one: Actor, other: Actor): boolean =>
        [...call.tenant.state.projects.values()].some(
          (project) => normal.hasAccess(call, one, project) && normal.hasAccess(call, other, project),
        );
      const makerOf = (call: Call, actor: Actor): Actor => {
        const maker = makers.get(normal.pageTokenOf(call) ?? '');
        return maker !== undefined && sharing(call, maker, actor) ? maker : actor;
      };
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, makerOf(call, actor), listing, last);
          makers.set(token, makerOf(call, actor));
          return token;
        },
        readPageToken: (call, actor, listing, token) =>
          normal.readPageToken(call, makerOf(call, actor), listing, token),
        recordsFor: (call, actor, listing) => normal.recordsFor(call, makerOf(call, actor), listing),
      };
    },
  },
  {
    id: 'listing/page-tokens-are-credentials-beside-a-wrong-one',
    breaks: ['LST-29'],
    summary: 'A page token stands in for a bearer token that nobody was given.',
    behaviour: (normal) => {
      const makers = new Map<string, Actor>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          makers.set(token, actor);
          return token;
        },
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          const maker = makers.get(normal.pageTokenOf(call) ?? '');
          const named = call.request.headers.get('authorization')?.[0]?.toLowerCase().startsWith('bearer ') === true;
          return isRefusal(actor) && named && maker !== undefined ? maker : actor;
        },
      };
    },
  },
];
