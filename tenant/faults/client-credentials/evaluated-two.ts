import type { Actor, Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import { sameActor, type App, type Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const hasUsers = (call: Call, appId: string): boolean =>
  call.tenant.state.delegations.some((delegation) => delegation.appId === appId);

/** The users who authorized an app. */
const usersOf = (call: Call, appId: string): Set<string> =>
  new Set(call.tenant.state.delegations.filter((each) => each.appId === appId).map(({ userId }) => userId));

/** Whether the project is open to somebody as it is: a grant that was not taken back. */
const isOpenTo = (project: Project, kind: 'user' | 'app', id: string): boolean =>
  project.grants.some((grant) => sameActor(grant.actor, { kind, id }) && grant.revokedAt === undefined);

/** An app that is let in by something else than a token. */
function asApp(call: Call, app: App, value: string): Actor {
  const subject = { kind: 'app', id: app.id } as const;
  const token = { value, issuedAt: call.now, subject, appId: app.id, path: call.request.path };
  return { ...subject, credential: { kind: 'accessToken', token } };
}

/** Mistakes about an app's own reach and credentials that show after one history or in one place only. */
export const evaluatedTwoFaults: readonly Fault[] = [
  {
    id: 'client-credentials/v3-entries-are-not-for-apps-with-users',
    breaks: ['CCR-04'],
    also: ['VER-02', 'CCR-20', 'DEL-63', 'VER-16'],
    summary: 'The v3 listing of entries refuses the own tokens of an app that a user has authorized.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(call.request.path === '/api/v3/entry/items' && token.delegation === undefined && hasUsers(call, token.appId)),
    }),
  },
  {
    id: 'client-credentials/a-grant-brings-back-what-was-withdrawn',
    breaks: ['CCR-13'],
    also: ['CCR-08', 'LIF-26', 'VER-20', 'CCR-12'],
    summary: 'When an app is added to a project, it also gets back those that it was taken from.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const ended = project.grants.findLast((grant) => sameActor(grant.actor, actor))?.revokedAt;
        return (
          ended !== undefined &&
          call.tenant.state.projects
            .values()
            .some((other) => other.grants.some((grant) => sameActor(grant.actor, actor) && grant.grantedAt > ended))
        );
      },
    }),
  },
  {
    id: 'client-credentials/rotated-secrets-are-bearer-tokens',
    breaks: ['CCR-17'],
    summary: 'A client secret that came from a rotation is accepted as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = call.tenant.state.apps
          .values()
          .find(({ clientSecret, formerSecrets }) => formerSecrets.length > 0 && clientSecret === value);
        return app === undefined ? normal.authenticateBearer(call, value) : asApp(call, app, value);
      },
    }),
  },
  {
    id: 'client-credentials/apps-with-redirect-uris-need-a-consent',
    breaks: ['CCR-19'],
    also: ['CCR-01', 'TOK-01', 'CCR-06'],
    summary: 'An app with two redirect URIs or more gets no token of its own before a user has consented to it.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        return grantType !== 'client_credentials' || grant === undefined
          ? grant
          : (granted, app, fields) =>
              app.redirectUris.length > 1 && !call.tenant.state.consents.some(({ appId }) => appId === app.id)
                ? refusal('unauthorized-client', 'Nobody has consented to the app.')
                : grant(granted, app, fields);
      },
    }),
  },
  {
    id: 'client-credentials/older-tokens-see-later-grants-on-v2-only',
    breaks: ['CCR-12'],
    also: ['VER-20', 'CCR-11', 'CCR-08', 'VER-16'],
    summary: 'Under v3 a token shows what its app was permissioned for when it was issued.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const { credential } = actor;
        if (actor.kind !== 'app' || credential.kind !== 'accessToken' || !call.request.path.startsWith('/api/v3/')) {
          return normal.hasAccess(call, actor, project);
        }
        return project.grants.some(
          (grant) =>
            sameActor(grant.actor, actor) &&
            call.tenant.behaviour.grantCounts(call, grant) &&
            grant.grantedAt <= credential.token.issuedAt,
        );
      },
    }),
  },
  {
    id: 'client-credentials/apps-that-a-user-authorized-share-projects',
    breaks: ['CCR-14'],
    also: ['CCR-20', 'CCR-13', 'CCR-09', 'CCR-10'],
    summary: 'Apps that the same user has authorized see each other’s projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const users = usersOf(call, actor.id);
        return call.tenant.state.delegations.some(
          ({ userId, appId }) => appId !== actor.id && users.has(userId) && isOpenTo(project, 'app', appId),
        );
      },
    }),
  },
  {
    id: 'client-credentials/tokens-of-apps-with-users-refresh',
    breaks: ['CCR-18'],
    summary: 'The own token of an app that a user has authorized obtains another in the refresh_token grant.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
        return token !== undefined && token.appId === app.id && token.delegation === undefined && hasUsers(call, app.id)
          ? call.tenant.behaviour.issueAccessToken(call, token.subject, app)
          : normal.refresh(call, app, fields);
      },
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
    id: 'client-credentials/client-secret-as-password-alone',
    breaks: ['CCR-16'],
    summary: 'HTTP Basic with an empty username and a client_secret as password is accepted on calls.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const app =
          sent?.username === '' && sent.password !== ''
            ? call.tenant.state.apps.values().find(({ clientSecret }) => clientSecret === sent.password)
            : undefined;
        return app === undefined ? normal.authenticateBasic(call, value) : asApp(call, app, value);
      },
    }),
  },
];
