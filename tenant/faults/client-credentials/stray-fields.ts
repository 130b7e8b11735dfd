import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { consentedTo } from './apps-and-users.ts';

/** Fields of other grants beside client_credentials that make the token that of a user. */
export const strayFieldFaults: readonly Fault[] = [
  {
    id: 'client-credentials/a-subject-makes-a-user-token',
    breaks: ['CCR-21'],
    also: ['CCR-09'],
    summary: 'A client_credentials request with the e-mail address of a user as subject gives a token for that user.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const email = formOf(call).get('subject');
        const user = call.tenant.state.users.values().find((one) => one.email === email);
        return normal.issueAccessToken(call, user === undefined ? subject : { kind: 'user', id: user.id }, app);
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-used-code-makes-a-user-token',
    breaks: ['CCR-21'],
    summary: 'A code beside the grant of an app makes the token that of its user, where the code was exchanged before.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const code = normal.findCode(call, new URLSearchParams(call.request.body.toString('utf8')).get('code') ?? '');
        const used = call.found.grantType === 'client_credentials' && code?.usedAt !== undefined;
        const user = used ? ({ kind: 'user', id: code.delegation.userId } as const) : subject;
        return normal.issueAccessToken(call, user, app);
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-code-of-another-app-makes-a-user-token',
    breaks: ['CCR-21'],
    summary: 'A client_credentials request with a fresh code of another app gives a token for the user of the code.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'client_credentials'
          ? (granted, app, fields) => {
              const code = granted.tenant.state.codes.find(fields.get('code') ?? '');
              const isForeign = code !== undefined && code.delegation.appId !== app.id;
              const subject = isForeign
                ? ({ kind: 'user', id: code.delegation.userId } as const)
                : ({ kind: 'app', id: app.id } as const);
              return granted.tenant.behaviour.issueAccessToken(granted, subject, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'client-credentials/a-stray-refresh-token-of-another-app-makes-a-user-token',
    breaks: ['CCR-21'],
    summary:
      'A client_credentials request with a live refresh token of another app gives a token that acts for its user.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (granted, app, fields) => {
          const token = normal.findRefreshToken(granted, fields.get('refresh_token') ?? '');
          return token === undefined || token.delegation.appId === app.id || token.spentAt !== undefined
            ? grant(granted, app, fields)
            : granted.tenant.behaviour.issueAccessToken(granted, { kind: 'user', id: token.delegation.userId }, app);
        };
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-spent-refresh-token-makes-a-user-token',
    breaks: ['CCR-21'],
    also: ['CCR-15'],
    summary: 'A client_credentials request with a refresh token that was spent gives a token that acts for its user.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (inner, app, fields) => {
          const token = inner.tenant.state.refreshTokens.find(fields.get('refresh_token') ?? '');
          return token?.spentAt === undefined
            ? grant(inner, app, fields)
            : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: token.delegation.userId }, app);
        };
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-redirect-uri-makes-a-user-token',
    breaks: ['CCR-21'],
    summary:
      'A client_credentials request with a redirect URI of the app gives a token for the user who consented last.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (inner, app, fields) => {
          const user = consentedTo(inner, app.id).at(-1);
          return user === undefined || !app.redirectUris.includes(fields.get('redirect_uri') ?? '')
            ? grant(inner, app, fields)
            : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: user }, app);
        };
      },
    }),
  },
];
