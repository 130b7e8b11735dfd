import { withHeader, withMembers, withoutHeader, type Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { issuedTo } from '../operators/holdings.ts';
import { announce } from '../operators/lifetimes.ts';
import { onceArchived } from '../operators/memories.ts';
import { wrongWhen } from '../operators/rows.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Faults in the answers to granted token requests. */
export const answerFaults: readonly Fault[] = [
  ...breaking(
    'TOK-01',
    {
      'only-two-apps-are-served': [
        becomes('findClient', (app, call) => {
          const served = [...call.tenant.state.apps.keys()].slice(0, 2);
          return app !== undefined && served.includes(app.id) ? app : undefined;
        }),
        'Apps beyond the first two are refused tokens as if their credentials were wrong.',
      ],
      'apps-with-names-beyond-ascii-get-no-token': [
        becomes(
          'clientIsBarred',
          (right, _call, app) =>
            right ??
            (/[^\u0020-\u007e]/.test(app.name) ? refusal('wrong-client', 'The client is not known.') : undefined),
        ),
        'An app whose name has a character beyond ASCII gets no token, because its name does not fit into a header.',
        ['TOK-35'],
      ],
      'connections-that-carried-calls-get-no-token': [
        (normal) => {
          const carried = new WeakSet<Connection>();
          return {
            answer: (answer, call) => {
              if (call.found.route?.part === 'api') carried.add(call.connection);
              return normal.answer(answer, call);
            },
            decideTokenRequest: (call) =>
              carried.has(call.connection)
                ? refusal('malformed-token-request', 'Tokens are issued on connections of their own.')
                : normal.decideTokenRequest(call),
          };
        },
        'A token request is refused on a connection that has carried a call.',
        ['VER-04', 'VER-05'],
      ],
    },
    ['CCR-01'],
  ),
  ...breaking(['TOK-01', 'TOK-27'], {
    'granted-with-an-empty-body': [
      becomes('answerToken', (right) => ({ ...right, body: '' })),
      'A granted token request is answered with 200 and an empty body.',
      ['CCR-01', 'CCR-19'],
    ],
  }),
  ...breaking('TOK-02', {
    'token-type-in-lower-case': [
      becomes('tokenMembers', (right) => ({ ...right, token_type: 'bearer' })),
      'token_type is "bearer".',
    ],
    'token-type-told-once': [
      (normal) => {
        const told = new Set<string>();
        return {
          tokenMembers: (call, token) => {
            const { token_type: type, ...others } = normal.tokenMembers(call, token);
            if (told.has(token.appId)) return others;
            told.add(token.appId);
            return { token_type: type, ...others };
          },
        };
      },
      'Only the first answer to an app has a token_type.',
    ],
    'requests-with-a-proof-get-tokens-of-another-type': [
      (normal) => ({
        tokenMembers: (call, token) =>
          call.request.headers.has('dpop')
            ? { ...normal.tokenMembers(call, token), token_type: 'DPoP' }
            : normal.tokenMembers(call, token),
      }),
      'The answer to a token request with a DPoP header has the token_type DPoP.',
    ],
    'rotated-apps-get-bearer-small': [
      (normal) => ({
        tokenMembers: (call, token) => {
          const rotated = (call.tenant.state.apps.get(token.appId)?.formerSecrets.length ?? 0) > 0;
          return { ...normal.tokenMembers(call, token), ...(rotated ? { token_type: 'bearer' } : {}) };
        },
      }),
      'The answers to an app whose secret was rotated have the token_type bearer.',
    ],
  }),
  ...breaking('TOK-03', {
    'access-token-in-camel-case': [
      (normal) => ({
        tokenMembers: (call, token) => {
          const { access_token: value, ...others } = normal.tokenMembers(call, token);
          return { ...others, accessToken: value };
        },
      }),
      'The answer has the access token under the name accessToken.',
      ['CCR-01', 'CCR-19'],
    ],
    'every-seventh-access-token-is-empty': [
      (normal) => {
        let answers = 0;
        return {
          tokenMembers: (call, token) => ({
            ...normal.tokenMembers(call, token),
            ...(++answers % 7 === 0 ? { access_token: '' } : {}),
          }),
        };
      },
      'Every seventh answer has an empty access_token.',
      ['TOK-34', 'CCR-06', 'DEL-45'],
    ],
  }),
  ...breaking('TOK-04', {
    'expires-in-as-text': [
      becomes('announcedLifetime', (right) => String(right)),
      'expires_in is the text "900".',
      ['TOK-05'],
    ],
    'no-expires-in-from-the-second-token-on': [
      (normal) => {
        const known = new Set<string>();
        return {
          announcedLifetime: (call, token) => {
            if (known.has(token.appId)) return null;
            known.add(token.appId);
            return normal.announcedLifetime(call, token);
          },
        };
      },
      'From the second token of an app on, expires_in is null.',
      ['TOK-05'],
    ],
    'unarchived-apps-get-text': [
      wrongWhen(announce('900'), onceArchived),
      'The answers to an app that was archived and unarchived have expires_in as a text.',
    ],
  }),
  ...breaking(['TOK-04', 'TOK-05'], {
    'expires-in-with-a-fraction': [
      () => ({ announcedLifetime: () => 899.996 }),
      'expires_in is 899.996, without the milliseconds that issuing took.',
    ],
  }),
  ...breaking('TOK-05', {
    'expires-in-milliseconds': [() => ({ announcedLifetime: () => 900_000 }), 'expires_in is 900000.'],
    'expires-in-counts-down': [
      () => {
        const since = new Map<string, number>();
        return {
          announcedLifetime: (call, { appId }) => {
            const age = Math.floor((call.now.getTime() - (since.get(appId) ?? -Infinity)) / 1000);
            if (age < 900) return 900 - age;
            since.set(appId, call.now.getTime());
            return 900;
          },
        };
      },
      "If the app's last token is still valid, the answer with a new one announces the time that is left of the last one.",
    ],
    'expires-in-grows-with-use': [
      (normal) => ({
        announcedLifetime: (call, token) => {
          const tokens = issuedTo(call.tenant, token.appId);
          return tokens.length > 3 ? 3600 : normal.announcedLifetime(call, token);
        },
      }),
      'The answers to an app that has obtained more than three tokens announce an hour.',
    ],
  }),
  ...breaking('TOK-10', {
    'refresh-lifetime-without-refresh-token': [
      becomes('tokenMembers', (right) => ({ ...right, refresh_token_expires_in: 2_592_000 })),
      'The answer to client_credentials has a refresh_token_expires_in, but no refresh_token.',
      ['CCR-03'],
    ],
  }),
  ...breaking('CCR-22', {
    'refresh-members-are-null': [
      becomes('tokenMembers', (right) => ({
        refresh_token: null,
        refresh_token_expires_in: null,
        ...right,
      })),
      'The answer to client_credentials has refresh_token and refresh_token_expires_in with the value null.',
      ['TOK-06'],
    ],
  }),
  ...breaking('TOK-26', {
    'answered-as-accepted': [
      () => ({ tokenStatus: () => 202 }),
      'A granted token request is answered with status 202.',
    ],
    'first-token-is-answered-as-created': [
      (normal) => ({
        tokenStatus: (call, token) => {
          const tokens = issuedTo(call.tenant, token.appId);
          return tokens.length <= 2 ? 201 : normal.tokenStatus(call, token);
        },
      }),
      'The requests for the first two tokens of an app are answered with status 201.',
    ],
  }),
  ...breaking('TOK-27', {
    'answer-labelled-as-text': [
      () => ({ tokenContentType: () => 'text/plain; charset=utf-8' }),
      'The JSON of a token answer is labelled text/plain.',
    ],
    'answer-without-content-type': [
      becomes('answerToken', (right) => withoutHeader(right, 'Content-Type')),
      'A token answer has no content type.',
    ],
    'answer-is-a-form': [
      (normal) => ({
        answerToken: (call, token) => {
          const answer = normal.answerToken(call, token);
          const members = Object.entries(normal.tokenMembers(call, token)).map(([name, value]) => [
            name,
            String(value),
          ]);
          const body = new URLSearchParams(members as [string, string][]).toString();
          return withHeader({ ...answer, body }, 'Content-Type', 'application/x-www-form-urlencoded');
        },
      }),
      'A token answer is form encoded instead of JSON.',
      ['CCR-01', 'CCR-19'],
    ],
  }),
  ...breaking('TOK-28', {
    'answers-may-be-cached': [
      () => ({ tokenHeaders: () => [['Cache-Control', 'private, max-age=900']] }),
      'Token answers may be kept by private caches as long as the token is valid.',
    ],
    'answers-are-only-revalidated': [
      () => ({
        tokenHeaders: () => [
          ['Cache-Control', 'no-cache'],
          ['Pragma', 'no-store'],
        ],
      }),
      'Token answers carry no-cache instead of no-store.',
    ],
    'the-second-answer-of-a-connection-may-be-kept': [
      (normal) => {
        const answered = new WeakSet<object>();
        return {
          tokenHeaders: (call, token) => {
            if (answered.has(call.connection)) return [];
            answered.add(call.connection);
            return normal.tokenHeaders(call, token);
          },
        };
      },
      'From the second on, the token answers of a connection may be stored.',
    ],
  }),
  ...breaking(['TOK-02', 'TOK-03', 'TOK-04'], {
    'answers-wrapped-in-data': [
      becomes('answerToken', (right) => withMembers(right, (members) => ({ data: members }))),
      'The members of a token answer are in an object under data.',
      ['CCR-01', 'CCR-19', 'TOK-06'],
    ],
  }),
];
