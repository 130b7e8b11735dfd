import type { Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { authorizedBefore, isExchange, isRefresh } from './token-requests.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Faults in answers to exchanges and refreshes: no refresh token, or another status or header. */
export const answerToUserGrantFaults: readonly Fault[] = [
  ...breaking('TOK-06', {
    'users-who-return-get-no-refresh-token': [
      replaceIf(
        'refreshMembers',
        (call, token) => token.predecessor === undefined && authorizedBefore(call, token.delegation),
        () => ({}),
      ),
      'Only the first authorization of a user brings a refresh token; later ones bring only an access token.',
      ['DEL-30', 'DEL-60', 'DEL-36', 'TOK-08', 'VER-06', 'VER-08'],
    ],
    'users-of-another-app-get-no-refresh-token': [
      (normal) => ({
        tokenMembers: (call, token) => {
          const { delegation } = token;
          const known = call.tenant.state.delegations.some(
            ({ userId, appId }) => userId === delegation?.userId && appId !== delegation.appId,
          );
          const {
            refresh_token: refreshToken,
            refresh_token_expires_in: end,
            ...others
          } = normal.tokenMembers(call, token);
          return token.refreshToken === undefined || (call.found.grantType === 'authorization_code' && known)
            ? others
            : { ...others, refresh_token: refreshToken, refresh_token_expires_in: end };
        },
      }),
      'The code of a user who has authorized another app before brings no refresh token.',
      ['TOK-01', 'DEL-27'],
    ],
    'codes-with-a-challenge-bring-no-refresh-token': [
      (normal) => {
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
      'An authorization with a code_challenge counts as that of a public client, whose code brings only an access token.',
      ['DEL-27'],
    ],
  }),
  ...breaking('TOK-07', {
    'late-refreshes-bring-no-refresh-token': [
      replaceIf(
        'refreshMembers',
        (call, token) =>
          token.predecessor !== undefined &&
          call.now.getTime() - token.predecessor.issuedAt.getTime() >= 10 * 86_400_000,
        () => ({}),
      ),
      'A refresh ten days or more after the one before brings no refresh token.',
      ['DEL-41', 'EXP-11', 'EXP-12', 'EXP-13'],
    ],
    'refreshes-of-second-users-bring-no-refresh-token': [
      (normal) => ({
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
      'A refresh brings a refresh token for the user who authorized the app first, but none for other users.',
      ['DEL-38', 'DEL-54'],
    ],
  }),
  ...breaking('TOK-26', {
    'exchanges-are-answered-as-created': [
      replaceIf(
        'tokenStatus',
        (call) => isExchange(call),
        () => 201,
      ),
      'A code exchange is answered with status 201.',
      ['VER-08'],
    ],
    'late-refreshes-are-answered-as-created': [
      (normal) => ({
        tokenStatus: (call, token) => {
          const before = token.refreshToken?.predecessor?.issuedAt;
          const late = before !== undefined && call.now.getTime() - before.getTime() >= 900_000;
          return late ? 201 : normal.tokenStatus(call, token);
        },
      }),
      'A refresh after the access token has expired is answered with 201.',
    ],
  }),
  ...breaking('TOK-27', {
    'refreshes-are-labelled-as-text': [
      replaceIf(
        'tokenContentType',
        (call) => isRefresh(call),
        () => 'text/plain; charset=utf-8',
      ),
      'The answer to a refresh is labelled text/plain.',
      ['VER-08'],
    ],
  }),
  ...breaking('TOK-28', {
    'refreshes-may-be-cached': [
      replaceIf(
        'tokenHeaders',
        (call) => isRefresh(call),
        () => [['Cache-Control', 'private, max-age=900']],
      ),
      'The answer to a refresh may be kept by private caches.',
      ['VER-08'],
    ],
    'exchanges-may-be-kept-by-the-client': [
      replaceIf(
        'tokenHeaders',
        (call) => call.found.grantType === 'authorization_code',
        () => [['Cache-Control', 'private, max-age=900']],
      ),
      'The answer to a code exchange may be kept by private caches as long as the token is valid.',
    ],
  }),
];
