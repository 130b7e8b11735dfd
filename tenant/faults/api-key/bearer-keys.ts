import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { KEYS_EXPIRE_SINCE } from './keys-and-owners.ts';

/** Keys that are accepted as bearer tokens. */
export const bearerKeyFaults: readonly Fault[] = [
  {
    id: 'api-key/keys-are-bearer-tokens-for-creations',
    breaks: ['KEY-11'],
    summary: 'Records are created for a key that is sent as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const key = call.tenant.state.apiKeys.find(value);
        return isRefusal(actor) && call.request.method === 'POST' && key !== undefined
          ? normal.actorOfKey(call, key)
          : actor;
      },
    }),
  },
  {
    id: 'api-key/key-is-a-bearer-token-for-plates',
    breaks: ['KEY-11'],
    also: ['TRN-07'],
    summary: 'The v2 listing of plates looks a bearer value up among the keys as well.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        return isRefusal(actor) && call.request.path === '/api/v2/plates'
          ? normal.authenticateBasic(call, Buffer.from(`${value}:`).toString('base64'))
          : actor;
      },
    }),
  },
  {
    id: 'api-key/key-and-colon-are-a-bearer-token',
    breaks: ['KEY-11'],
    summary: 'A key and a colon, which belong under Basic in base64, are accepted under Bearer as they are.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        value.endsWith(':') && call.tenant.state.apiKeys.find(value.slice(0, -1)) !== undefined
          ? normal.authenticateBasic(call, Buffer.from(value).toString('base64'))
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'api-key/keys-from-before-are-bearer-tokens',
    breaks: ['KEY-11'],
    summary: 'A key from before 7 August 2026 is accepted as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const key = call.tenant.state.apiKeys.find(value);
        return key !== undefined && key.createdAt.getTime() < KEYS_EXPIRE_SINCE && key.retiredAt === undefined
          ? normal.actorOfKey(call, key)
          : normal.authenticateBearer(call, value);
      },
    }),
  },
];
