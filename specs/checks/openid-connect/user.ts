import fc from 'fast-check';
import { succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Laboratory, User } from '../../../drivers/world/actors.ts';
import { aLaboratory, anApp, aUser, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { TokenReader } from '../../../drivers/world/identity.ts';
import {
  anIdToken,
  asReader,
  aTokenUser,
  aUserAt,
  plainIdToken,
  signInWhereNeeded,
} from '../../../drivers/world/identity.ts';
import type { RequestOptions } from '../../../drivers/world/request.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { View } from '../../../drivers/world/view.ts';
import { pageWith, shows, sightOf } from '../../../drivers/world/view.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import { idTokensThatNameAnother, rightIdTokens } from '../../../generators/id-token.ts';
import type { IdTokenSpec } from '../../../generators/id-token-spec.ts';
import { plainIdTokens } from '../../../generators/plain-id-token.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { closedTo, showsAll, showsNone } from '../../expectations/acceptance.ts';
import { settledView } from '../../expectations/settled-view.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { idTokenNeeds, idTokenReaderNeeds, idTokenStage, listingsOpenToIdTokens } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks of the user as whom a call with an ID token acts ("OpenID Connect (legacy)", 3). */
export const userChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/an-id-token-acts-as-the-user-of-its-email',
    title: 'A call with an ID token sees what the user of its email claim may see, and nothing of others',
    proves: ['OIC-02', 'OIC-04'],
    needs: idTokenReaderNeeds,
    cases: objectOf({
      calls: fc.array(objectOf({ who: fc.nat(2), listing: fc.nat(4), spec: plainIdTokens }), {
        minLength: 1,
        maxLength: 5,
      }),
      how: fc.constantFrom('in turn', 'at once', 'over one connection'),
    }),
    maxCases: 40,
    describe: ({ calls, how }) => `calls of the users ${calls.map(({ who }) => 'ABC'.charAt(who)).join(', ')}, ${how}`,
    async arrange(scene) {
      const users = [];
      for (let count = 0; count < 3; count++) users.push(asReader(await aTokenUser(scene)));
      const strangers = [await aLaboratory(scene)];
      if (scene.supports('app.create')) {
        const ofAnApp = await aLaboratory(scene);
        await grant(scene, ofAnApp, await anApp(scene));
        strangers.push(ofAnApp);
      }
      const [first] = users;
      const open = first === undefined ? [] : await listingsOpenToIdTokens(scene, first);
      for (const user of users.slice(1)) await signInWhereNeeded(scene, user);
      return { users, strangers, open };
    },
    async gather(scene, { calls, how }, { users, strangers, open }) {
      const look = async (
        part: Scene,
        { who, listing, spec }: (typeof calls)[number],
        over?: RequestOptions['over'],
      ) => {
        const user = users[who] as TokenReader;
        const other = users[(who + 1) % users.length] as TokenReader;
        const at = listingAt(open, listing);
        const own = user.laboratory.records.filter((record) => record.kind === at.kind);
        const ofUsers = recordsOf(users.filter((_, index) => index !== who).map(({ laboratory }) => laboratory));
        const ofOthers = recordsOf(strangers);
        const withToken = async () => {
          const authorization = bearer(await anIdToken(part, spec, { user, other }));
          return part.view(at, authorization, { over });
        };
        const view = await settledView(part, withToken, { due: own, never: [...ofUsers, ...ofOthers] });
        return { view, own, ofUsers, ofOthers };
      };
      const seen =
        how === 'at once'
          ? await scene.together(calls.map((call) => (part: Scene) => look(part, call)))
          : how === 'over one connection'
            ? await scene.onOneConnection(async (over) => inTurn(calls, (call) => look(scene, call, over)))
            : await inTurn(calls, (call) => look(scene, call));
      return { seen };
    },
    *judge({ seen }) {
      for (const { view, own, ofUsers, ofOthers } of seen) {
        const subject = `GET ${view.path} with an ID token`;
        const missing = own.some((record) => !shows(view, record));
        const anothers = ofUsers.find((record) => sightOf(view, record) === 'surely');
        if (missing && anothers !== undefined) {
          const observed = `showed ${anothers.name}, which only another user may see`;
          yield finding('OIC-02', subject, observed, 'what its own user may see', pageWith(view, anothers));
          continue;
        }
        const closed = closedTo(view);
        if (closed !== undefined) {
          yield* premise(false, `${closed}, although ID tokens had been served before`);
          continue;
        }
        yield* showsAll(view, own, 'OIC-02', subject, [...own, ...ofUsers]);
        yield* showsNone(view, [...ofUsers, ...ofOthers], 'OIC-04', subject);
      }
    },
  }),

  check({
    id: 'openid-connect/other-claims-do-not-choose-the-user',
    title: "A call acts as the user of the email claim although all other claims are another user's",
    proves: ['OIC-03'],
    needs: idTokenReaderNeeds,
    cases: objectOf({
      spec: idTokensThatNameAnother,
      listing: fc.nat(4),
      first: fc.boolean(),
      identifiers: fc.boolean(),
    }),
    maxCases: 40,
    async arrange(scene) {
      const { user, open } = await idTokenStage(scene);
      const users = [asReader(user), asReader(await aTokenUser(scene))] as const;
      await signInWhereNeeded(scene, users[1]);
      return { open, users };
    },
    async gather(scene, { spec, listing, first, identifiers }, { open, users }) {
      const [user, other] = first ? users : [users[1], users[0]];
      const at = listingAt(open, listing);
      const own = user.laboratory.records.filter((record) => record.kind === at.kind);
      const others = recordsOf([other.laboratory]);
      const look = async (tokenSpec: IdTokenSpec) =>
        settledView(scene, async () => scene.view(at, bearer(await anIdToken(scene, tokenSpec, { user, other }))), {
          due: own,
          never: others,
        });
      const view = await look(identifiers ? naming(spec, other) : spec);
      const right = own.every((record) => shows(view, record));
      const control = right ? view : await look({ ...plainIdToken, signature: spec.signature });
      return { view, control, own, others };
    },
    *judge({ view, control, own, others }) {
      const subject = `GET ${view.path} with an ID token for one user that names another in its other claims`;
      const another = others.find((record) => sightOf(view, record) === 'surely');
      if (another !== undefined) {
        const observed = `showed ${another.name}, which only the other may see`;
        yield finding('OIC-03', subject, observed, 'what the user of the email claim may see', pageWith(view, another));
        return;
      }
      const served = own.every((record) => shows(control, record));
      if (yield* premise(served, `GET ${view.path} does not show the user's records to a plain ID token either`)) {
        yield* showsAll(view, own, 'OIC-03', subject);
      }
    },
  }),

  check({
    id: 'openid-connect/users-of-like-addresses-are-told-apart',
    title: 'Users whose addresses begin or end alike each see their own records',
    proves: ['OIC-02'],
    needs: idTokenReaderNeeds,
    cases: fc.record({ order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), listing: fc.nat(4) }),
    maxCases: 6,
    describe: ({ order }) => `users of like addresses, created in the order ${order.join(', ')}`,
    async arrange(scene) {
      const { user } = await idTokenStage(scene);
      return { open: await listingsOpenToIdTokens(scene, user) };
    },
    async gather(scene, { order, listing }, { open }) {
      const at = listingAt(open, listing);
      const name = scene.target.name('namesake').replaceAll(' ', '-');
      const addresses = [
        `${name}@lab.example`,
        `${name}@lab.example.org`,
        `${name}@mail.lab.example`,
        `x${name}@lab.example`,
        `${name}x@lab.example`,
        `${name}@${'of-many-words.'.repeat(5)}lab.example`,
        `${name}@${'of-many-words.'.repeat(5)}lab.test`,
      ];
      const users: TokenReader[] = [];
      for (const index of order) {
        const address = addresses[index] ?? '';
        const made = aUserAt(scene, address);
        // the specification does not say how long an address may be
        const user = await (address.length > 60 ? unlessRefused(made) : made);
        if (user === undefined) continue;
        await signInWhereNeeded(scene, user);
        const laboratory = await aLaboratory(scene);
        await grant(scene, laboratory, user);
        users.push({ ...user, laboratory });
      }
      const looks: { view: View; own: Laboratory['records']; others: Laboratory['records'] }[] = [];
      for (const user of users) {
        const own = user.laboratory.records.filter((record) => record.kind === at.kind);
        const others = recordsOf(users.filter((one) => one !== user).map(({ laboratory }) => laboratory));
        const look = async () => scene.view(at, bearer(await anIdToken(scene, plainIdToken, { user })));
        const view = await settledView(scene, look, { due: own, never: others });
        looks.push({ view, own, others });
      }
      return { looks };
    },
    *judge({ looks }) {
      const served = looks.some(({ view }) => view.end !== 'refused');
      if (!(yield* premise(served, 'no ID token of users of like addresses was served'))) return;
      for (const { view, own, others } of looks) {
        const subject = `GET ${view.path} with the ID token of a user whose address resembles another user's`;
        const another = others.find((record) => sightOf(view, record) === 'surely');
        if (another !== undefined) {
          const observed = `showed ${another.name}, which only the other may see`;
          yield finding('OIC-02', subject, observed, 'what its own user may see', pageWith(view, another));
        } else yield* showsAll(view, own, 'OIC-02', subject);
      }
    },
  }),

  check({
    id: 'openid-connect/records-name-the-user-of-the-id-token',
    title: 'A record created with an ID token names its user as the creator',
    proves: ['OIC-23'],
    needs: [...idTokenNeeds, 'write-probe'],
    cases: objectOf({
      spec: rightIdTokens,
      writers: fc.array(fc.nat(1), { minLength: 1, maxLength: 4 }),
      atOnce: fc.boolean(),
    }),
    maxCases: 10,
    describe: ({ writers, atOnce }) =>
      `written ${atOnce ? 'at once' : 'in turn'} by ${writers.map((who) => `user ${who + 1}`).join(', ')}`,
    async arrange(scene) {
      const { user } = await idTokenStage(scene);
      const users = [user, await aUser(scene)] as const;
      await signInWhereNeeded(scene, users[1]);
      const app = scene.supports('app.create') ? await anApp(scene) : undefined;
      const project = await aWritableProject(scene, ...users);
      for (const one of users) {
        await scene.settle(
          async () =>
            writeRecord(scene, bearer(await anIdToken(scene, plainIdToken, { user: one })), project?.projectId),
          succeeded,
        );
      }
      return { users, app, project };
    },
    async gather(scene, { spec, writers, atOnce }, { users, app, project }) {
      const write = (who: number) => async (part: Scene) => {
        const [user, other] = who === 0 ? users : [users[1], users[0]];
        const token = await anIdToken(part, spec, { user, other });
        return { user, other, written: await writeRecord(part, bearer(token), project?.projectId) };
      };
      const parts = writers.map(write);
      const answers = atOnce ? await scene.together(parts) : await inTurn(parts, (part) => part(scene));
      return { answers, app, pointer: creatorPointer(scene) };
    },
    *judge({ answers, app, pointer }) {
      for (const { user, other, written } of answers) {
        const others = [identityOf(other, 'another user'), ...(app === undefined ? [] : [identityOf(app, 'an app')])];
        const subject = 'a record created with an ID token';
        yield* isAttributedTo(written, pointer, identityOf(user, 'the user'), others, 'OIC-23', subject);
      }
    },
  }),
];

/** Adds claims that name the other user by identifier too, for a tenant that reads more than the e-mail. */
function naming(spec: IdTokenSpec, other: User): IdTokenSpec {
  const { userId, email } = other;
  const extra = { oid: userId, uid: userId, user_id: userId, userId, emails: [email], email_address: email };
  return { ...spec, claims: { ...spec.claims, extra: { ...spec.claims.extra, ...extra } } };
}

function recordsOf(laboratories: readonly Laboratory[]): Laboratory['records'] {
  return laboratories.flatMap(({ records }) => records);
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
