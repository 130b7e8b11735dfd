import type { Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

/** The token path of before the versions. */
export const LEGACY_PATH = '/api/v2/token';

/** Whether a call is a token request at the legacy path. */
export const atLegacyPath = (call: Call): boolean => call.request.path === LEGACY_PATH;

/** Wrong decisions about what the legacy token path grants, refuses and answers. */
export const legacyPathFaults: readonly Fault[] = [
  {
    id: 'versioning/legacy-path-is-gone',
    breaks: ['VER-05'],
    also: ['TRN-02'],
    summary: 'There is no token endpoint at /api/v2/token any more.',
    behaviour: () => ({ tokenPaths: () => ['/oauth/token'] }),
  },
  {
    id: 'versioning/the-legacy-path-forgets-who-was-archived',
    breaks: ['VER-05'],
    also: ['LIF-26', 'LIF-27', 'LIF-28', 'VER-08', 'VER-10', 'VER-15'],
    summary: 'An app that was archived once stays refused at the legacy path.',
    behaviour: (normal) => {
      const { apps, remembering } = onceArchived(normal);
      return {
        ...remembering,
        clientIsBarred: (call, app) =>
          atLegacyPath(call) && apps.has(app.id)
            ? refusal('archived-client', 'The app is archived.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
  {
    id: 'versioning/legacy-path-only-once',
    breaks: ['VER-05'],
    summary: 'The legacy path issues an app its first token and refers it to /oauth/token from then on.',
    behaviour: (normal) => {
      const served = new Set<string>();
      return {
        authenticateClient: (call, fields) => {
          const app = normal.authenticateClient(call, fields);
          if (!atLegacyPath(call) || 'refused' in app) return app;
          if (served.has(app.id)) return refusal('forbidden', 'Use /oauth/token.');
          served.add(app.id);
          return app;
        },
      };
    },
  },
  {
    id: 'versioning/legacy-path-only-for-apps-that-used-it-first',
    breaks: ['VER-05'],
    summary: 'An app that once asked /oauth/token for a token gets none at the legacy path any more.',
    behaviour: (normal) => {
      const moved = new Set<string>();
      return {
        authenticateClient: (call, fields) => {
          const app = normal.authenticateClient(call, fields);
          if ('refused' in app) return app;
          if (!atLegacyPath(call)) moved.add(app.id);
          return atLegacyPath(call) && moved.has(app.id) ? refusal('forbidden', 'Use /oauth/token.') : app;
        },
      };
    },
  },
  {
    id: 'versioning/legacy-path-without-client-credentials',
    breaks: ['VER-05'],
    summary: 'The legacy path knows only the grants of users.',
    behaviour: (normal) => ({
      grantFor: (call, type) =>
        atLegacyPath(call) && type === 'client_credentials' ? undefined : normal.grantFor(call, type),
    }),
  },
  {
    id: 'versioning/legacy-path-announces-an-hour',
    breaks: ['VER-08'],
    also: ['TOK-05', 'EXP-20'],
    summary: 'The legacy path answers expires_in 3600 although its tokens last 900 seconds.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) => (atLegacyPath(call) ? 3600 : normal.announcedLifetime(call, token)),
    }),
  },
  {
    id: 'versioning/legacy-path-answers-text-for-numbers',
    breaks: ['VER-08'],
    also: ['TOK-04', 'TOK-05', 'EXP-20'],
    summary: 'The legacy path answers expires_in as the text "900".',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        atLegacyPath(call) ? String(normal.announcedLifetime(call, token)) : normal.announcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/legacy-path-writes-bearer-small',
    breaks: ['VER-08'],
    also: ['TOK-02'],
    summary: 'The legacy path answers token_type bearer.',
    behaviour: (normal) => ({
      answerToken: (call, token) =>
        withMembers(normal.answerToken(call, token), (members) =>
          atLegacyPath(call) ? { ...members, token_type: 'bearer' } : members,
        ),
    }),
  },
  {
    id: 'versioning/legacy-path-answers-null-refresh-members',
    breaks: ['VER-08'],
    also: ['CCR-02', 'CCR-03', 'TOK-10'],
    summary: 'From the third answer on the legacy path carries refresh_token and its lifetime, both null.',
    behaviour: (normal) => {
      let answers = 0;
      return {
        answerToken: (call, token) =>
          withMembers(normal.answerToken(call, token), (members) =>
            atLegacyPath(call) && ++answers > 2
              ? { ...members, refresh_token: null, refresh_token_expires_in: null }
              : { ...members },
          ),
      };
    },
  },
  {
    id: 'versioning/legacy-path-compares-the-start-of-the-secret',
    breaks: ['VER-13'],
    also: ['TOK-18'],
    summary: 'The legacy path compares only the first 32 characters of the client secret.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        atLegacyPath(call)
          ? sameSecret(app.clientSecret.slice(0, 32), secret.slice(0, 32))
          : normal.clientSecretIsRight(call, app, secret),
    }),
  },
  {
    id: 'versioning/legacy-path-ignores-the-case-of-the-secret',
    breaks: ['VER-13'],
    also: ['TOK-18'],
    summary: 'The legacy path compares client secrets without regard to letter case.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        atLegacyPath(call)
          ? sameSecret(app.clientSecret.toLowerCase(), secret.toLowerCase())
          : normal.clientSecretIsRight(call, app, secret),
    }),
  },
  {
    id: 'versioning/legacy-path-needs-no-secret',
    breaks: ['VER-13'],
    also: ['TOK-12', 'KEY-13'],
    summary: 'The legacy path checks a client secret only where one is sent.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        if (!atLegacyPath(call) || sent.clientSecret !== undefined || sent.clientId === undefined) return sent;
        return { ...sent, clientSecret: normal.findClient(call, sent.clientId)?.clientSecret };
      },
    }),
  },
  {
    id: 'versioning/legacy-path-takes-the-secret-of-any-app',
    breaks: ['VER-13'],
    also: ['TOK-18', 'TOK-21'],
    summary: 'The legacy path takes a client secret that belongs to any app of the tenant.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret) ||
        (atLegacyPath(call) && call.tenant.state.apps.values().some((other) => sameSecret(other.clientSecret, secret))),
    }),
  },
  {
    id: 'versioning/legacy-path-assumes-client-credentials',
    breaks: ['VER-13'],
    also: ['TOK-16'],
    summary: 'The legacy path takes a request without grant_type for one of client_credentials.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) =>
        normal.grantTypeOf(call, fields) ?? (atLegacyPath(call) ? 'client_credentials' : undefined),
    }),
  },
  {
    id: 'versioning/legacy-path-grants-unknown-grants',
    breaks: ['VER-13'],
    also: ['TOK-17', 'KEY-13'],
    summary: 'The legacy path answers a grant_type that it does not know as client_credentials.',
    behaviour: (normal) => ({
      grantFor: (call, type) =>
        normal.grantFor(call, type) ?? (atLegacyPath(call) ? normal.grantFor(call, 'client_credentials') : undefined),
    }),
  },
];
