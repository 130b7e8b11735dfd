import { isRefusal, refusal } from '../../http/refusal.ts';
import { addUser } from '../../state/furnishing.ts';
import type { Fault } from '../fault.ts';

/** Mistakes about ID tokens that show for one call, one history or one form of a claim only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'openid-connect/an-address-refused-twice-stays-refused',
    breaks: ['OIC-17'],
    summary: 'An e-mail address that was refused twice is not looked up again.',
    behaviour: (normal) => {
      const refusals = new Map<string, number>();
      return {
        userOfIdToken: (call, token) => {
          const email = normal.emailOf(call, token) ?? '';
          const before = refusals.get(email) ?? 0;
          const user =
            before >= 2 ? refusal('unknown-user', 'There is no such user.') : normal.userOfIdToken(call, token);
          if (isRefusal(user)) refusals.set(email, before + 1);
          return user;
        },
      };
    },
  },
  {
    id: 'openid-connect/records-name-the-first-user-of-the-provider',
    breaks: ['OIC-23'],
    summary: 'Records that are created with ID tokens name the user who called with one of the same provider first.',
    behaviour: (normal) => {
      const first = new Map<string, string>();
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          if (!isRefusal(user) && !first.has(token.issuer)) first.set(token.issuer, user.id);
          return user;
        },
        attributedTo: (call, actor) => {
          const id = actor.credential.kind === 'idToken' ? first.get(actor.credential.idToken.issuer) : undefined;
          return id === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id };
        },
      };
    },
  },
  {
    id: 'openid-connect/who-denied-an-app-is-refused',
    breaks: ['OIC-25'],
    summary: 'ID tokens of a user who denied an app are refused.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(user.id);
          normal.rememberDenial(call, user, app);
        },
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          return !isRefusal(user) && denied.has(user.id) ? refusal('unknown-user', 'The user is not known.') : user;
        },
      };
    },
  },
  {
    id: 'openid-connect/a-refused-creation-makes-the-user',
    breaks: ['OIC-16'],
    also: ['OIC-15'],
    summary: 'An ID token of nobody is refused, and where it was sent to create a record the user is made on the way.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const email = normal.emailOf(call, token);
        if (isRefusal(user) && email !== undefined && call.request.method === 'POST') {
          addUser(call.tenant, { email, name: email });
        }
        return user;
      },
    }),
  },
  {
    id: 'openid-connect/following-pages-refuse-id-tokens',
    breaks: ['OIC-26'],
    also: ['LST-12', 'OIC-24'],
    summary: 'An ID token is accepted for first pages and refused for those that follow.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        call.request.query.has('nextToken')
          ? refusal('wrong-claims', 'The ID token is not for this.')
          : normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/an-end-with-a-fraction-is-not-looked-at',
    breaks: ['OIC-21'],
    summary: 'The end of an ID token is looked at where exp is a whole number.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) =>
        normal.idTokenHasExpired(call, token) && Number.isInteger(token.claims['exp'] ?? 0),
    }),
  },
  {
    id: 'openid-connect/sub-in-place-of-an-empty-email',
    breaks: ['OIC-14'],
    summary: 'Where the email claim is an empty text the subject is taken for the e-mail address.',
    behaviour: (normal) => ({
      emailOf: (call, token) =>
        token.claims['email'] === '' && typeof token.claims['sub'] === 'string'
          ? token.claims['sub']
          : normal.emailOf(call, token),
    }),
  },
];
