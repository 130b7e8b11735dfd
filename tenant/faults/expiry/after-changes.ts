import type { Call } from '../../call.ts';
import type { AccessToken, App, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const appOf = (call: Call, token: AccessToken): App | undefined => call.tenant.state.apps.get(token.appId);
const userOf = (call: Call, { subject }: AccessToken): User | undefined =>
  subject.kind === 'user' ? call.tenant.state.users.get(subject.id) : undefined;

/** Tokens that are issued for it are accepted for an hour. */
function lastAnHour(
  id: string,
  summary: string,
  breaks: Fault['breaks'],
  also: readonly string[],
  isSo: (call: Call, token: AccessToken) => boolean,
): Fault {
  return {
    id,
    breaks,
    also,
    summary,
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => (isSo(call, token) ? 3600 : normal.enforcedLifetime(call, token)),
    }),
  };
}

/** Lifetimes that are others for apps and users to whom something had happened before the token was issued. */
export const afterChangeFaults: readonly Fault[] = [
  lastAnHour(
    'expiry/tokens-of-rotated-apps-last-an-hour',
    'The own tokens of an app whose client secret was rotated are accepted for an hour.',
    ['EXP-02'],
    ['EXP-06', 'EXP-33'],
    (call, token) => token.subject.kind === 'app' && (appOf(call, token)?.formerSecrets.length ?? 0) > 0,
  ),
  lastAnHour(
    'expiry/tokens-of-unarchived-apps-last-an-hour',
    'The own tokens of an app that it asked for after it was unarchived are accepted for an hour.',
    ['EXP-02'],
    ['EXP-06', 'EXP-31', 'EXP-33', 'VER-14'],
    (call, token) => {
      const app = appOf(call, token);
      if (app === undefined || token.subject.kind === 'user') return false;
      return app.archivedChangedAt > app.createdAt && token.issuedAt >= app.archivedChangedAt;
    },
  ),
  lastAnHour(
    'expiry/tokens-of-apps-with-a-webhook-last-an-hour',
    'The own tokens of an app that has a webhook address are accepted for an hour.',
    ['EXP-02'],
    ['EXP-06', 'EXP-33'],
    (call, token) => token.subject.kind === 'app' && appOf(call, token)?.webhook !== undefined,
  ),
  lastAnHour(
    'expiry/tokens-of-unsuspended-users-last-an-hour',
    'The access tokens that a user authorizes an app for after an un-suspension are accepted for an hour.',
    ['EXP-04'],
    ['EXP-05', 'EXP-06', 'EXP-33'],
    (call, token) => {
      const user = userOf(call, token);
      return user !== undefined && user.activeChangedAt > user.createdAt && token.issuedAt >= user.activeChangedAt;
    },
  ),
  {
    id: 'expiry/from-the-tenth-on-tokens-last-an-hour',
    breaks: ['EXP-02'],
    also: ['EXP-06', 'EXP-08', 'EXP-33'],
    summary: 'From the tenth token of its own on, what an app asks for is accepted for an hour.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      const long = new Set<string>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const count = (counts.get(app.id) ?? 0) + (subject.kind === 'app' ? 1 : 0);
          counts.set(app.id, count);
          if (count >= 10 && subject.kind === 'app') long.add(token.value);
          return token;
        },
        enforcedLifetime: (call, token) => (long.has(token.value) ? 3600 : normal.enforcedLifetime(call, token)),
      };
    },
  },
];
