import { setTimeout } from 'node:timers/promises';
import type { Actor, Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { AccessToken, LabRecord, RefreshToken } from '../../state/model.ts';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import { nearMissesOfAuthorizations } from './near-misses-three-of-authorizations.ts';
import type { Fault } from '../fault.ts';

/** Also shows what the app of a delegated token may see, where a call is of some kind. */
function alsoWhatTheAppMaySee(normal: Behaviour, applies: (call: Call) => boolean): Partial<Behaviour> {
  return {
    mayRead: (call: Call, actor: Actor, record: LabRecord) => {
      if (normal.mayRead(call, actor, record)) return true;
      const { credential } = actor;
      return (
        credential.kind === 'accessToken' &&
        applies(call) &&
        normal.mayRead(call, { kind: 'app', id: credential.token.appId, credential }, record)
      );
    },
  };
}

/** Whether the text fits a pattern in which % stands for anything and _ for any one character. */
function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'i').test(text);
}

/** Tokens that go wrong after something else, in some number, or on some calls. */
export const nearMissFaultsThree: readonly Fault[] = [
  ...nearMissesOfAuthorizations,
  {
    id: 'delegated/tokens-see-three-projects',
    breaks: ['DEL-31'],
    also: ['DEL-36', 'DEL-34', 'DEL-35', 'DEL-62'],
    summary: 'A delegated token shows the first three of the projects of its user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (!normal.mayRead(call, actor, record)) return false;
        if (actor.credential.kind !== 'accessToken' || actor.credential.token.delegation === undefined) return true;
        const projects = [...call.tenant.state.projects.values()].filter((each) => normal.hasAccess(call, actor, each));
        return projects.slice(0, 3).some(({ id }) => id === record.projectId);
      },
    }),
  },
  {
    id: 'delegated/following-pages-show-what-the-app-may-see',
    breaks: ['DEL-32'],
    also: ['DEL-36'],
    summary: 'Following pages show a delegated token what its app may see besides.',
    behaviour: (normal) => alsoWhatTheAppMaySee(normal, ({ request }) => request.query.has('nextToken')),
  },
  {
    id: 'delegated/sorted-listings-show-what-the-app-may-see',
    breaks: ['DEL-32'],
    also: ['DEL-36'],
    summary: 'A sorted listing shows a delegated token what its app may see besides.',
    behaviour: (normal) => alsoWhatTheAppMaySee(normal, ({ request }) => request.query.has('sort')),
  },
  {
    id: 'delegated/simultaneous-calls-mix-their-users',
    breaks: ['DEL-34'],
    also: ['DEL-36', 'DEL-31', 'DEL-32', 'TRN-14', 'TRN-15', 'LIF-08'],
    summary: 'Of calls at the same time all act for the user of the one that arrived last, if they are of one app.',
    behaviour: (normal) => {
      let current: AccessToken | undefined;
      return {
        prepareCall: (call) => {
          const value = /^bearer +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0] ?? '')?.[1];
          const token = value === undefined ? undefined : normal.findAccessToken(call, value);
          if (call.found.route?.part !== 'api' || token?.delegation === undefined) return normal.prepareCall(call);
          current = token;
          return setTimeout(2);
        },
        actorOfToken: (call, token) => {
          const actor = normal.actorOfToken(call, token);
          return token.delegation !== undefined && current?.appId === token.appId
            ? { ...actor, id: current.subject.id }
            : actor;
        },
      };
    },
  },
  {
    id: 'delegated/grants-of-later-redirect-uris-are-not-refreshed',
    breaks: ['DEL-37'],
    also: ['DEL-39', 'DEL-40', 'DEL-12'],
    summary: 'Refreshed is only what was authorized by way of the redirect URI that the app registered first.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        const code = call.tenant.state.codes.values().find(({ delegation }) => delegation === token?.delegation);
        const first = call.tenant.state.apps.get(token?.delegation.appId ?? '')?.redirectUris[0];
        return code === undefined || code.redirectUri === first ? token : undefined;
      },
    }),
  },
  {
    id: 'delegated/two-refresh-tokens-in-turn',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45', 'EXP-14', 'EXP-12', 'LIF-45'],
    summary: 'An authorization has two refresh tokens, each of which is given for the other.',
    behaviour: (normal) => ({
      makeRefreshToken: (call, delegation) =>
        delegation.latestRefreshToken?.predecessor?.value ?? normal.makeRefreshToken(call, delegation),
    }),
  },
  {
    id: 'delegated/three-spent-tokens-are-remembered',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45', 'LIF-45'],
    summary: 'Of the refresh tokens that an app has spent the last three are remembered, and others are good again.',
    behaviour: (normal) => {
      const remembered = new Map<string, RefreshToken[]>();
      return {
        spendRefreshToken: (call, token) => {
          const { appId } = token.delegation;
          remembered.set(appId, [...(remembered.get(appId) ?? []), token].slice(-3));
          normal.spendRefreshToken(call, token);
        },
        refreshTokenIsSpent: (call, token) =>
          normal.refreshTokenIsSpent(call, token) && remembered.get(token.delegation.appId)?.includes(token) === true,
      };
    },
  },
  {
    id: 'delegated/a-new-authorization-unspends',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45', 'LIF-45'],
    summary: 'When a user authorizes an app again, what was spent before is good again.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const { userId, appId } = token.delegation;
        const newer = call.tenant.state.delegations.some(
          (each) => each.userId === userId && each.appId === appId && each.createdAt > (token.spentAt ?? call.now),
        );
        return normal.refreshTokenIsSpent(call, token) && !newer;
      },
    }),
  },
  {
    id: 'delegated/a-new-authorization-forgets-what-was-spent',
    breaks: ['DEL-44'],
    also: ['DEL-43'],
    summary: 'When a user authorizes an app again, what was spent before is answered as unknown_token.',
    behaviour: (normal) => ({
      refusalCode: (call, refused) => {
        const code = normal.refusalCode(call, refused);
        if (refused.refused !== 'spent-refresh-token') return code;
        const form = normal.readForm(call);
        const value = isRefusal(form) ? undefined : form.find(([name]) => name === 'refresh_token')?.[1];
        const token = normal.findRefreshToken(call, value ?? '');
        const newer = call.tenant.state.delegations.some(
          (each) =>
            each.userId === token?.delegation.userId &&
            each.appId === token.delegation.appId &&
            each.createdAt > (token.spentAt ?? call.now),
        );
        return newer ? 'unknown_token' : code;
      },
    }),
  },
  {
    id: 'delegated/a-missing-secret-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh without a client secret is refused and spends the refresh token.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const token = normal.findRefreshToken(call, fields.get('refresh_token') ?? '');
        if (token !== undefined && !fields.has('client_secret')) normal.spendRefreshToken(call, token);
        return normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'delegated/refresh-tokens-are-looked-up-as-patterns',
    breaks: ['DEL-55'],
    also: ['DEL-57'],
    summary: 'A refresh token is looked up by LIKE, where % and _ stand for anything.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) =>
        normal.findRefreshToken(call, value) ??
        call.tenant.state.refreshTokens.values().find((token) => isLike(token.value, value)),
    }),
  },
  {
    id: 'delegated/codes-are-looked-up-as-patterns',
    breaks: ['DEL-28'],
    summary: 'A code is looked up by LIKE, where % and _ stand for anything.',
    behaviour: (normal) => ({
      findCode: (call, value) =>
        normal.findCode(call, value) ?? call.tenant.state.codes.values().find((code) => isLike(code.value, value)),
    }),
  },
  {
    id: 'delegated/spent-refresh-tokens-authenticate-calls',
    breaks: ['DEL-56'],
    also: ['TRN-09'],
    summary: 'A refresh token that was spent is accepted as a bearer token.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        const known = normal.findAccessToken(call, value);
        const spent = known === undefined ? normal.findRefreshToken(call, value) : undefined;
        return spent?.spentAt === undefined ? known : spent.delegation.latestAccessToken;
      },
    }),
  },
  {
    id: 'delegated/an-exchange-ends-the-apps-own-tokens',
    breaks: ['DEL-63'],
    also: ['CCR-20'],
    summary: 'The exchange of a code ends the tokens that the app has for itself.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        normal.tokenHasEnded(call, token) ||
        (token.delegation === undefined &&
          call.tenant.state.codes
            .values()
            .some(({ usedAt, delegation }) => delegation.appId === token.appId && (usedAt ?? 0) > token.issuedAt)),
    }),
  },
];
