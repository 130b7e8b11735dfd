import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  anAccessToken,
  anApp,
  anAppWithAccess,
  aUser,
  tokenPath,
  withNewSecret,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { basic, bearer, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { misplacementCheck } from '../../engines/alteration-at-token-path.ts';
import type { NearMiss } from '../../engines/alteration.ts';
import { alteration, richerAlteration } from '../../engines/alteration.ts';
import type { SuiteCheck } from '../../check.ts';
import { archive } from '../lifecycle/stage.ts';

/** Checks that client credentials are not credentials of the API itself ("Authentication", the table of methods). */
export const secretsChecks: readonly SuiteCheck[] = [
  alteration({
    id: 'client-credentials/client-credentials-are-no-credentials-of-the-api',
    title: "An app's client_id and client_secret, as HTTP Basic or as bearer tokens, are refused on each listing",
    proves: ['CCR-16', 'CCR-17'],
    needs: ['app'],
    // with the app's first credentials, and with its credentials after a rotation if the control can rotate secrets,
    // while another app is archived
    async *stages(scene) {
      const open = await scene.listings();
      const { app, authorization } = await anAppWithAccess(scene);
      yield { app, authorization, open };
      if (!app.own || !scene.supports('app.rotateSecret')) return;
      const renewed = await withNewSecret(scene, app);
      if (scene.supports('app.archive') && scene.supports('app.unarchive')) {
        await unlessRefused(archive(scene, await anApp(scene)));
      }
      // the earlier tokens may have ended with the secret that obtained them (FRE-42)
      yield { app: renewed, authorization: bearer(await anAccessToken(scene, renewed)), open };
    },
    misses: ({ app }) => credentialsOf(app),
  }),

  richerAlteration({
    id: 'client-credentials/client-credentials-get-no-following-page-and-create-nothing',
    title: 'A client id and secret as Basic or Bearer get no following page and create nothing',
    proves: ['CCR-16', 'CCR-17'],
    needs: ['app.create', 'access'],
    stage: async (scene) => {
      const actor = await anApp(scene);
      return { actor, authorization: bearer(await anAccessToken(scene, actor)) };
    },
    misses: ({ actor }) => credentialsOf(actor).filter(({ inEveryCall }) => inEveryCall),
  }),

  misplacementCheck({
    id: 'client-credentials/an-access-token-is-no-refresh-token',
    title: 'An access token of an app, presented as a refresh token, yields no token',
    proves: ['CCR-18'],
    needs: ['app'],
    // a new token, one that was used, and one that was presented before
    async *stages(scene) {
      const { app, token } = await anAppWithAccess(scene);
      for (const credential of [await anAccessToken(scene, app), token, token])
        yield { app, credential, paths: [tokenPath] };
      if (!scene.makesGrants) return;
      // an app that holds refresh tokens of its users
      const client = await aClient(scene);
      await aGrant(scene, client, await aUser(scene));
      for (const path of tokenPathsOf(scene))
        yield { app: client, credential: await anAccessToken(scene, client), paths: [path] };
      yield { app: client, credential: token, paths: [tokenPath] };
    },
    attempts: ({ app: { clientId, clientSecret } }, token) => [
      {
        what: 'an access token as refresh_token',
        fields: {
          grant_type: 'refresh_token',
          client_id: clientId,
          client_secret: clientSecret,
          refresh_token: token,
        },
      },
    ],
  }),
];

/** Returns a credential as a client must encode it for Basic at a token endpoint (RFC 6749, 2.3.1). */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Returns the credentials of an app as Basic credentials and as bearer tokens. */
function credentialsOf({ appId, clientId: id, clientSecret: secret }: App): (NearMiss & { inEveryCall?: true })[] {
  const asBasic = (what: string, username: string, password?: string) => ({
    what: `HTTP Basic ${what}`,
    authorization: basic(username, password),
    requirement: 'CCR-16' as const,
  });
  const asBearer = (what: string, value: string) => ({
    what: `${what} as a bearer token`,
    authorization: bearer(asUtf8Octets(value)),
    requirement: 'CCR-17' as const,
  });
  return [
    { ...asBasic('client_id:client_secret', id, secret), inEveryCall: true },
    asBasic('client_secret:', secret),
    asBasic('client_id:', id),
    asBasic(':client_secret', '', secret),
    asBasic('client_secret:client_id', secret, id),
    asBasic('the identifier of the app and client_secret', appId, secret),
    asBasic('client_id:client_secret, form-encoded', encoded(id), encoded(secret)),
    { ...asBearer('the client_secret', secret), inEveryCall: true },
    { ...asBearer('the client_id', id), inEveryCall: true },
    asBearer('the client_secret, form-encoded', encoded(secret)),
    // a colon may make the header malformed (RFC 6750, 2.1); the base64 is the text that follows Basic
    asBearer('client_id:client_secret', `${id}:${secret}`),
    asBearer('the base64 of both', Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')),
  ];
}
