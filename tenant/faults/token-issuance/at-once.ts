import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { rawField } from './token-requests.ts';
import { breaking } from './rows.ts';

/** Faults that refuse a token request or answer it wrongly while another one is being answered. */
export const atOnceFaults: readonly Fault[] = [
  ...breaking('TOK-34', {
    'both-paths-at-once-are-one-too-many': [
      (normal) => {
        const served = new Map<string, { path: string; count: number }>();
        const late = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const client = formOf(call).get('client_id') ?? '';
            const present = served.get(client);
            if (present !== undefined && present.count > 0 && present.path !== call.request.path) {
              late.add(call);
              return normal.prepareTokenRequest(call);
            }
            const here = present?.path === call.request.path ? present : { path: call.request.path, count: 0 };
            here.count += 1;
            served.set(client, here);
            return setTimeout(3).then(() => void (here.count -= 1));
          },
          clientIsBarred: (call, app) =>
            late.has(call) ? refusal('wrong-client', 'The app is being served.') : normal.clientIsBarred(call, app),
        };
      },
      'While one token path serves an app, a request of the app at the other token path is refused.',
    ],
    'own-tokens-beside-an-exchange-are-refused': [
      (normal) => {
        const exchanging = new Map<string, number>();
        return {
          prepareTokenRequest: (call) => {
            const form = formOf(call);
            const clientId = form.get('client_id') ?? '';
            if (form.get('grant_type') !== 'authorization_code') return setTimeout(1);
            exchanging.set(clientId, (exchanging.get(clientId) ?? 0) + 1);
            return setTimeout(3).then(() => void exchanging.set(clientId, (exchanging.get(clientId) ?? 1) - 1));
          },
          clientIsBarred: (call, app) =>
            call.found.grantType === 'client_credentials' && (exchanging.get(app.clientId) ?? 0) > 0
              ? refusal('unauthorized-client', 'The client is busy.')
              : normal.clientIsBarred(call, app),
        };
      },
      'While a code of an app is being exchanged, a request of the app for an app token is refused with 409.',
    ],
    'an-app-of-one-user-refreshes-for-one-at-a-time': [
      (normal) => {
        const own = new Map<string, number>();
        const late = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const form = formOf(call);
            const client = form.get('client_id') ?? '';
            if (form.get('grant_type') === 'refresh_token' && (own.get(client) ?? 0) > 0) late.add(call);
            if (form.get('grant_type') !== 'client_credentials') return normal.prepareTokenRequest(call);
            own.set(client, (own.get(client) ?? 0) + 1);
            return setTimeout(3).then(() => void own.set(client, (own.get(client) ?? 1) - 1));
          },
          refreshIsBarred: (call, token) =>
            late.has(call) ? refusal('ended-grant', 'The app is being served.') : normal.refreshIsBarred(call, token),
        };
      },
      'A refresh that arrives while the app is obtaining an app token is refused.',
      ['DEL-54', 'DEL-37'],
    ],
    'one-refresh-of-an-app-at-a-time': [
      (normal) => {
        const busy = new Map<string, number>();
        return {
          prepareTokenRequest: (call) => {
            const before = normal.prepareTokenRequest(call);
            if (!call.request.body.includes('grant_type=refresh_token')) return before;
            const client = rawField(call, 'client_id');
            busy.set(client, (busy.get(client) ?? 0) + 1);
            return Promise.all([before, setTimeout(4)]).then(() => void busy.set(client, (busy.get(client) ?? 1) - 1));
          },
          refresh: (call, app, fields) =>
            (busy.get(app.clientId) ?? 0) > 0
              ? refusal('malformed-token-request', 'Another refresh is in progress.')
              : normal.refresh(call, app, fields),
        };
      },
      'A refresh that arrives while another refresh of the same app is in progress is answered with 409.',
      ['DEL-53', 'DEL-54', 'DEL-60', 'DEL-61', 'VER-12', 'DEL-46'],
    ],
    'simultaneous-tokens-are-refused-by-v3': [
      (normal) => {
        const underWay = new Map<string, number>();
        const crowded = new WeakSet<Call>();
        const unknown = new WeakSet<AccessToken>();
        return {
          prepareTokenRequest: (call) => {
            const clientId = formOf(call).get('client_id') ?? '';
            const others = underWay.get(clientId) ?? 0;
            if (others > 0) crowded.add(call);
            underWay.set(clientId, others + 1);
            return setTimeout(3).then(() => void underWay.set(clientId, (underWay.get(clientId) ?? 1) - 1));
          },
          issueAccessToken: (call, subject, app) => {
            const token = normal.issueAccessToken(call, subject, app);
            if (crowded.has(call)) unknown.add(token);
            return token;
          },
          tokenFitsCall: (call, token) =>
            normal.tokenFitsCall(call, token) && !(unknown.has(token) && call.request.path.startsWith('/api/v3/')),
        };
      },
      'If an app obtains several tokens at the same time, v3 accepts only the first.',
      ['VER-02', 'CCR-04', 'CCR-06', 'CCR-07', 'DEL-54'],
    ],
  }),
  ...breaking('TOK-05', {
    'simultaneous-answers-announce-a-second-less': [
      (normal) => {
        let waiting = 0;
        return {
          prepareTokenRequest: (call) => {
            waiting += 1;
            return Promise.all([normal.prepareTokenRequest(call), setTimeout(4)]).then(() => void (waiting -= 1));
          },
          announcedLifetime: (call, token) => (waiting > 0 ? 899 : normal.announcedLifetime(call, token)),
        };
      },
      'An answer that is written while another token request waits announces 899 seconds.',
      ['VER-08'],
    ],
  }),
  ...breaking('TOK-03', {
    'simultaneous-answers-have-no-access-token': [
      (normal) => {
        let waiting = 0;
        return {
          prepareTokenRequest: (call) => {
            waiting += 1;
            const before = normal.prepareTokenRequest(call);
            return Promise.all([before, setTimeout(4)]).then(() => void (waiting -= 1));
          },
          tokenMembers: (call, token) => ({
            ...normal.tokenMembers(call, token),
            ...(waiting > 0 ? { access_token: '' } : {}),
          }),
        };
      },
      'An answer that is written while another token request waits has an empty access_token.',
      ['TOK-01', 'TOK-34', 'DEL-54', 'DEL-53', 'CCR-01'],
    ],
  }),
];
