import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { OperationName } from '../../../drivers/control/operation.ts';
import type { App, Project, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKey,
  aProject,
  aUser,
  grant,
  settledTokenRequest,
  someOfEachKind,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { filteredCall, secondPage } from '../../expectations/following-call.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { authorizeUntilTokens, aWriting } from '../../expectations/standing.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { reinstallUnused } from './reinstalled.ts';
import {
  archive,
  archivingNeeds,
  delegatedNeeds,
  reinstallationNeeds,
  suspend,
  suspensionNeeds,
  unarchive,
  unsuspend,
} from './stage.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { demand, held } from '../../../core/judgement.ts';

/** A form of call, made anew with whatever credential there is by then. */
interface Form {
  readonly how: string;
  readonly make: (authorization: string) => Promise<Exchange>;
  readonly served: (exchange: Exchange) => boolean;
}

/** Who was stopped and goes on, as what the calls are made. */
interface Resumption {
  readonly requirement: RequirementId;
  readonly needs: readonly OperationName[];
  /** Who must see something, and what obtains a credential, which may be another one each time. */
  readonly actor: (scene: Scene) => Promise<{ readonly member: App | User; readonly come: () => Promise<string> }>;
  readonly stopAndResume: (scene: Scene, member: App | User) => Promise<void>;
}

const isUser = (member: App | User): member is User => 'userId' in member;

/** A token of the app's own, or one for the user; empty where there is none. */
async function tokenOf(scene: Scene, app: App, user?: User): Promise<string> {
  const answered =
    user === undefined
      ? await settledTokenRequest(scene, app)
      : (await authorizeUntilTokens(scene, { user, app })).exchanged;
  const token = answered === undefined ? undefined : accessTokenIn(answered);
  return token === undefined ? '' : bearer(token);
}

async function rest(scene: Scene, member: App | User): Promise<void> {
  if (!isUser(member)) return;
  await suspend(scene, member);
  await unsuspend(scene, member);
}

const returns = {
  'a user who was suspended, with the key': {
    requirement: 'LIF-05',
    needs: [...suspensionNeeds, 'user.unsuspend'],
    async actor(scene) {
      const user = await aUser(scene);
      const key = basic(await aKey(scene, user));
      return { member: user, come: () => Promise.resolve(key) };
    },
    stopAndResume: rest,
  },
  'an app for a user who was suspended': {
    requirement: 'LIF-20',
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend'],
    async actor(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      return { member: user, come: () => tokenOf(scene, app, user) };
    },
    stopAndResume: rest,
  },
  'an app that was archived': {
    requirement: 'LIF-26',
    needs: [...archivingNeeds, 'app.unarchive'],
    async actor(scene) {
      const app = await aClient(scene);
      return { member: app, come: () => tokenOf(scene, app) };
    },
    async stopAndResume(scene, member) {
      if (isUser(member)) return;
      await archive(scene, member);
      await unarchive(scene, member);
    },
  },
} as const satisfies Record<string, Resumption>;

type Resumed = keyof typeof returns | 'a reinstalled app for a user';
const everybody: readonly Resumed[] = [
  ...(Object.keys(returns) as (keyof typeof returns)[]),
  'a reinstalled app for a user',
];

/** An app is another one to the suite when its secret is, so it is made and installed again in one place. */
function reinstalled(scene: Scene): Resumption {
  let app: App | undefined;
  return {
    requirement: 'LIF-38',
    needs: reinstallationNeeds,
    async actor() {
      app = await aClient(scene);
      const user = await aUser(scene);
      return { member: user, come: async () => tokenOf(scene, app ?? (await aClient(scene)), user) };
    },
    async stopAndResume() {
      if (app === undefined) return;
      app = await reinstallUnused(scene, app);
    },
  };
}

/** Those of the forms of call that are served to begin with, the plain one first. */
async function formsOf(scene: Scene, authorization: string, member: App | User, project: Project): Promise<Form[]> {
  const [{ path }] = await listingsOpenTo(scene, authorization);
  const forms: Form[] = [
    { how: `GET ${path}`, make: (as) => scene.call(path, { authorization: as }), served: accepted },
  ];
  // without records these would be empty pages, which tell of no reach
  if (scene.supports('record.create')) forms.push(...(await listingForms(scene, authorization, path, project)));
  const writing = await aWriting(scene, authorization, member);
  if (writing !== undefined) forms.push({ how: 'the write probe', make: writing.again, served: writing.wrote });
  const open: Form[] = [];
  for (const form of forms) {
    if (form.served(await scene.settle(() => form.make(authorization), form.served))) open.push(form);
  }
  return open;
}

/** The calls that are more than a plain one of a listing. */
async function listingForms(scene: Scene, authorization: string, path: string, project: Project): Promise<Form[]> {
  const sorted = scene.versionedListings.at(2)?.path ?? scene.versionedListings[0].path;
  const query = { sort: 'modifiedAt:asc' };
  const forms: Form[] = [
    {
      how: `GET ${path} for a following page`,
      make: async (as) => {
        const { first, second } = await secondPage(scene, path, as);
        return second ?? first;
      },
      served: accepted,
    },
    {
      how: `GET ${sorted} in an order`,
      make: (as) => scene.call(sorted, { authorization: as, query }),
      served: accepted,
    },
  ];
  const filtered = await filteredCall(scene, authorization, project);
  if (filtered !== undefined) {
    forms.push({ how: `GET ${filtered.path} with a filter`, make: filtered.again, served: accepted });
  }
  return forms;
}

/** What comes back with an un-suspension, an unarchiving and a renewed consent, beyond a plain listing ("States and transitions"). */
export const callsAfterResumptionChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/who-goes-on-is-served-in-whatever-call',
    title: 'A user or app that is active again gets following, sorted and filtered pages and writes',
    proves: ['LIF-05', 'LIF-07', 'LIF-20', 'LIF-26', 'LIF-38'],
    needs: ['app.create', 'project.create', 'project.grant'],
    cases: fc.constantFrom(...everybody),
    maxCases: everybody.length,
    describe: (who) => who,
    async gather(scene, who) {
      const one = who === 'a reinstalled app for a user' ? reinstalled(scene) : returns[who];
      if (!one.needs.every((need) => scene.supports(need)))
        throw new NothingToJudge('the control cannot stop them and let them go on');
      const { member, come } = await one.actor(scene);
      const project = await aProject(scene);
      if (scene.supports('record.create')) await someOfEachKind(scene, project, 2);
      else scene.journal.lacked.add('record.create');
      await grant(scene, project, member);
      const forms = await formsOf(scene, await come(), member, project);
      await one.stopAndResume(scene, member);
      const authorization = await come();
      const after: { readonly how: string; readonly served: boolean; readonly exchange: Exchange }[] = [];
      for (const { how, make, served } of forms) {
        const exchange = await scene.settle(() => make(authorization), served);
        after.push({ how, served: served(exchange), exchange });
      }
      return { requirement: one.requirement, after };
    },
    *judge(seen, who) {
      const [plain, ...others] = seen.after;
      // that nothing is served at all is told by other checks
      if (!(yield* premise(plain?.served === true, `${who} was not served again`))) return;
      for (const { how, served, exchange } of others) {
        const subject = `${how} by ${who}`;
        // that a key works is stated; how far it reaches is inference
        const isReached = seen.requirement === 'LIF-05' && exchange.response?.status !== 401;
        if (isReached) {
          yield held('LIF-05');
          yield demand(served, 'LIF-07', subject, answer(exchange), 'the same as before', exchange);
        } else yield demand(served, seen.requirement, subject, answer(exchange), 'the same as before', exchange);
      }
    },
  }),
];
