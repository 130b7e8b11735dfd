import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { consentedTo, isOpenTo, usersOf } from './apps-and-users.ts';

/** The live refresh token that a client_credentials request carries. */
function strayToken(normal: Behaviour, call: Call): RefreshToken | undefined {
  if (call.found.grantType !== 'client_credentials') return undefined;
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : normal.findRefreshToken(call, value);
}

/** Wrong decisions that mix up an app's own tokens with those of its users. */
export const besideUsersFaults: readonly Fault[] = [
  {
    id: 'client-credentials/consent-widens-the-apps-own-reach',
    breaks: ['CCR-20'],
    also: ['CCR-10', 'CCR-13', 'CCR-21', 'DEL-32'],
    summary: 'An app token also shows what the users who consented to the app may see.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          call.tenant.state.consents.some(
            ({ appId, userId }) => appId === actor.id && project.grants.some((grant) => grant.actor.id === userId),
          )),
    }),
  },
  {
    id: 'client-credentials/a-code-exchange-ends-earlier-app-tokens',
    breaks: ['CCR-20'],
    also: ['DEL-63', 'LIF-09'],
    summary: 'The app tokens from before a code exchange are refused once the exchange was made.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        (token.subject.kind === 'app' &&
          call.tenant.state.delegations.some(
            ({ appId, latestAccessToken }) =>
              appId === token.appId &&
              latestAccessToken !== undefined &&
              latestAccessToken.refreshToken?.predecessor === undefined &&
              latestAccessToken.issuedAt.getTime() > token.issuedAt.getTime(),
          )) ||
        normal.tokenHasEnded(call, token),
    }),
  },
  {
    id: 'client-credentials/a-refresh-narrows-the-app-to-its-user',
    breaks: ['CCR-20'],
    also: ['CCR-08', 'DEL-63'],
    summary: 'After a refresh an app sees for itself only what the user of that refresh may see.',
    behaviour: (normal) => {
      const narrowed = new Map<string, string>();
      return {
        spendRefreshToken: (call, token) => {
          narrowed.set(token.delegation.appId, token.delegation.userId);
          normal.spendRefreshToken(call, token);
        },
        hasAccess: (call, actor, project) => {
          const userId = actor.kind === 'app' ? narrowed.get(actor.id) : undefined;
          return userId === undefined
            ? normal.hasAccess(call, actor, project)
            : project.grants.some((grant) => grant.actor.id === userId);
        },
      };
    },
  },
  {
    id: 'client-credentials/a-denial-ends-the-apps-own-tokens',
    breaks: ['CCR-20'],
    summary: 'When a user denies an app consent, the tokens that it has for itself are refused.',
    behaviour: (normal) => {
      const denied = new Map<string, number>();
      return {
        rememberDenial: (call, user, app) => {
          denied.set(app.id, call.now.getTime());
          normal.rememberDenial(call, user, app);
        },
        tokenHasEnded: (call, token) =>
          (token.subject.kind === 'app' && token.issuedAt.getTime() <= (denied.get(token.appId) ?? -1)) ||
          normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'client-credentials/a-stray-refresh-token-makes-a-user-token',
    breaks: ['CCR-21'],
    summary: 'A client_credentials request with a live refresh token gives a token that acts for its user.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const stray = strayToken(normal, call);
        if (stray === undefined) return normal.issueAccessToken(call, subject, app);
        return normal.issueAccessToken(call, { kind: 'user', id: stray.delegation.userId }, app);
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-refresh-token-is-spent',
    breaks: ['CCR-21'],
    summary: 'A client_credentials request with a live refresh token spends it.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        const stray = strayToken(normal, call);
        if (stray !== undefined) normal.spendRefreshToken(call, stray);
        return normal.issueAccessToken(call, subject, app);
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-refresh-token-comes-back',
    breaks: ['CCR-21'],
    also: ['CCR-02', 'CCR-03'],
    summary: 'The answer to a client_credentials request with a refresh token has one too.',
    behaviour: (normal) => ({
      answerToken: (call, token) => {
        const stray = strayToken(normal, call);
        const answer = normal.answerToken(call, token);
        return stray === undefined
          ? answer
          : withMembers(answer, (members) => ({
              ...members,
              refresh_token: stray.value,
              refresh_token_expires_in: 2_592_000,
            }));
      },
    }),
  },
  {
    id: 'client-credentials/a-stray-code-is-exchanged',
    breaks: ['CCR-21'],
    summary: 'A client_credentials request that carries a code and its redirect_uri is taken for its exchange.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        if (grantType !== 'client_credentials' || grant === undefined) return grant;
        return (request, app, fields) => {
          const exchanged = fields.has('code') ? normal.exchangeCode(request, app, fields) : undefined;
          return exchanged === undefined || isRefusal(exchanged) ? grant(request, app, fields) : exchanged;
        };
      },
    }),
  },
  {
    id: 'client-credentials/what-its-users-see-is-hidden-from-the-app',
    breaks: ['CCR-20'],
    also: ['CCR-08'],
    summary: 'Once a user has consented to an app, it no longer sees for itself what that user may see too.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.kind === 'app' &&
          call.tenant.state.consents.some(
            ({ appId, userId }) => appId === actor.id && isOpenTo(project, 'user', userId),
          )
        ),
    }),
  },
  {
    id: 'client-credentials/sorted-listings-show-apps-what-their-users-see',
    breaks: ['CCR-09'],
    also: ['CCR-20', 'CCR-13', 'DEL-63'],
    summary: 'A sorted listing also shows an app what the users who authorized it may see.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          call.request.query.has('sort') &&
          usersOf(call, actor.id)
            .values()
            .some((userId) => isOpenTo(project, 'user', userId))),
    }),
  },
  {
    id: 'client-credentials/the-second-consent-widens-the-apps-reach',
    breaks: ['CCR-20'],
    also: ['CCR-09', 'TRN-14', 'LST-31'],
    summary: 'From the second consenting user on, an app token also shows what they may see.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          [...new Set(consentedTo(call, actor.id))]
            .slice(1)
            .some((id) => project.grants.some((grant) => grant.actor.id === id && grant.revokedAt === undefined))),
    }),
  },
];
