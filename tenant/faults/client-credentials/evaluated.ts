import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import { sameActor, type AccessToken, type App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const tokensOf = (call: Call, appId: string): AccessToken[] =>
  call.tenant.state.accessTokens
    .values()
    .filter((token) => token.subject.kind === 'app' && token.subject.id === appId)
    .toArray();

const appWith = (call: Call, fits: (app: App) => boolean): App | undefined =>
  call.tenant.state.apps.values().find((app) => fits(app));

/** Mistakes about an app's own tokens that show for one history or in one place only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'client-credentials/later-tokens-are-not-for-results',
    breaks: ['CCR-04'],
    also: ['CCR-07', 'CCR-06', 'CCR-08', 'CCR-12'],
    summary: 'The assay-results listing accepts the first token of an app and none of the later ones.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        (token.subject.kind !== 'app' ||
          !call.request.path.endsWith('/assay-results') ||
          tokensOf(call, token.appId)[0] === token),
    }),
  },
  {
    id: 'client-credentials/the-project-made-next-is-open-too',
    breaks: ['CCR-13'],
    also: ['CCR-08', 'CCR-09', 'CCR-14', 'LST-31', 'FLT-39', 'TRN-14'],
    summary: 'An app that was added to a project also sees the project that was made after it.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        if (actor.kind !== 'app') return false;
        const projects = [...call.tenant.state.projects.values()];
        const before = projects[projects.indexOf(project) - 1];
        return before !== undefined && normal.hasAccess(call, actor, before);
      },
    }),
  },
  {
    id: 'client-credentials/client-id-as-bearer-token-of-apps-at-work',
    breaks: ['CCR-17'],
    summary: 'While an app has a live token its client id works as a bearer token.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        const app = appWith(call, ({ clientId }) => clientId === value);
        return app === undefined
          ? normal.findAccessToken(call, value)
          : tokensOf(call, app.id).findLast((token) => !normal.tokenHasExpired(call, token));
      },
    }),
  },
  {
    id: 'client-credentials/no-token-after-a-denial',
    breaks: ['CCR-19'],
    also: ['CCR-20', 'CCR-01'],
    summary: 'An app that a user has denied gets no token until a user consents.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(app.id);
          normal.rememberDenial(call, user, app);
        },
        rememberConsent: (call, user, app) => {
          denied.delete(app.id);
          normal.rememberConsent(call, user, app);
        },
        clientIsBarred: (call, app) =>
          normal.clientIsBarred(call, app) ??
          (denied.has(app.id) && call.found.grantType === 'client_credentials'
            ? refusal('wrong-client', 'The app was denied.')
            : undefined),
      };
    },
  },
  {
    id: 'client-credentials/no-token-in-the-last-minute-of-another',
    breaks: ['CCR-06'],
    also: ['EXP-09', 'CCR-07', 'EXP-08', 'TOK-01'],
    summary: 'An app whose token is in its last minute must wait for its end before it gets another.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const age = call.now.getTime() - (tokensOf(call, app.id).at(-1)?.issuedAt.getTime() ?? 0);
        return (
          normal.clientIsBarred(call, app) ??
          (call.found.grantType === 'client_credentials' && age >= 840_000 && age < 900_000
            ? refusal('malformed-token-request', 'There is a token still.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'client-credentials/apps-of-one-name-share-projects',
    breaks: ['CCR-14'],
    also: ['CCR-09', 'CCR-10'],
    summary: 'Apps of the same name see each other’s projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const name = actor.kind === 'app' ? call.tenant.state.apps.get(actor.id)?.name : undefined;
        return call.tenant.state.apps
          .values()
          .filter((app) => name !== undefined && app.name === name)
          .some(({ id }) =>
            project.grants.some(
              (grant) => grant.revokedAt === undefined && sameActor(grant.actor, { kind: 'app', id }),
            ),
          );
      },
    }),
  },
  {
    id: 'client-credentials/client-credentials-on-the-api-form-encoded',
    breaks: ['CCR-16'],
    summary: 'A listing accepts client id and secret as HTTP Basic where they are form encoded, as RFC 6749 wants it.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const secret = sent?.password.includes('%') === true ? decodeURIComponent(sent.password) : undefined;
        const app = appWith(call, (each) => each.clientId === sent?.username && each.clientSecret === secret);
        const token = app === undefined ? undefined : tokensOf(call, app.id).at(-1);
        return app === undefined || token === undefined
          ? normal.authenticateBasic(call, value)
          : { kind: 'app', id: app.id, credential: { kind: 'accessToken', token } };
      },
    }),
  },
  {
    id: 'client-credentials/access-tokens-refresh-at-the-legacy-path',
    breaks: ['CCR-18'],
    also: ['VER-13'],
    summary: 'At the legacy path an app’s live access token obtains another in the refresh_token grant.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const outcome = normal.refresh(call, app, fields);
        const token = normal.findAccessToken(call, fields.get('refresh_token') ?? '');
        return isRefusal(outcome) &&
          call.request.path === '/api/v2/token' &&
          token?.subject.kind === 'app' &&
          token.appId === app.id
          ? normal.issueAccessToken(call, token.subject, app)
          : outcome;
      },
    }),
  },
];
