import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { AccessToken, Grant } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isLegacy = (call: Call): boolean => call.request.path === '/api/v2/token';
const isV2 = (call: Call): boolean => call.request.path.startsWith('/api/v2/');
const isV3 = (call: Call): boolean => call.request.path.startsWith('/api/v3/');

/** Mistakes between versions and paths that show after one event, or for one form of a request only. */
export const evaluatedThreeFaults: readonly Fault[] = [
  {
    id: 'versioning/v2-misses-what-was-granted-during-a-suspension',
    breaks: ['VER-20'],
    summary: 'v2 shows a user nothing of a project that was granted while the user was suspended.',
    behaviour: (normal) => {
      const missed = new WeakSet<Grant>();
      return {
        grantAccess: (tenant, project, actor) => {
          const before = project.grants.length;
          normal.grantAccess(tenant, project, actor);
          const suspended = actor.kind === 'user' && tenant.state.users.get(actor.id)?.active === false;
          if (suspended) for (const grant of project.grants.slice(before)) missed.add(grant);
        },
        hasAccess: (call, actor, project) =>
          normal.hasAccess(call, actor, project) &&
          (!isV2(call) ||
            project.grants.some(
              (grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined && !missed.has(grant),
            )),
      };
    },
  },
  {
    id: 'versioning/legacy-path-wants-the-grant-type-first',
    breaks: ['VER-08'],
    also: ['VER-05'],
    summary: 'The legacy path refuses a request of client credentials that does not begin with grant_type.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const form = normal.readForm(call);
        if (isRefusal(form) || !isLegacy(call)) return form;
        const isOwn = form.some(([name, value]) => name === 'grant_type' && value === 'client_credentials');
        return isOwn && form[0]?.[0] !== 'grant_type'
          ? refusal('malformed-token-request', 'grant_type must come first.')
          : form;
      },
    }),
  },
  {
    id: 'versioning/legacy-path-repeats-a-refresh-for-ten-seconds',
    breaks: ['VER-13'],
    also: ['VER-12', 'VER-11'],
    summary: 'A refresh at the legacy path that is sent again within ten seconds gets the tokens of the first time.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.behaviour.findRefreshToken(call, fields.get('refresh_token') ?? '');
        const latest = token?.delegation.latestAccessToken;
        const isRepeated =
          token?.spentAt !== undefined &&
          token.delegation.appId === app.id &&
          call.now.getTime() - token.spentAt.getTime() < 10_000 &&
          latest?.refreshToken?.predecessor === token &&
          latest.path === call.request.path;
        return isLegacy(call) && isRepeated ? latest : normal.refresh(call, app, fields);
      },
    }),
  },
  {
    id: 'versioning/legacy-tokens-end-with-the-one-before',
    breaks: ['VER-14'],
    summary: 'While an app has a token of its own from the legacy path, a further one from there ends when that does.',
    behaviour: (normal) => {
      const ends = new Map<string, number>();
      const lifetimes = new WeakMap<AccessToken, number>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (!isLegacy(call) || subject.kind !== 'app') return token;
          const now = token.issuedAt.getTime();
          const known = ends.get(app.id) ?? 0;
          const end = known > now ? known : now + 900_000;
          ends.set(app.id, end);
          lifetimes.set(token, (end - now) / 1000);
          return token;
        },
        enforcedLifetime: (call, token) => lifetimes.get(token) ?? normal.enforcedLifetime(call, token),
      };
    },
  },
  {
    id: 'versioning/v3-ignores-the-case-of-keys',
    breaks: ['VER-16'],
    summary: 'v3 knows an API key in any letter case.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        if (known !== undefined || !isV3(call)) return known;
        const wanted = credentials.username.toLowerCase();
        return call.tenant.state.apiKeys.values().find(({ value }) => value.toLowerCase() === wanted);
      },
    }),
  },
  {
    id: 'versioning/v3-refuses-tokens-of-before-a-rotation',
    breaks: ['VER-02'],
    summary: 'v3 refuses the tokens that an app got for itself before its secret was rotated; v2 serves them.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) => {
        const rotations = call.tenant.state.apps.get(token.appId)?.formerSecrets ?? [];
        const isOlder = rotations.some(({ retiredAt }) => retiredAt >= token.issuedAt);
        return normal.tokenFitsCall(call, token) && !(isV3(call) && isOlder && token.delegation === undefined);
      },
    }),
  },
  {
    id: 'versioning/v3-refuses-what-was-refreshed',
    breaks: ['VER-03'],
    summary: 'After a refresh v3 refuses the access token of before, which v2 serves until it expires.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(isV3(call) && token.refreshToken?.spentAt !== undefined),
    }),
  },
  {
    id: 'versioning/who-denied-once-is-sent-to-a-versioned-path',
    breaks: ['VER-19'],
    summary:
      'A signed-in user who denied a consent is sent to /api/v2/oauth/authorize from then on, which is not there.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(user.id);
          normal.rememberDenial(call, user, app);
        },
        answerAuthorization: (call) =>
          call.request.method === 'GET' && denied.has(call.tenant.behaviour.signedInUser(call)?.id ?? '')
            ? call.tenant.behaviour.sendBrowserTo(call, `/api/v2${call.request.target}`)
            : normal.answerAuthorization(call),
      };
    },
  },
];
