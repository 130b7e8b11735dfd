import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { headerOf, type Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken, App, Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { withoutRedirectUri } from './without-redirect-uri.ts';

const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

const NINETY_DAYS = 90 * 86_400_000;

/** Mistakes of the token endpoint about what stands beside the fields, at the second time, or side by side. */
export const evaluatedThreeFaults: readonly Fault[] = [
  {
    id: 'token-issuance/the-request-after-a-wrong-one-is-refused',
    breaks: ['CCR-06'],
    also: ['TOK-01', 'DEL-49', 'LIF-11'],
    summary: 'After a wrong secret the next request of the app is refused too, whatever it carries.',
    behaviour: (normal) => {
      const suspected = new Set<App>();
      return {
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          if (!right) suspected.add(app);
          return right && !suspected.delete(app);
        },
      };
    },
  },
  {
    id: 'token-issuance/requests-with-a-proof-get-tokens-of-another-type',
    breaks: ['TOK-02'],
    summary: 'A token request with a DPoP header is answered the token_type DPoP.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) =>
        call.request.headers.has('dpop')
          ? { ...normal.tokenMembers(call, token), token_type: 'DPoP' }
          : normal.tokenMembers(call, token),
    }),
  },
  {
    id: 'token-issuance/a-shorter-life-can-be-asked-for',
    breaks: ['TOK-05'],
    summary: 'A token request with a field expires_in is announced so many seconds, up to 900.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) => {
        const wanted = Number(formOf(call).get('expires_in') ?? 900);
        return wanted > 0 && wanted < 900 ? wanted : normal.announcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/codes-with-a-challenge-bring-no-refresh-token',
    breaks: ['TOK-06'],
    also: ['DEL-27'],
    summary:
      'An authorization with a code_challenge is that of a public client, whose code brings an access token alone.',
    behaviour: (normal) => {
      const challenged = new WeakSet<Delegation>();
      return {
        issueCode: (call, request, user) => {
          const code = normal.issueCode(call, request, user);
          if (call.request.query.has('code_challenge')) challenged.add(code.delegation);
          return code;
        },
        tokenMembers: (call, token) => {
          const members = normal.tokenMembers(call, token);
          if (token.delegation === undefined || !challenged.has(token.delegation)) return members;
          const { refresh_token: _, refresh_token_expires_in: __, ...others } = members;
          return others;
        },
      };
    },
  },
  {
    id: 'token-issuance/no-refresh-token-outlives-ninety-days-of-its-authorization',
    breaks: ['TOK-09'],
    also: ['EXP-20', 'EXP-15'],
    summary: 'From sixty days after an authorization on, its refreshes announce what is left of ninety.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) => {
        const left = token.delegation.createdAt.getTime() + NINETY_DAYS - call.now.getTime();
        return Math.max(0, Math.min(Math.floor(left / 1000), Number(normal.announcedRefreshLifetime(call, token))));
      },
    }),
  },
  {
    id: 'token-issuance/any-client-assertion-replaces-the-secret',
    breaks: ['TOK-12'],
    summary: 'A request with a client_assertion needs no client_secret, and nobody verifies the assertion.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const app = normal.findClient(call, sent.clientId ?? '');
        return sent.clientSecret === undefined && fields.has('client_assertion')
          ? { ...sent, clientSecret: app?.clientSecret }
          : sent;
      },
    }),
  },
  {
    id: 'token-issuance/secrets-may-be-operators-of-the-database',
    breaks: ['TOK-12'],
    summary: 'A field client_secret[$ne] is read as an object, which finds every app whose secret is something else.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const app = normal.findClient(call, sent.clientId ?? '');
        const other = fields.get('client_secret[$ne]');
        return sent.clientSecret === undefined && other !== undefined && other !== app?.clientSecret
          ? { ...sent, clientSecret: app?.clientSecret }
          : sent;
      },
    }),
  },
  {
    id: 'token-issuance/exchanges-with-a-verifier-need-no-redirect-uri',
    breaks: ['TOK-14'],
    summary:
      'A code that was asked for with a code_challenge is exchanged with its code_verifier and without redirect_uri.',
    behaviour: (normal) => {
      const challenges = new WeakMap<Delegation, string>();
      return {
        issueCode: (call, request, user) => {
          const code = normal.issueCode(call, request, user);
          const challenge = call.request.query.get('code_challenge');
          if (challenge !== null) challenges.set(code.delegation, challenge);
          return code;
        },
        ...withoutRedirectUri(normal, (call, _, code) => {
          const verifier = formOf(call).get('code_verifier') ?? '';
          const digest = createHash('sha256').update(verifier).digest('base64url');
          return [verifier, digest].includes(challenges.get(code.delegation) ?? '-');
        }),
      };
    },
  },
  {
    id: 'token-issuance/refresh-tokens-are-kept-in-a-cookie-too',
    breaks: ['TOK-15'],
    summary: 'A refresh token is set as a cookie too, and a refresh without refresh_token takes the one of the cookie.',
    behaviour: (normal) => ({
      tokenHeaders: (call, token) => [
        ...normal.tokenHeaders(call, token),
        ...(token.refreshToken === undefined
          ? []
          : [['Set-Cookie', `refresh=${token.refreshToken.value}; Path=/; Secure; HttpOnly`] as const]),
      ],
      refreshTokenOf: (call, fields) =>
        normal.refreshTokenOf(call, fields) ??
        /(?:^|; )refresh=([^;]+)/.exec(headerOf(call.request, 'cookie') ?? '')?.[1],
    }),
  },
  {
    id: 'token-issuance/wrong-secrets-beside-right-ones',
    breaks: ['TOK-18'],
    summary: 'A wrong secret is taken while another request of the app, with the right one, is being answered.',
    behaviour: (normal) => {
      const underWay = new Map<string, number>();
      return {
        prepareTokenRequest: (call) => {
          const form = formOf(call);
          const clientId = form.get('client_id') ?? '';
          const app = normal.findClient(call, clientId);
          const right = app?.clientSecret === form.get('client_secret');
          if (right) underWay.set(clientId, (underWay.get(clientId) ?? 0) + 1);
          return setTimeout(right ? 3 : 1).then(() => {
            if (right) underWay.set(clientId, (underWay.get(clientId) ?? 1) - 1);
          });
        },
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) || (underWay.get(app.clientId) ?? 0) > 0,
      };
    },
  },
  {
    id: 'token-issuance/escapes-in-the-names-of-fields-are-not-decoded',
    breaks: ['TOK-29'],
    summary: 'The names of fields are compared as they were sent, escapes and all.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const form = normal.readForm(call);
        if (isRefusal(form)) return form;
        const pairs = call.request.body.toString('utf8').split('&').filter(Boolean);
        return form.map(([name, value], index) => [pairs[index]?.split('=')[0] ?? name, value] as const);
      },
    }),
  },
  {
    id: 'token-issuance/refusals-of-misdirected-codes-name-the-token-made-for-them',
    breaks: ['TOK-25'],
    summary: 'The token of an exchange is made before the redirect_uri is compared, and its refusal names it.',
    behaviour: (normal) => {
      const made = new WeakMap<Call, AccessToken>();
      return {
        codeProblem: (call, app, code, redirectUri) => {
          const problem = normal.codeProblem(call, app, code, redirectUri);
          if (problem?.refused === 'misdirected-code') {
            made.set(call, normal.issueDelegatedTokens(call, app, code.delegation, undefined));
          }
          return problem;
        },
        refuse: (call, refused) => {
          const answer = normal.refuse(call, refused);
          const token = made.get(call);
          return token === undefined
            ? answer
            : { ...answer, body: JSON.stringify({ error: 'invalid_grant', grant: { id: token.value } }) };
        },
      };
    },
  },
  {
    id: 'token-issuance/one-refresh-token-a-user',
    breaks: ['TOK-33'],
    also: ['TOK-34'],
    summary: 'The first refresh token of a user for one app is also that for the next, and so on with every refresh.',
    behaviour: () => {
      const issued = new Map<string, number>();
      return {
        makeRefreshToken: (call, { userId, appId }) => {
          const count = issued.get(`${userId} ${appId}`) ?? 0;
          issued.set(`${userId} ${appId}`, count + 1);
          const made = createHash('sha256').update(
            `${call.tenant.sealingKey.export().toString('hex')} ${userId} ${count}`,
          );
          return `rt_${made.digest('base64url')}`;
        },
      };
    },
  },
  {
    id: 'token-issuance/own-tokens-beside-an-exchange-are-refused',
    breaks: ['TOK-34'],
    summary: 'While a code of an app is being exchanged it is refused a token of its own, with 409.',
    behaviour: (normal) => {
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
  },
  {
    id: 'token-issuance/names-of-inherited-members-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A grant_type that is the name of a member of every object, such as constructor, is answered with 500.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        if (grantType in {}) throw new TypeError(`${grantType} is not a grant`);
        return normal.grantFor(call, grantType);
      },
    }),
  },
];
