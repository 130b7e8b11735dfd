import fc from 'fast-check';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App, Laboratory, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  aUser,
  legacyTokenPath,
  requestToken,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { bearer, form } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  aUserWithAccess,
  exchangeCode,
  redirectUri,
  refresh,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsAll, showsNone } from '../../expectations/acceptance.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import { hasNoRefreshMembers } from '../../expectations/token-answer-members.ts';

const needs = ['app.create', 'user.create', 'browser.authorize', 'access'] as const;

interface Party {
  readonly app: App;
  /** The laboratory to which the app was given access. */
  readonly own: Laboratory | undefined;
  readonly users: readonly { readonly user: User; readonly laboratory: Laboratory | undefined }[];
}

async function aParty(scene: Scene): Promise<Party> {
  const app = await aClient(scene);
  const own = await aLaboratoryFor(scene, app);
  return { app, own, users: [await aUserWithAccess(scene), await aUserWithAccess(scene)] };
}

const recordsOf = (laboratory: Laboratory | undefined, { kind }: Listing) =>
  (laboratory?.records ?? []).filter((record) => record.kind === kind);

const whole = (party: Party, listing: Listing) => (view: View) =>
  recordsOf(party.own, listing).every((record) => shows(view, record));

/** Fields by which other services let an app name the user for whom it acts. */
const namingFields = ['subject', 'sub', 'username', 'user', 'user_id', 'userId', 'email', 'on_behalf_of', 'actor'];

/** Checks that app tokens and the tokens of users stay separate ("OAuth bearer with app credentials"). */
export const besideUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/no-refresh-token-beside-consents',
    title: 'The response to client_credentials has no refresh_token, even if users have consented to the app',
    proves: ['CCR-02', 'CCR-03', 'CCR-22'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({ users: fc.integer({ min: 1, max: 2 }), refreshed: fc.boolean() }),
    maxCases: 6,
    describe: ({ users, refreshed: again }) =>
      inWords`an app with the grants of ${users} users${again ? ', refreshed since' : ''}`,
    async gather(scene, { users, refreshed: again }) {
      const app = await aClient(scene);
      for (let user = 0; user < users; user++) {
        const held = await aGrant(scene, app, await aUser(scene));
        if (again) await refreshed(scene, held);
      }
      return requestToken(scene, app);
    },
    *judge(request) {
      const granted = succeeded(request) && accessTokenIn(request) !== undefined;
      if (!(yield* premise(granted, `a client_credentials request ${answer(request)}`))) return;
      const subject = 'the response to a client_credentials request of an app with consents';
      yield* hasNoRefreshMembers(request, subject);
    },
  }),

  check({
    id: 'client-credentials/naming-a-user-makes-no-user-token',
    title: 'A client_credentials request that names a user who consented does not give a token of that user',
    proves: ['CCR-21'],
    needs,
    cases: objectOf({
      path: fc.constantFrom(tokenPath, tokenPath, legacyTokenPath),
      listing: fc.nat(3),
      id: fc.boolean(),
    }),
    maxCases: 4,
    describe: ({ path, id }) => `client_credentials at ${path} with the ${id ? 'identifier' : 'address'} of a user`,
    arrange: async (scene) => {
      const party = await aParty(scene);
      const user = party.users[0]?.user;
      if (user !== undefined) await aGrant(scene, party.app, user);
      return party;
    },
    async gather(scene, { path, listing: index, id }, party) {
      const { app, users } = party;
      const user = users[0]?.user;
      if (user === undefined) return null;
      const listing = listingAt(await scene.listings(), index);
      const right = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };
      const theirs = recordsOf(users[0]?.laboratory, listing);
      const looks = [];
      // one field a request: the tenant may refuse an unknown field (FRE-34), which would hide the effect of the others
      for (const name of namingFields) {
        const fields = { ...right, [name]: id ? user.userId : user.email };
        const request = await scene.postForm(path, form(fields), { note: `with a user as ${name}` });
        const token = accessTokenIn(request);
        if (token !== undefined) looks.push({ name, view: await scene.view(listing, bearer(token)) });
      }
      const plain = await scene.view(listing, bearer(await anAccessToken(scene, app)));
      return { looks, plain, theirs };
    },
    *judge(seen) {
      if (seen === null || seen.looks.length === 0) {
        yield notApplicable(seen === null ? 'there are no users' : 'a request that names a user yields no token');
        return;
      }
      const { looks, plain, theirs } = seen;
      // records that the app sees with its own token too are no effect of this request
      const foreign = theirs.filter((record) => !shows(plain, record));
      for (const { name, view } of looks) {
        const subject = `GET ${view.path} with the token of a client_credentials request that names a user as ${name}`;
        yield* showsNone(view, foreign, 'CCR-21', `${subject}, for what only the user may see,`);
      }
    },
  }),

  check({
    id: 'client-credentials/stray-fields-make-no-user-token',
    title: 'A live code or refresh token in a client_credentials request does not make the result a user token',
    proves: ['CCR-21'],
    needs,
    cases: objectOf({
      // A refresh token alone is drawn most often: only then can the check see whether the request spends it.
      strays: fc.constantFrom<readonly ('code' | 'refresh_token' | 'redirect_uri')[]>(
        ['refresh_token'],
        ['refresh_token'],
        ['refresh_token'],
        ['code', 'redirect_uri'],
        ['code'],
        ['redirect_uri'],
        ['code', 'redirect_uri', 'refresh_token'],
      ),
      first: fc.boolean(),
      /** Whether the stray code or refresh token has been exchanged already. */
      spent: fc.constantFrom(false, false, true),
      /** Whether the stray code or refresh token was issued to another app. */
      foreign: fc.boolean(),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
      listing: fc.nat(3),
    }),
    maxCases: 60,
    describe: ({ strays, path, spent, foreign }) =>
      `client_credentials at ${path} with ${strays.join(' and ')}${foreign ? ' of another app' : ''}${spent ? ', exchanged before' : ''}`,
    arrange: aParty,
    async gather(scene, { strays, first, spent, foreign, path, listing: index }, party) {
      const { app, users } = party;
      const user = users[0]?.user;
      if (user === undefined) return null;
      const listing = listingAt(await scene.listings(), index);
      const holder = foreign ? await aClient(scene) : app;
      const held = await aGrant(scene, holder, user);
      const exchanged = spent && strays.includes('refresh_token');
      if (exchanged) await refreshed(scene, held);
      const right = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };
      const stray: Record<string, string> = {};
      for (const name of strays) {
        if (name === 'refresh_token') stray[name] = held.refreshToken;
        if (name === 'redirect_uri') stray[name] = redirectUri;
        if (name === 'code') stray[name] = await aCode(scene, { app: holder, user });
        if (name === 'code' && spent) await exchangeCode(scene, holder, stray[name] ?? '');
      }
      const fields = first ? { ...stray, ...right } : { ...right, ...stray };
      const request = await scene.postForm(path, form(fields), { note: `with ${strays.join(' and ')}` });
      // a refresh token that the same request yields without the stray fields is not their effect
      const bare = tokensIn(request).includes('refresh_token') ? await requestToken(scene, app, path) : undefined;
      const token = accessTokenIn(request);
      if (token === undefined) return { request, bare };
      const view = await scene.settle(() => scene.view(listing, bearer(token)), whole(party, listing));
      const plain = bearer(await anAccessToken(scene, app));
      const theirs = recordsOf(users[0]?.laboratory, listing);
      const asItShould = whole(party, listing)(view) && !theirs.some((record) => shows(view, record));
      const witness = asItShould
        ? undefined
        : await scene.settle(() => scene.view(listing, plain), whole(party, listing));
      const unspent =
        strays.includes('code') || exchanged ? undefined : await refresh(scene, holder, held.refreshToken);
      const control =
        unspent === undefined || accessTokenIn(unspent) !== undefined
          ? undefined
          : await refresh(scene, holder, (await aGrant(scene, holder, user)).refreshToken);
      const own = recordsOf(party.own, listing);
      return { request, bare, view, witness, unspent, control, own, others: theirs };
    },
    *judge(seen, { strays }) {
      if (seen === null) {
        yield notApplicable('there are no users');
        return;
      }
      const { request, bare, view, witness, unspent, control, own = [], others = [] } = seen;
      const subject = `a client_credentials request with ${strays.join(' and ')}`;
      if (bare !== undefined && !tokensIn(bare).includes('refresh_token')) {
        yield finding('CCR-21', subject, 'was answered with a refresh_token', 'none', request);
      }
      if (view === undefined) return; // a refusal is fine too
      const look = `GET ${view.path} with the token of ${subject}`;
      // records that the app sees with its own token too are no effect of this request
      const foreign = witness === undefined ? others : others.filter((record) => !shows(witness, record));
      yield* showsNone(view, foreign, 'CCR-21', `${look}, for what only the user may see,`);
      const expected = witness === undefined ? own : own.filter((record) => shows(witness, record));
      yield* showsAll(view, expected, 'CCR-21', look, own);
      if (unspent === undefined || control === undefined) return;
      const isRefreshed = accessTokenIn(control) !== undefined;
      if (!(yield* premise(isRefreshed, `a refresh of another authorization ${answer(control)}`))) return;
      yield finding('CCR-21', `a refresh after ${subject}`, answer(unspent), 'new tokens', unspent);
    },
  }),
];
