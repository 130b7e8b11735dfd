import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AccessToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Faults that issue a token a second time, or to two clients. */
export const tokenGivenAgainFaults: readonly Fault[] = [
  ...breaking('TOK-32', {
    'simultaneous-requests-share-a-token': [
      (normal) => {
        let waiting = 0;
        const shared = new Map<string, AccessToken>();
        return {
          prepareTokenRequest: (call) => {
            waiting += 1;
            return Promise.all([normal.prepareTokenRequest(call), setTimeout(4)]).then(() => void (waiting -= 1));
          },
          issueAccessToken: (call, subject, app) => {
            const token = subject.kind === 'app' ? shared.get(app.id) : undefined;
            if (waiting === 0) shared.clear();
            if (token !== undefined) return token;
            const made = normal.issueAccessToken(call, subject, app);
            if (waiting > 0 && subject.kind === 'app') shared.set(app.id, made);
            return made;
          },
        };
      },
      'Token requests of an app that are answered at the same time get the same token.',
      ['TOK-34', 'CCR-07'],
    ],
    'one-token-for-both-paths': [
      (normal) => {
        const latest = new Map<string, AccessToken>();
        return {
          issueAccessToken: (call, subject, app) => {
            const known = latest.get(app.id);
            const isSame =
              subject.kind === 'app' &&
              known !== undefined &&
              known.path !== call.request.path &&
              call.now.getTime() - known.issuedAt.getTime() < 1000;
            if (isSame) return known;
            const token = normal.issueAccessToken(call, subject, app);
            if (subject.kind === 'app') latest.set(app.id, token);
            return token;
          },
        };
      },
      'Within a second after one token path has issued an app token, the other path issues the same token to the app.',
    ],
    'refreshes-keep-the-access-token': [
      (normal) => ({
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const former = delegation.latestAccessToken;
          if (former === undefined || predecessor === undefined || normal.tokenHasExpired(call, former)) {
            return normal.issueDelegatedTokens(call, app, delegation, predecessor);
          }
          former.refreshToken = call.tenant.behaviour.issueRefreshToken(call, delegation, predecessor);
          delegation.latestRefreshToken = former.refreshToken;
          return former;
        },
      }),
      'A refresh while the access token is valid returns the same access token, with a new refresh token.',
      ['DEL-41', 'DEL-46', 'EXP-05', 'EXP-33', 'VER-14'],
    ],
    'a-user-who-returns-gets-the-live-access-token': [
      (normal) => ({
        answerToken: (call, token) => {
          const live =
            call.found.grantType === 'authorization_code'
              ? call.tenant.state.accessTokens
                  .values()
                  .find(
                    (one) =>
                      one.appId === token.appId &&
                      one.delegation !== undefined &&
                      one.subject.id === token.subject.id &&
                      !normal.tokenHasExpired(call, one),
                  )
              : undefined;
          return normal.answerToken(call, live === undefined ? token : { ...token, value: live.value });
        },
      }),
      'If the app holds a live access token for the user, a code exchange answers with that token.',
    ],
  }),
  ...breaking('TOK-33', {
    'users-who-return-get-their-refresh-token-again': [
      (normal) => ({
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
      'A second authorization of a user and app yields the refresh token of the first again, if that is unspent.',
      ['DEL-46', 'DEL-48', 'DEL-42', 'DEL-43', 'EXP-18', 'LIF-35'],
    ],
    'one-refresh-token-a-user': [
      () => {
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
      "A user's refresh tokens are the same for every app: each app gets the same first, second and further token.",
      ['TOK-34'],
    ],
    'access-tokens-of-refreshes-are-the-refresh-tokens-sent': [
      (normal) => ({
        makeAccessToken: (call, subject, app) =>
          (call.found.grantType === 'refresh_token' ? formOf(call).get('refresh_token') : null) ??
          normal.makeAccessToken(call, subject, app),
      }),
      'The access token of a refresh has the value of the refresh token that was sent.',
      ['DEL-56', 'TOK-25'],
    ],
  }),
];
