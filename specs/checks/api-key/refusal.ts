import fc from 'fast-check';
import type { KeyOwner, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKey,
  aKeyOwner,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aUser,
  requestToken,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { basic, bearer, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, refreshed } from '../../../drivers/world/delegated.ts';
import { anIdToken, aTokenUser, plainIdToken } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  alteredKey,
  describeAlteration,
  describeUsername,
  keyAlterations,
  keyLikenesses,
  keysWithNoText,
  strangeUsernames,
  usernameOf,
  unissuedUsernames,
} from '../../../generators/api-key.ts';
import type { KeyAlteration } from '../../../generators/api-key.ts';
import { sameShape } from '../../../generators/same-shape.ts';
import type { NearMiss } from '../../engines/alteration.ts';
import { alteration, drawnAlteration, richerAlteration } from '../../engines/alteration.ts';
import type { SuiteCheck } from '../../check.ts';
import { keyStage, keyStages, listingsOpenTo } from '../../expectations/open-listings.ts';
import { nearMissesOf } from '../../expectations/richer-calls.ts';

/** Checks of Basic credentials that are not a valid key ("Basic authentication", 1; "Errors", first row). */
export const refusalChecks: readonly SuiteCheck[] = [
  drawnAlteration({
    id: 'api-key/a-key-never-issued-is-answered-401',
    title: 'A key that was never issued is answered with 401',
    proves: ['KEY-06'],
    needs: ['api-key'],
    stage: keyStage,
    cases: fc.array(strangeUsernames, { minLength: 1, maxLength: 4 }),
    describe: (usernames) => `a username ${usernames.map(describeUsername).join(', then ')}`,
    misses: ({ owner: { apiKey } }, usernames) =>
      usernames.flatMap((username) => {
        const text = usernameOf(username, apiKey);
        if (text === undefined) return []; // the key is too short or too plain: no other text has its form
        const altered = { of: apiKey, to: text, how: 'another one of its form' };
        const what = `a username ${describeUsername(username)} that is no user's key`;
        return [{ what, authorization: basic(text), ...(username.kind === 'text' ? {} : { altered }) }];
      }),
  }),

  alteration({
    id: 'api-key/a-name-alone-is-answered-401',
    title: 'A name, an ID token, a number, a word or a mark that is sent as a key is answered with 401',
    proves: ['KEY-06'],
    needs: ['api-key', 'user.create'],
    async *stages(scene) {
      yield { ...(await keyStage(scene)), others: await others(scene) };
    },
    misses: (stage) =>
      [...namesOf(stage.owner), ...stage.others, ...unissuedUsernames.map((word): Named => [word, word])].map(
        ([what, text]) => ({
          what: `${what} as username`,
          authorization: basic(text),
        }),
      ),
  }),

  drawnAlteration({
    id: 'api-key/an-altered-key-is-answered-401',
    title: 'A key altered by one character, cut short, extended or in another letter case is answered with 401',
    proves: ['KEY-07'],
    needs: ['api-key'],
    stage: keyStage,
    cases: keyAlterations,
    describe: (one) => `a live key, ${describeAlteration(one)}`,
    misses: ({ owner: { apiKey } }, one) => alteredBy(apiKey, one),
  }),

  drawnAlteration({
    id: 'api-key/what-resembles-a-key-is-refused',
    title: 'Texts that resemble a live key, and a live key with added octets that are no text, are refused',
    proves: ['KEY-07'],
    needs: ['api-key'],
    stage: keyStage,
    cases: fc.nat(likenessesOf('a key').length - 1),
    maxCases: 50,
    // a case sends two of them, so that all cases together send each often enough
    misses: ({ owner: { apiKey } }, at) => {
      const all = likenessesOf(apiKey);
      return [at, at + Math.floor(all.length / 2)].flatMap((one) => all[one % all.length]?.() ?? []);
    },
  }),

  alteration({
    id: 'api-key/a-key-as-password-is-answered-401',
    title: "A key as password, with its owner's name or no username, and empty credentials are answered with 401",
    proves: ['KEY-08', 'KEY-09', 'KEY-10'],
    needs: ['api-key'],
    async *stages(scene) {
      yield* keyStages(scene);
      if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return;
      const name = `Conformance ${scene.target.name('user')}`;
      const user = await aUser(scene, name);
      await aLaboratoryFor(scene, user);
      const owner = { ...user, apiKey: await aKey(scene, user) };
      const authorization = basic(owner.apiKey);
      yield { owner, name, authorization, kind: 'a key', open: await listingsOpenTo(scene, authorization) };
    },
    misses: ({ owner, kind, ...rest }) => asPassword(owner, kind, 'name' in rest ? rest.name : undefined),
    free: ({ owner: { apiKey } }) => [
      ['FRE-89', 'another password than the empty one', basic(apiKey, 'labconform')],
      ['FRE-90', 'no colon', `Basic ${Buffer.from(apiKey, 'utf8').toString('base64')}`],
      ['FRE-91', 'no base64', `Basic ${asUtf8Octets(apiKey)}`],
    ],
  }),

  alteration({
    id: 'api-key/a-key-as-bearer-token-is-answered-401',
    title: 'An API key sent as a bearer token is answered with 401',
    proves: ['KEY-11'],
    needs: ['api-key'],
    stages: keyStages,
    misses: ({ owner: { apiKey }, kind }) => asBearer(apiKey, kind),
  }),

  richerAlteration({
    id: 'api-key/what-is-no-key-gets-no-following-page-and-creates-nothing',
    title: 'A credential that is no key gets no following, sorted or filtered page and creates no record',
    proves: ['KEY-06', 'KEY-07', 'KEY-08', 'KEY-09', 'KEY-10', 'KEY-11'],
    needs: ['user.create', 'apiKey.create', 'access'],
    stage: async (scene) => {
      const actor = await aKeyOwner(scene);
      return { actor, authorization: basic(actor.apiKey) };
    },
    misses: ({ actor: { apiKey, ...owner } }, scene) => [
      ...nearMissesOf(scene, apiKey).map(([how, value]) => altered(apiKey, value, how)),
      { ...altered(apiKey, sameShape(apiKey, 1, apiKey.length), 'another one of its form'), requirement: 'KEY-06' },
      ...asPassword({ apiKey, ...owner }, 'a key'),
      ...asBearer(apiKey, 'a key'),
    ],
  }),

  richerAlteration({
    id: 'api-key/an-access-token-as-username-gets-no-following-page-and-creates-nothing',
    title: 'An access token as Basic username gets no following, sorted or filtered page and creates nothing',
    proves: ['KEY-12'],
    needs: ['app.create', 'access'],
    stage: async (scene) => {
      const actor = await anApp(scene);
      const token = await anAccessToken(scene, actor);
      return { actor, token, authorization: bearer(token) };
    },
    misses: ({ token }) => asBasic(token).slice(0, 1),
  }),

  alteration({
    id: 'api-key/an-access-token-as-username-is-answered-401',
    title: 'An access token sent as Basic username, or as password with a username, is answered with 401',
    proves: ['KEY-12'],
    needs: ['app', 'api-key'],
    async *stages(scene) {
      const stage = await keyStage(scene);
      const { app, token } = await anAppWithAccess(scene);
      yield { ...stage, token };
      // requested only now, because a new token may end the earlier one (FRE-51)
      for (const path of tokenPathsOf(scene).slice(1)) {
        const other = accessTokenIn(await requestToken(scene, app, path));
        if (other !== undefined) yield { ...stage, token: other };
      }
      if (!scene.makesGrants || !scene.supports('apiKey.create')) return;
      const grant = await aGrant(scene, await aClient(scene), stage.owner);
      yield { ...stage, token: grant.accessToken };
      yield { ...stage, token: (await refreshed(scene, grant)).accessToken };
    },
    misses: ({ token }) => asBasic(token),
  }),
];

/** Returns the names by which a tenant may know a user. The suite's users have their name in their address. */
function namesOf({ userId, email }: User): Named[] {
  return [
    ['the e-mail address', email],
    ['the e-mail address in upper case', email.toUpperCase()],
    ['the name', email.split('@', 1)[0] ?? email],
    ['the identifier', userId],
  ];
}

type Named = readonly [what: string, text: string];

/** Returns the names of other actors than the key's owner: of a user without a key, and of an app. */
async function others(scene: Scene): Promise<Named[]> {
  const user = await aTokenUser(scene);
  const named = namesOf(user).map(([what, text]): Named => [`${what} of a user without a key`, text]);
  if (scene.supports('app.create')) {
    const { clientId, appId } = await anApp(scene);
    named.push(['the client id of an app', clientId], ['the identifier of an app', appId]);
  }
  if (scene.supports('identityProvider.trust'))
    named.push(['an ID token', await anIdToken(scene, plainIdToken, { user })]);
  return named;
}

/** Returns an altered live key as a near miss, or nothing if the alteration changes nothing. */
function alteredBy(apiKey: string, alteration: KeyAlteration): NearMiss[] {
  const to = alteredKey(apiKey, alteration);
  return to === undefined ? [] : [altered(apiKey, to, describeAlteration(alteration))];
}

/** Returns texts and octets that resemble a live key, each as a function that makes its near misses. */
function likenessesOf(apiKey: string): readonly (() => NearMiss[])[] {
  return [
    ...keyLikenesses.map((one) => () => alteredBy(apiKey, one)),
    ...keysWithNoText(apiKey).map(({ what, octets }) => (): NearMiss[] => [
      {
        what: `a live key, ${what}`,
        authorization: `Basic ${Buffer.concat([octets, Buffer.from(':')]).toString('base64')}`,
        altered: { of: apiKey, to: octets.toString('latin1'), how: what },
        mayBeMalformed: true,
      },
    ]),
  ];
}

function altered(apiKey: string, to: string, how: string): NearMiss {
  const requirement = 'KEY-07';
  return { what: `a live key, ${how},`, authorization: basic(to), requirement, altered: { of: apiKey, to, how } };
}

/**
 * Returns credentials whose username is no key: an empty username, with and without the key as password, and the names
 * of the key's owner with the key as password.
 */
function asPassword(owner: KeyOwner, kind: string, name?: string): NearMiss[] {
  const names: Named[] = [...namesOf(owner), ...(name === undefined ? [] : [['the display name', name] as const])];
  return [
    { what: 'an empty username and password', authorization: basic(''), requirement: 'KEY-08' },
    { what: `${kind} as password and no username`, authorization: basic('', owner.apiKey), requirement: 'KEY-09' },
    ...names.map(([called, text]) => ({
      what: `${called} as username and ${kind} as password`,
      authorization: basic(text, owner.apiKey),
      requirement: 'KEY-10' as const,
    })),
  ];
}

/** Returns the key as a bearer token, without a colon and with the colon that follows it in Basic. */
function asBearer(apiKey: string, kind: string): NearMiss[] {
  return ['', ':'].map((colon) => ({
    what: `${kind}${colon === '' ? '' : ' and a colon'} as bearer token`,
    authorization: bearer(asUtf8Octets(apiKey) + colon),
    requirement: 'KEY-11' as const,
  }));
}

/** Returns a live access token in Basic: alone, and with the username or password that other services expect. */
function asBasic(token: string): NearMiss[] {
  return [
    ...['', 'x-oauth-basic', 'oauth2'].map((password) => basic(token, password)),
    ...['oauth2', 'x-token-auth', 'token', 'Bearer', ''].map((username) => basic(username, token)),
  ].map((authorization) => ({ what: 'a live access token under Basic', authorization, live: bearer(token) }));
}
