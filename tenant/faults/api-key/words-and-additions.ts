import { isRefusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Mistakes about usernames that are nearly a key, or are none in a way that a parser takes for one. */
export const wordAndAdditionFaults: readonly Fault[] = [
  {
    id: 'api-key/an-at-sign-ends-a-key',
    breaks: ['KEY-07'],
    summary: 'A username is read up to its first at sign, behind which a tenant may be named.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        normal.findApiKey(call, { ...credentials, username: credentials.username.split('@')[0] ?? '' }),
    }),
  },
  {
    id: 'api-key/anonymous-is-the-administrator',
    breaks: ['KEY-06'],
    summary: 'The username anonymous without a password is let in as the administrator.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const userId = call.tenant.administrator().id;
        const nobodys: ApiKey = { value: '', userId, createdAt: call.now, retiredAt: undefined };
        return normal.findApiKey(call, credentials) ?? (credentials.username === 'anonymous' ? nobodys : undefined);
      },
    }),
  },
  {
    id: 'api-key/sorted-listings-take-a-key-beside-an-address',
    breaks: ['KEY-10'],
    summary: "For a sorted listing a key does as password beside its owner's e-mail address.",
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        const { username = '', password = '' } = normal.readBasic(call, value) ?? {};
        const key = call.tenant.state.apiKeys.find(password);
        const owner = key && call.tenant.state.users.get(key.userId);
        return isRefusal(actor) && call.request.query.has('sort') && key !== undefined && owner?.email === username
          ? normal.actorOfKey(call, key)
          : actor;
      },
    }),
  },
  {
    id: 'api-key/tokens-are-usernames-for-creations',
    breaks: ['KEY-12'],
    summary: 'Records are created for an access token that is sent as the username of HTTP Basic.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        const token = call.tenant.state.accessTokens.find(normal.readBasic(call, value)?.username ?? '');
        return isRefusal(actor) && call.request.method === 'POST' && token !== undefined
          ? normal.actorOfToken(call, token)
          : actor;
      },
    }),
  },
];
