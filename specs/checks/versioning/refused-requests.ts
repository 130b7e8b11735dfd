import type { Exchange } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  anApp,
  aUser,
  legacyTokenPath,
  requestToken,
  settledTokenRequest,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  redirectUri,
  refresh,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import { anEventfulApp } from '../../../drivers/world/eventful-app.ts';
import { describeFlaw, flawed, knownFlaws } from '../../../generators/client-credential.ts';
import { describeWrong, wrongFields, wrongRequests } from '../../../generators/wrong-token-request.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { granted } from '../../expectations/token-request.ts';
import type { Flawed } from './both-paths.ts';
import { passedByLegacyPath, demandSameRefusals, userGrantNeeds } from './both-paths.ts';

type Fields = Readonly<Record<string, string>>;

/** Checks of requests that the legacy path must refuse ("Versioning", 3; "POST {base_url}/oauth/token", rule 3). */
export const refusedRequestsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/no-known-flaw-passes-at-the-legacy-path',
    title: 'A client secret that is wrong in a well-known way yields no token at the legacy path either',
    proves: ['VER-13'],
    needs: ['app'],
    async gather(scene) {
      const app = await anApp(scene);
      const wrong = knownFlaws.flatMap((flaw): Flawed[] => {
        const clientSecret = flawed(app.clientSecret, flaw);
        if (clientSecret === undefined || clientSecret === '') return [];
        const what = describeFlaw(flaw);
        if (flaw.kind !== 'something else') scene.journal.secrets.learnNearMiss(app.clientSecret, clientSecret, what);
        const note = `client_secret ${what}`;
        return [
          [
            `a client_credentials request with a ${note}`,
            (path) => requestToken(scene, { ...app, clientSecret }, path, { note }),
          ],
        ];
      });
      return passedByLegacyPath(wrong, () => settledTokenRequest(scene, app, legacyTokenPath));
    },
    judge: demandSameRefusals,
  }),

  check({
    id: 'versioning/the-legacy-path-refuses-alike',
    title: 'The legacy path refuses wrong secrets, missing fields and unknown grants as /oauth/token does',
    proves: ['VER-13'],
    needs: ['app'],
    cases: wrongRequests,
    describe: (request) => `a client_credentials request ${describeWrong(request)}`,
    async arrange(scene) {
      const app = await anEventfulApp(scene);
      return { app, other: app.own ? await anApp(scene) : app };
    },
    async gather(scene, request, { app, other }) {
      const fields = wrongFields(request, app, other);
      if (fields === undefined || (request.wrong === 'crossed' && other === app)) return null;
      const what = describeWrong(request);
      const { client_secret: clientSecret } = fields;
      const derived = request.wrong === 'secret' && request.flaw.kind !== 'something else';
      if (derived && clientSecret !== undefined)
        scene.journal.secrets.learnNearMiss(app.clientSecret, clientSecret, what);
      const send = (path: string): Promise<Exchange> =>
        scene.postForm(path, form(fields), { note: `a request ${what}` });
      return passedByLegacyPath([[`a client_credentials request ${what}`, send]], () =>
        settledTokenRequest(scene, app, legacyTokenPath),
      );
    },
    *judge(seen) {
      if (seen === null) yield notApplicable('the drawn flaw does not make this request wrong');
      else yield* demandSameRefusals(seen);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-refuses-user-grants-alike',
    title: 'The legacy path refuses foreign, incomplete and wrongly signed user grants as /oauth/token does',
    proves: ['VER-13'],
    needs: userGrantNeeds,
    async gather(scene) {
      const [app, other, user] = [await aClient(scene), await aClient(scene), await aUser(scene)];
      // a token of the same path: VER-10 judges whether one path knows the tokens of the other
      const token = async (path: string): Promise<string> => (await aGrant(scene, app, user, { path })).refreshToken;
      const refreshBy = (client: App) => async (path: string) => refresh(scene, client, await token(path), { path });
      const exchangeBy = (client: App) => async (path: string) =>
        exchangeCode(scene, client, await aCode(scene, { app, user }), { path });
      const right = refreshBy(app);

      const swapped = Array.from(app.clientSecret, (one) =>
        one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
      ).join('');
      scene.journal.secrets.learnNearMiss(app.clientSecret, swapped, 'upper and lower case exchanged');
      const clients: readonly (readonly [string, App])[] = [
        ['by another app', other],
        ["with another app's secret", { ...app, clientSecret: other.clientSecret }],
        ...(swapped === app.clientSecret
          ? []
          : [['with the secret in another letter case', { ...app, clientSecret: swapped }] as const]),
      ];

      const ofClient = { client_id: app.clientId, client_secret: app.clientSecret };
      /** Returns a function that sends a right request without one of its fields, with a new code or token. */
      const without =
        (missing: string, fields: (path: string) => Promise<Fields>) =>
        async (path: string): Promise<Exchange> => {
          const all = Object.entries({ ...ofClient, ...(await fields(path)) });
          const rest = form(Object.fromEntries(all.filter(([name]) => name !== missing)));
          return scene.postForm(path, rest, { note: `a request without ${missing}` });
        };
      const ofRefresh = async (path: string): Promise<Fields> => ({
        grant_type: 'refresh_token',
        refresh_token: await token(path),
      });
      const ofExchange = async (): Promise<Fields> => ({
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code: await aCode(scene, { app, user }),
      });

      const wrong: readonly Flawed[] = [
        ...clients.flatMap(([how, client]): Flawed[] => [
          [`a refresh ${how}`, refreshBy(client)],
          [`an exchange ${how}`, exchangeBy(client)],
        ]),
        ...[...Object.keys(ofClient), 'refresh_token'].map((field): Flawed => [
          `a refresh without ${field}`,
          without(field, ofRefresh),
        ]),
        ...[...Object.keys(ofClient), 'redirect_uri', 'code'].map((field): Flawed => [
          `an exchange without ${field}`,
          without(field, ofExchange),
        ]),
        [
          'an exchange with another redirect_uri',
          async (path) =>
            exchangeCode(scene, app, await aCode(scene, { app, user }), {
              path,
              redirectUri: 'https://elsewhere.conformance.example/cb',
            }),
        ],
        [
          'a refresh with a token that was spent right before',
          async (path) => {
            const grant = await aGrant(scene, app, user, { path });
            await refreshed(scene, grant, path);
            return refresh(scene, app, grant.refreshToken, { path });
          },
        ],
      ];
      return passedByLegacyPath(wrong, () => right(legacyTokenPath));
    },
    judge: demandSameRefusals,
  }),

  check({
    id: 'versioning/the-legacy-path-refuses-former-secrets-alike',
    title: 'The legacy path refuses a client secret that a rotation has ended as /oauth/token does',
    proves: ['VER-13'],
    needs: ['app.create', 'app.rotateSecret'],
    async gather(scene) {
      const former = await anEventfulApp(scene);
      await settledTokenRequest(scene, former);
      const app = await withNewSecret(scene, former);
      const send = (path: string): Promise<Exchange> =>
        scene.settle(
          () => requestToken(scene, former, path, { note: 'a secret that was rotated away' }),
          (one) => !granted(one),
        );
      return passedByLegacyPath([['a request with a former client secret', send]], () =>
        settledTokenRequest(scene, app, legacyTokenPath),
      );
    },
    judge: demandSameRefusals,
  }),
];
