import { PremiseUnmet } from '../../../core/trouble.ts';
import type { KeyOwner } from '../../../drivers/world/actors.ts';
import { anApp, tokenPathsOf } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { aGrant, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Attempt, Misplaced } from '../../engines/alteration-at-token-path.ts';
import { misplacementCheck } from '../../engines/alteration-at-token-path.ts';
import type { SuiteCheck } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { keyStage, listingAt } from '../../expectations/open-listings.ts';

/**
 * Checks of API keys that are sent to a token path instead of its own credentials ("Authentication", the table of
 * methods: each method has its own form).
 */
export const otherPlacesChecks: readonly SuiteCheck[] = [
  misplacementCheck({
    id: 'api-key/a-key-obtains-no-token',
    title: 'An API key obtains no token when it is sent as client secret, refresh token or Basic credential',
    proves: ['KEY-13'],
    needs: ['app', 'api-key'],
    async *stages(scene) {
      const { owner, authorization, open } = await keyStage(scene);
      const app = await anApp(scene, scene.supports('app.create') ? { redirectUris: [redirectUri] } : {});
      // the key must obtain nothing even if its owner has authorized the app
      if (app.own && scene.supports('browser.authorize')) await aGrant(scene, app, owner);
      yield { app, owner, credential: owner.apiKey, paths: tokenPathsOf(scene) };
      const live = await scene.call(listingAt(open, 0).path, { authorization });
      if (!accepted(live)) throw new PremiseUnmet('the key was not live any more');
    },
    attempts,
  }),
];

/**
 * Returns attempts with the key in each place of a token request, and right values in the other fields. A
 * client_credentials request never carries the right client secret as well, because that secret alone obtains a token.
 */
function attempts(stage: Misplaced & { readonly owner: KeyOwner }, key: string): Attempt[] {
  const { clientId, clientSecret } = stage.app;
  const { email, userId } = stage.owner;
  const own = { grant_type: 'client_credentials' };
  const client = { client_id: clientId, client_secret: clientSecret };
  const inFields = (what: string, fields: Attempt['fields']): Attempt => ({ what: `an API key as ${what}`, fields });
  const asBasic = (what: string, fields: Attempt['fields'], authorization = basic(key)): Attempt => ({
    what: `${what} as Basic credential`,
    fields,
    headers: { authorization },
  });
  return [
    ...[
      ['client secret', clientId],
      ["client secret of its owner's address", email],
      ["client secret of its owner's identifier", userId],
      ['client id and as client secret', key],
    ].map(([what = '', id = '']) => inFields(what, { ...own, client_id: id, client_secret: key })),
    inFields('client secret of a refresh', {
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: key,
      refresh_token: key,
    }),
    inFields('refresh token', { grant_type: 'refresh_token', ...client, refresh_token: key }),
    inFields('code', { grant_type: 'authorization_code', ...client, redirect_uri: redirectUri, code: key }),
    inFields('the password of a grant', { grant_type: 'password', ...client, username: email, password: key }),
    inFields('the subject of a token exchange', {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      ...client,
      subject_token: key,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }),
    asBasic('an API key', own),
    asBasic('an API key, with a client_id field,', { ...own, client_id: clientId }),
    asBasic('an API key, with a client_id and a wrong client_secret field,', {
      ...own,
      client_id: clientId,
      client_secret: key,
    }),
    asBasic('a client id and an API key', own, basic(clientId, key)),
    asBasic('an API key, with itself as refresh token,', { grant_type: 'refresh_token', refresh_token: key }),
  ];
}
