import { refusal } from '../../http/refusal.ts';
import { headerOf } from '../../http/message.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Mistakes of the token endpoint that show for one history of an app or of a user only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'token-issuance/one-rotated-secret-at-a-time',
    breaks: ['TOK-24'],
    also: ['LIF-20', 'LIF-28', 'CCR-01', 'CCR-06', 'LIF-38', 'LIF-27', 'LIF-42', 'EXP-09', 'TOK-22', 'TOK-18'],
    summary: 'When a second app rotates its secret, the one before gets back the secret that it rotated.',
    behaviour: (normal) => {
      let latest: App | undefined;
      return {
        rotateClientSecret: (tenant, app) => {
          const former = latest?.formerSecrets.at(-1);
          if (latest !== undefined && latest !== app && former !== undefined) latest.clientSecret = former.value;
          latest = app;
          return normal.rotateClientSecret(tenant, app);
        },
      };
    },
  },
  {
    id: 'token-issuance/apps-with-users-announce-the-end-of-no-refresh-token',
    breaks: ['TOK-10'],
    also: ['CCR-03'],
    summary: 'Once a user has authorized an app, its own tokens come with refresh_token_expires_in.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const members = normal.tokenMembers(call, token);
        const hasUsers = call.tenant.state.delegations.some(({ appId }) => appId === token.appId);
        return token.refreshToken === undefined && hasUsers
          ? { ...members, refresh_token_expires_in: 2_592_000 }
          : members;
      },
    }),
  },
  {
    id: 'token-issuance/rotated-apps-exchange-no-codes',
    breaks: ['TOK-22'],
    also: ['LIF-20', 'LIF-38', 'DEL-01', 'CCR-21', 'DEL-27'],
    summary: 'The secret that a rotation made obtains tokens for the app, and none for a code.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) =>
        app.formerSecrets.length > 0
          ? refusal('unknown-code', 'The code is not known.')
          : normal.exchangeCode(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/late-refreshes-are-answered-as-created',
    breaks: ['TOK-26'],
    summary: 'A refresh after the access token has expired is answered with 201.',
    behaviour: (normal) => ({
      tokenStatus: (call, token) => {
        const before = token.refreshToken?.predecessor?.issuedAt;
        const late = before !== undefined && call.now.getTime() - before.getTime() >= 900_000;
        return late ? 201 : normal.tokenStatus(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/exchanges-may-be-kept-by-the-client',
    breaks: ['TOK-28'],
    summary: 'The answer to a code may be cached privately for as long as the token holds.',
    behaviour: (normal) => ({
      tokenHeaders: (call, token) =>
        call.found.grantType === 'authorization_code'
          ? [['Cache-Control', 'private, max-age=900']]
          : normal.tokenHeaders(call, token),
    }),
  },
  {
    id: 'token-issuance/users-who-return-get-their-refresh-token-again',
    breaks: ['TOK-33'],
    also: ['DEL-46', 'DEL-48', 'DEL-42', 'DEL-43', 'EXP-18', 'LIF-35'],
    summary:
      'A second authorization of a user and app answers with the refresh token of the first, if that is unspent.',
    behaviour: (normal) => ({
      issueRefreshToken: (call, delegation, predecessor) => {
        const before = call.tenant.state.delegations.findLast(
          (each) =>
            each !== delegation &&
            each.appId === delegation.appId &&
            each.userId === delegation.userId &&
            each.installation === delegation.installation,
        )?.latestRefreshToken;
        return predecessor === undefined && before !== undefined && before.spentAt === undefined
          ? before
          : normal.issueRefreshToken(call, delegation, predecessor);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-of-second-users-bring-no-refresh-token',
    breaks: ['TOK-07'],
    also: ['DEL-38', 'DEL-54'],
    summary: 'A refresh brings a refresh token for the user who authorized the app first, and none for the others.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const first = call.tenant.state.delegations.find(({ appId }) => appId === token.appId)?.userId;
        const {
          refresh_token: refreshToken,
          refresh_token_expires_in: end,
          ...others
        } = normal.tokenMembers(call, token);
        return token.refreshToken === undefined ||
          (call.found.grantType === 'refresh_token' && token.subject.id !== first)
          ? others
          : { ...others, refresh_token: refreshToken, refresh_token_expires_in: end };
      },
    }),
  },
  {
    id: 'token-issuance/a-charset-needs-a-space',
    breaks: ['TOK-30'],
    summary: 'A charset parameter is understood behind a semicolon and a space, and refused without the space.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        normal.isFormEncoded(call) && !/;charset/i.test(headerOf(call.request, 'content-type') ?? ''),
    }),
  },
];
