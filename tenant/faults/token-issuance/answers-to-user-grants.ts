import type { Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { authorizedBefore, isExchange, isRefresh } from './token-requests.ts';

/** Answers to exchanges and refreshes that lack the refresh token, or have another status or header. */
export const answerToUserGrantFaults: readonly Fault[] = [
  {
    id: 'token-issuance/users-who-return-get-no-refresh-token',
    breaks: ['TOK-06'],
    also: ['DEL-30', 'DEL-60', 'DEL-36', 'TOK-08', 'VER-06', 'VER-08'],
    summary: 'Only the first authorization of a user brings a refresh token; later ones bring an access token alone.',
    behaviour: (normal) => ({
      refreshMembers: (call, token) =>
        token.predecessor === undefined && authorizedBefore(call, token.delegation)
          ? {}
          : normal.refreshMembers(call, token),
    }),
  },
  {
    id: 'token-issuance/users-of-another-app-get-no-refresh-token',
    breaks: ['TOK-06'],
    also: ['TOK-01', 'DEL-27'],
    summary: 'A user who has authorized another app before gets no refresh token by way of this one.',
    behaviour: (normal) => ({
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
    id: 'token-issuance/late-refreshes-bring-no-refresh-token',
    breaks: ['TOK-07'],
    also: ['DEL-41', 'EXP-11', 'EXP-12', 'EXP-13'],
    summary: 'A refresh ten days or more after the one before brings no refresh token.',
    behaviour: (normal) => ({
      refreshMembers: (call, token) =>
        token.predecessor !== undefined && call.now.getTime() - token.predecessor.issuedAt.getTime() >= 10 * 86_400_000
          ? {}
          : normal.refreshMembers(call, token),
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
    id: 'token-issuance/exchanges-are-answered-as-created',
    breaks: ['TOK-26'],
    also: ['VER-08'],
    summary: 'The tokens of a code exchange are handed out with status 201.',
    behaviour: (normal) => ({
      tokenStatus: (call, token) => (isExchange(call) ? 201 : normal.tokenStatus(call, token)),
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
    id: 'token-issuance/refreshes-are-labelled-as-text',
    breaks: ['TOK-27'],
    also: ['VER-08'],
    summary: 'The answer to a refresh is labelled text/plain.',
    behaviour: (normal) => ({
      tokenContentType: (call) => (isRefresh(call) ? 'text/plain; charset=utf-8' : normal.tokenContentType(call)),
    }),
  },
  {
    id: 'token-issuance/refreshes-may-be-cached',
    breaks: ['TOK-28'],
    also: ['VER-08'],
    summary: 'The answer to a refresh may be kept by private caches.',
    behaviour: (normal) => ({
      tokenHeaders: (call, token) =>
        isRefresh(call) ? [['Cache-Control', 'private, max-age=900']] : normal.tokenHeaders(call, token),
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
];
