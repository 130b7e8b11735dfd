import { setTimeout } from 'node:timers/promises';
import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const LEGACY = '/api/v2/token';
const isLegacy = (call: Call): boolean => call.request.path === LEGACY;

function presentedIn(call: Call): RefreshToken | undefined {
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}

/** Mistakes between versions and paths that show after one history only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'versioning/refresh-tokens-of-a-day-stay-at-their-path',
    breaks: ['VER-10'],
    also: ['VER-07'],
    summary: 'A refresh token that is older than a day is known at the path only at which it was issued.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        const old = token !== undefined && call.now.getTime() - token.issuedAt.getTime() > 86_400_000;
        return old && token.path !== call.request.path ? undefined : token;
      },
    }),
  },
  {
    id: 'versioning/a-race-for-a-refreshed-token-has-a-winner-on-each-path',
    breaks: ['VER-12'],
    also: ['VER-11', 'DEL-42', 'DEL-43', 'DEL-52', 'DEL-53'],
    summary: 'A token that a refresh brought is found unspent a moment before it is spent, at the legacy path only.',
    behaviour: () => ({
      gapBeforeSpending: (call) =>
        isLegacy(call) && presentedIn(call)?.predecessor !== undefined ? setTimeout(5) : undefined,
    }),
  },
  {
    id: 'versioning/event-types-of-apps-of-v3-begin-with-v3',
    breaks: ['VER-17'],
    also: ['WHK-40', 'WHK-41', 'WHK-42'],
    summary: 'An app that has listed something under v3 gets event types that begin with v3.',
    behaviour: (normal) => {
      const modern = new Set<string>();
      return {
        actorOfToken: (call, token) => {
          if (call.request.path.startsWith('/api/v3/')) modern.add(token.appId);
          return normal.actorOfToken(call, token);
        },
        messageType: (tenant, event, app) => {
          const type = normal.messageType(tenant, event, app);
          return typeof type === 'string' && modern.has(app.id) ? type.replace(/^v2\./, 'v3.') : type;
        },
      };
    },
  },
  {
    id: 'versioning/envelope-version-2-where-a-type-is-told',
    breaks: ['VER-18'],
    also: ['WHK-14', 'WHK-55'],
    summary: 'The envelope of a message that has a type has the version 2.',
    behaviour: (normal) => ({
      envelopeVersion: (tenant, event, app) =>
        normal.messageType(tenant, event, app) !== undefined && event.updates !== undefined
          ? 2
          : normal.envelopeVersion(tenant, event, app),
    }),
  },
  {
    id: 'versioning/signed-in-users-are-sent-to-a-versioned-path',
    breaks: ['VER-19'],
    also: ['DEL-16', 'DEL-17', 'DEL-01'],
    summary: 'Browsers with a session and a consent are sent on to /api/v3/oauth/authorize, where there is nothing.',
    behaviour: (normal) => ({
      showNext: (call, request) => {
        const { behaviour } = call.tenant;
        const user = behaviour.signedInUser(call);
        return user !== undefined && behaviour.hasConsented(call, user, request.app)
          ? behaviour.sendBrowserTo(call, call.request.target.replace('/oauth/', '/api/v3/oauth/'))
          : normal.showNext(call, request);
      },
    }),
  },
  {
    id: 'versioning/rotated-secrets-are-known-at-the-legacy-path',
    breaks: ['VER-04'],
    also: ['TOK-22'],
    summary: 'After a rotation the unversioned path issues no token with the new secret; the legacy path does.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) && (isLegacy(call) || app.formerSecrets.length === 0),
    }),
  },
  {
    id: 'versioning/legacy-path-refreshes-one-authorization-a-user',
    breaks: ['VER-07'],
    also: ['DEL-46', 'VER-10'],
    summary: 'The legacy path refreshes the latest authorization of a user and app and refuses the earlier ones.',
    behaviour: (normal) => ({
      refreshProblem: (call, app, token) => {
        const { userId, appId } = token.delegation;
        const latest = call.tenant.state.delegations.findLast(
          (each) => each.userId === userId && each.appId === appId && each.latestRefreshToken !== undefined,
        );
        return (
          normal.refreshProblem(call, app, token) ??
          (isLegacy(call) && latest !== token.delegation
            ? refusal('ended-grant', 'There is a later authorization.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'versioning/legacy-refreshes-need-no-client-id',
    breaks: ['VER-13'],
    also: ['TOK-11'],
    summary: 'At the legacy path a refresh without client_id is that of the app to which the token was issued.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const token = isLegacy(call) && sent.clientId === undefined ? presentedIn(call) : undefined;
        const app = token === undefined ? undefined : call.tenant.state.apps.get(token.delegation.appId);
        return app === undefined ? sent : { ...sent, clientId: app.clientId };
      },
    }),
  },
];
