import type { Call } from '../../call.ts';
import type { AccessToken, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

type Members = Record<string, unknown>;

/** Returns a deviation that changes the members of a token answer. */
const answersOtherwise = (change: (members: Members, token: AccessToken, call: Call) => Members): Fault['behaviour'] =>
  becomes('tokenMembers', (right, call, token) => change(right, token, call));

const appOf = (call: Call, token: AccessToken): App | undefined => call.tenant.state.apps.get(token.appId);
const wasRotated = (call: Call, token: AccessToken): boolean => (appOf(call, token)?.formerSecrets.length ?? 0) > 0;
const wasReinstalled = (call: Call, token: AccessToken): boolean => (appOf(call, token)?.installation ?? 0) > 1;

const without = (members: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** Faults in answers about apps and users with a certain past or property. */
export const afterChangeFaults: readonly Fault[] = [
  ...breaking('TOK-05', {
    'former-suspensions-shorten-tokens': [
      answersOtherwise((members, { subject }, call) => {
        const user = subject.kind === 'user' ? call.tenant.state.users.get(subject.id) : undefined;
        return user !== undefined && user.activeChangedAt > user.createdAt ? { ...members, expires_in: 300 } : members;
      }),
      'The answer with a token for a user who was once suspended announces 300 seconds.',
    ],
  }),
  ...breaking('TOK-09', {
    'reinstalled-apps-refresh-for-a-week': [
      answersOtherwise((members, token, call) =>
        wasReinstalled(call, token) && 'refresh_token' in members
          ? { ...members, refresh_token_expires_in: 604_800 }
          : members,
      ),
      'The answers to an app that was installed again announce a week for its refresh tokens.',
    ],
  }),
  ...breaking('TOK-06', {
    'reinstalled-apps-get-no-refresh-token': [
      answersOtherwise((members, token, call) =>
        wasReinstalled(call, token) ? without(members, 'refresh_token', 'refresh_token_expires_in') : members,
      ),
      'An app that was installed again gets access tokens for its users, but no refresh tokens.',
      ['TOK-07'],
    ],
  }),
  ...breaking('TOK-36', {
    'rotation-hides-the-days': [
      answersOtherwise((members, token, call) =>
        wasRotated(call, token) ? without(members, 'refresh_token_expires_in') : members,
      ),
      'After a rotation of the secret no answer has refresh_token_expires_in.',
    ],
  }),
  ...breaking('TOK-02', {
    'webhooks-lower-the-token-type': [
      answersOtherwise((members, token, call) =>
        appOf(call, token)?.webhook === undefined ? members : { ...members, token_type: 'bearer' },
      ),
      'The answers to an app that has a webhook have the token_type bearer.',
    ],
  }),
];
