import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { notApplicable, observation } from '../../../core/judgement.ts';
import { inWords, requestFor } from '../../../core/wording.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aUser, requestToken, tokenPath, withNewSecret } from '../../../drivers/world/actors.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  localRedirectUri,
  redirectUri,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { changed, changes, describeChange } from '../../../generators/credential.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { answeredWith401 } from '../../expectations/refusal.ts';
import { granted, noTokenByContrast } from '../../expectations/token-request.ts';
import type { Fields } from './request.ts';
import { ask, withField } from './request.ts';
import { objectOf } from '../../../generators/object.ts';

const needs = ['app.create', 'user.create', 'browser.authorize'] as const;

type UserGrant = 'authorization_code' | 'refresh_token';

const userGrants = fc.constantFrom<UserGrant>('authorization_code', 'refresh_token');

interface Party {
  readonly app: App;
  readonly user: User;
  /** The redirect URI of the codes, if it is not the usual one. */
  readonly to?: string;
}

async function aParty(scene: Scene): Promise<Party> {
  return { app: await aClient(scene), user: await aUser(scene) };
}

/** Returns the right fields of a request, with a new code or refresh token. */
async function rightFields(
  scene: Scene,
  { app, user, to = redirectUri }: Party,
  grantType: UserGrant,
): Promise<Fields> {
  const own: Fields =
    grantType === 'authorization_code'
      ? [
          ['redirect_uri', to],
          ['code', await aCode(scene, { app, user, redirectUri: to })],
        ]
      : [['refresh_token', (await aGrant(scene, app, user)).refreshToken]];
  return [['grant_type', grantType], ['client_id', app.clientId], ['client_secret', app.clientSecret], ...own];
}

/** Sends a flawed request and a right one over one connection, each with its own code or refresh token. */
function beside(
  scene: Scene,
  party: Party,
  grantType: UserGrant,
  {
    flawed,
    after,
    note,
  }: { readonly flawed: (right: Fields) => Fields; readonly after: boolean; readonly note: string },
): Promise<{ readonly probe: Exchange; readonly control: Exchange }> {
  return scene.onOneConnection(async (over) => {
    const right = async (): Promise<Exchange> => ask(scene, await rightFields(scene, party, grantType), { over });
    const before = after ? await right() : undefined;
    const probe = await ask(scene, flawed(await rightFields(scene, party, grantType)), { over, note });
    return { probe, control: before ?? (await right()) };
  });
}

const when = (after: boolean): string => `${after ? 'after' : 'before'} a right request`;

/**
 * Checks of code exchanges and refreshes that lack something or have a wrong secret ("POST {base_url}/oauth/token").
 */
export const userGrantRequestsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/user-grants-need-client-credentials',
    title: 'A code exchange or refresh without client_id or without client_secret yields no token',
    proves: ['TOK-11', 'TOK-12'],
    needs,
    cases: objectOf({
      grantType: userGrants,
      name: fc.constantFrom('client_id', 'client_secret'),
      how: fc.constantFrom('left out', 'empty'),
      after: fc.boolean(),
    }),
    maxCases: 24,
    describe: ({ grantType, name, how, after }) => `${grantType} with ${name} ${how}, ${when(after)}`,
    arrange: aParty,
    gather: (scene, { grantType, name, how, after }, party) =>
      beside(scene, party, grantType, {
        flawed: (right) => withField(right, name, how === 'empty' ? '' : undefined),
        after,
        note: `${name} ${how}`,
      }),
    *judge({ probe, control }, { grantType, name, how }) {
      const requirement = name === 'client_id' ? 'TOK-11' : 'TOK-12';
      const subject = `${requestFor(grantType)} with ${name} ${how}`;
      yield* noTokenByContrast(probe, control, requirement, subject);
    },
  }),

  check({
    id: 'token-issuance/user-grants-need-their-grant-type',
    title: 'A code exchange or refresh without grant_type yields no token',
    proves: ['TOK-16'],
    needs,
    cases: objectOf({ grantType: userGrants, after: fc.boolean() }),
    maxCases: 8,
    describe: ({ grantType, after }) => `the fields of ${grantType} without grant_type, ${when(after)}`,
    arrange: aParty,
    gather: (scene, { grantType, after }, party) =>
      beside(scene, party, grantType, {
        flawed: (right) => withField(right, 'grant_type', undefined),
        after,
        note: 'grant_type left out',
      }),
    *judge({ probe, control }, { grantType }) {
      yield* noTokenByContrast(probe, control, 'TOK-16', `${requestFor(grantType)} without grant_type`);
    },
  }),

  check({
    id: 'token-issuance/user-grants-need-the-right-client-secret',
    title: 'A code exchange or refresh with a wrong client secret yields no token',
    proves: ['TOK-18', 'TOK-19'],
    needs,
    cases: objectOf({ grantType: userGrants, change: changes, after: fc.boolean() }),
    maxCases: 40,
    describe: ({ grantType, change, after }) =>
      `${grantType} with the client secret ${describeChange(change)}, ${when(after)}`,
    arrange: aParty,
    async gather(scene, { grantType, change, after }, party) {
      const wrong = changed(party.app.clientSecret, change);
      if (wrong === undefined) return null;
      scene.journal.secrets.learnNearMiss(party.app.clientSecret, wrong, describeChange(change));
      const note = `the client secret, ${describeChange(change)}`;
      return beside(scene, party, grantType, {
        flawed: (right) => withField(right, 'client_secret', wrong),
        after,
        note,
      });
    },
    *judge(seen, { grantType }) {
      if (seen === null) {
        yield notApplicable('the drawn change does not change this secret');
        return;
      }
      const subject = `${requestFor(grantType)} with a wrong client_secret`;
      yield* noTokenByContrast(seen.probe, seen.control, 'TOK-18', subject);
      if (granted(seen.control) && !granted(seen.probe)) yield* answeredWith401(seen.probe, 'TOK-19', subject);
    },
  }),

  check({
    id: 'token-issuance/user-grants-need-what-they-turn-on',
    title: 'A code exchange without its code, or a refresh without its token, yields no token',
    proves: ['TOK-13', 'TOK-15'],
    needs,
    cases: objectOf({ grantType: userGrants, how: fc.constantFrom('left out', 'empty'), after: fc.boolean() }),
    maxCases: 12,
    describe: ({ grantType, how, after }) =>
      `${grantType} with its ${grantType === 'authorization_code' ? 'code' : 'refresh_token'} ${how}, ${when(after)}`,
    arrange: aParty,
    gather: (scene, { grantType, how, after }, party) => {
      const name = grantType === 'authorization_code' ? 'code' : 'refresh_token';
      return beside(scene, party, grantType, {
        flawed: (right) => withField(right, name, how === 'empty' ? '' : undefined),
        after,
        note: `${name} ${how}`,
      });
    },
    *judge({ probe, control }, { grantType, how }) {
      const [requirement, name] =
        grantType === 'authorization_code' ? (['TOK-13', 'code'] as const) : (['TOK-15', 'refresh_token'] as const);
      yield* noTokenByContrast(probe, control, requirement, `${requestFor(grantType)} with its ${name} ${how}`);
    },
  }),

  check({
    id: 'token-issuance/a-code-exchange-needs-its-redirect-uri',
    title: 'A code exchange without redirect_uri yields no token, even if the app has only one registered',
    proves: ['TOK-14'],
    needs,
    cases: objectOf({
      how: fc.constantFrom('left out', 'empty'),
      uris: fc.integer({ min: 1, max: 2 }),
      local: fc.boolean(),
      after: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ how, uris, local, after }) =>
      `redirect_uri ${how}, ${uris} registered${local ? ', on localhost' : ''}, ${when(after)}`,
    async gather(scene, { how, uris, local, after }) {
      const to = local ? localRedirectUri : redirectUri;
      const registered = [to, `${redirectUri}/second`].slice(0, uris);
      const party = { app: await aClient(scene, registered), user: await aUser(scene), to };
      return beside(scene, party, 'authorization_code', {
        flawed: (right) => withField(right, 'redirect_uri', how === 'empty' ? '' : undefined),
        after,
        note: `redirect_uri ${how}`,
      });
    },
    *judge({ probe, control }, { how }) {
      yield* noTokenByContrast(probe, control, 'TOK-14', `a code exchange with redirect_uri ${how}`);
    },
  }),

  check({
    id: 'token-issuance/a-former-secret-serves-no-user-grant',
    title: 'After a rotation the former client secret neither exchanges codes nor refreshes',
    proves: ['TOK-23'],
    needs: [...needs, 'app.rotateSecret'],
    cases: objectOf({ grantType: userGrants, rotations: fc.integer({ min: 1, max: 2 }), before: fc.boolean() }),
    maxCases: 10,
    describe: ({ grantType, rotations, before }) =>
      inWords`${grantType} after ${rotations} rotations, the ${grantType === 'authorization_code' ? 'code' : 'token'} from ${before ? 'before' : 'after'} them`,
    async gather(scene, { grantType, rotations, before }) {
      const former = await aParty(scene);
      const { user } = former;
      const early = before ? await rightFields(scene, former, grantType) : undefined;
      let { app } = former;
      for (let rotation = 0; rotation < rotations; rotation++) {
        app = await withNewSecret(scene, app);
      }
      // wait until the rotation has taken effect
      await scene.settle(
        () => requestToken(scene, former.app, tokenPath, { note: 'the former client secret' }),
        (request) => !granted(request),
      );
      await scene.settle(() => requestToken(scene, app), granted);
      const fields = early ?? (await rightFields(scene, { app, user }, grantType));
      const probe = await ask(scene, withField(fields, 'client_secret', former.app.clientSecret), {
        note: 'the former client secret',
      });
      const control = await exchangeCode(scene, app, await aCode(scene, { app, user }));
      const afterwards =
        early === undefined || granted(probe)
          ? undefined
          : await ask(scene, withField(fields, 'client_secret', app.clientSecret));
      return { probe, control, afterwards };
    },
    *judge({ probe, control, afterwards }, { grantType }) {
      yield* premise(granted(control) || granted(probe), `a code exchange with the new secret ${answer(control)}`);
      yield* noTokenByContrast(probe, control, 'TOK-23', `${requestFor(grantType)} with a former client secret`);
      if (afterwards === undefined || grantType !== 'refresh_token') return;
      const fate = granted(afterwards) ? 'go on with the new secret' : 'are refused with the new secret too';
      const observed = `refresh tokens from before a rotation ${fate}`;
      yield observation('FRE-43', observed, afterwards);
    },
  }),
];
