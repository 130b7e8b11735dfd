import { setTimeout } from 'node:timers/promises';
import type { Actor, Call } from '../../call.ts';
import { isRefusal, refusal, type Refusal, type RefusalReason } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import { filters, isFollowing, bearerIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator, asUser, actAsLastCaller } from '../operators/callers.ts';
import { always, at, isDelegated, onVersion } from '../operators/kinds.ts';
import { ofToken } from '../operators/presented.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { decoded, isApi, looksLikeIdToken, sends } from './conditions.ts';
import { answered } from './decisions.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const tokensOf = ({ tenant }: Call): AccessToken[] => [...tenant.state.accessTokens.values()];

/** Returns a decision: a refused bearer value is accepted, and the call acts as the actor from `who`. */
const letIn = (who: (value: string, call: Call) => Actor | Refusal | undefined): Wrong => ({
  breaks: ['TRN-07'],
  wrong: (when) =>
    becomes(
      'authenticateBearer',
      (actor, call, value) => (isRefusal(actor) && when(call, {}) ? who(value, call) : undefined) ?? actor,
    ),
});
const administratorBy = (isTaken: (value: string) => boolean): Wrong =>
  letIn((value, call) => (isTaken(value) ? asAdministrator(call) : undefined));
const latestBy = (isTaken: (value: string) => boolean): Wrong =>
  letIn((value, call) => {
    const latest = isTaken(value) ? tokensOf(call).at(-1) : undefined;
    return latest && call.tenant.behaviour.actorOfToken(call, latest);
  });

/** Returns a decision: a value that is not a known token is taken for the token from `find`. */
const found = (breaks: string, find: (value: string, call: Call) => AccessToken | undefined): Wrong => ({
  breaks: [breaks],
  wrong: (when) =>
    becomes('findAccessToken', (known, call, value) => {
      if (known !== undefined) return known;
      const token = find(value, call);
      return token !== undefined && when(call, ofToken(token)) ? token : undefined;
    }),
});
/** Returns a decision: a token is found by a value that is similar to its own. */
const nearly = (isTakenFor: (value: string, token: string) => boolean): Wrong =>
  found('TRN-08', (value, call) => tokensOf(call).find((token) => isTakenFor(value, token.value)));
/** Returns a decision: a value is changed before it is looked up. */
const changed = (change: (value: string) => string): Wrong =>
  found('TRN-08', (value, call) => call.tenant.state.accessTokens.find(change(value)));
const readUpTo = (divider: string): Wrong => changed((value) => value.split(divider)[0] ?? '');

/** Returns a decision: some values are refused for this reason, with another status than 401. */
const refused = (reason: RefusalReason, isMeant: (value: string, call: Call) => boolean): Wrong => ({
  breaks: ['TRN-07'],
  wrong: (when) =>
    replaceIf(
      'authenticateBearer',
      (call, value) => when(call, {}) && isMeant(value, call),
      () => refusal(reason, 'The value cannot be looked up.'),
    ),
});

const inAnyCase = nearly((value, token) => value.toLowerCase() === token.toLowerCase());
const byItsBeginning = nearly((value, token) => value.startsWith(token));
const inPart = nearly((value, token) => value.slice(0, 40) === token.slice(0, 40));
const like = (isTakenFor: (value: string, token: string) => boolean): Wrong =>
  nearly((value, token) => value.length === token.length && isTakenFor(value, token));
const withoutHyphens = (value: string): string => value.replaceAll('-', '');
const isBearer = sends(/^bearer /i);

/** Faults that accept bearer values that are not tokens, or refuse them with a wrong status. */
export const bearerValueFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'unsigned-jwts-are-believed': [
      administratorBy((value) => algorithmOf(value)?.toLowerCase() === 'none'),
      always,
      'A JWT with the algorithm none is accepted as a bearer value, regardless of who made it.',
    ],
    'null-is-a-guest': [
      administratorBy((value) => value === 'null' || value === 'undefined'),
      always,
      'The bearer values null and undefined, which faulty clients send, are accepted.',
    ],
    'a-star-is-any-token': [
      latestBy((value) => value === '*'),
      always,
      'The bearer value * is used as a pattern, and acts as the actor of the latest token.',
    ],
    'an-or-in-a-token-is-read-as-one': [
      latestBy((value) => /^['"] *or /i.test(value)),
      always,
      'A bearer value is put into a query unescaped, so that a quote and an OR find the latest token.',
    ],
    'test-is-a-token': [latestBy((value) => value === 'test'), always, 'The word test is accepted as a token.'],
    'a-user-is-a-bearer-value': [
      letIn((value, call) => (call.tenant.state.users.has(value) ? asUser(call, value) : undefined)),
      always,
      'A call with the identifier of a user as its bearer value acts as that user.',
    ],
    'email-addresses-are-tokens': [
      letIn((value, call) => {
        const user = call.tenant.state.users.by(value);
        return user && asUser(call, user.id);
      }),
      always,
      'A call with the e-mail address of a user as its bearer value acts as that user.',
    ],
    'an-app-is-a-bearer-value': [
      found('TRN-07', (value, call) => tokensOf(call).findLast(({ appId }) => appId === value)),
      always,
      'The identifier of an app as a bearer value is taken for the latest token of the app.',
    ],
    'basic-values-are-read-under-bearer': [
      letIn((value, call) =>
        Buffer.from(value, 'base64').toString('utf8').endsWith(':')
          ? call.tenant.behaviour.authenticateBasic(call, value)
          : undefined,
      ),
      always,
      'A bearer value that is the base64 of a key and a colon is read as a Basic credential.',
      { breaks: ['KEY-11'] },
    ],
    'wrong-tokens-on-a-known-connection': [
      { breaks: ['TRN-07'], wrong: actAsLastCaller('unknown-credential', (_actor, call) => isBearer(call, {})) },
      isBearer,
      'On a connection that has served a token, an unknown token acts as the actor of the served one.',
      { also: ['TRN-08', 'TRN-13', 'TRN-15', 'KEY-11', 'CCR-17', 'DEL-56', 'DEL-58', 'VER-16', 'OIC-22'] },
    ],
    'long-tokens-crash': [
      refused('internal-error', (value) => value.length > 255),
      always,
      'A bearer value of more than 255 characters is answered with 500.',
    ],
    'tokens-of-digits-are-numbers': [
      refused('internal-error', (value) => /^[0-9]+$/.test(value)),
      always,
      'A bearer value of only digits is taken for a number, and answered with 500.',
    ],
    'uuids-are-looked-up-elsewhere': [
      refused('not-found', (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
      always,
      'A bearer value that is written like a UUID is looked up among sessions, and answered with 404.',
    ],
    'unknown-tokens-are-forbidden-under-v3': [
      refused('forbidden', (value, call) => call.tenant.behaviour.findAccessToken(call, value) === undefined),
      onVersion('v3'),
      'Under v3 an unknown token is answered with 403.',
      { breaks: ['TRN-07', 'TRN-08'], also: ['TRN-10', 'TRN-19', 'CCR-17', 'KEY-11'] },
    ],
    'filters-answer-unknown-tokens-with-400': [
      answered('TRN-07', 'unknown-credential', 400),
      filters,
      'A filtered listing answers an unknown token with 400.',
    ],
  }),
  ...breaking('TRN-07', {
    'an-unknown-token-is-let-in-the-second-time': [
      (normal) => {
        const lookedUp = new Set<string>();
        return {
          authenticateBearer: (call, value) => {
            if (normal.findAccessToken(call, value) !== undefined || looksLikeIdToken(value)) {
              return normal.authenticateBearer(call, value);
            }
            if (lookedUp.has(value)) return asAdministrator(call);
            lookedUp.add(value);
            return normal.authenticateBearer(call, value);
          },
        };
      },
      'An unknown token is accepted at its second use, because the tenant remembers the look-up but not its result.',
    ],
    'unknown-tokens-beside-a-known-one': [
      (normal) => {
        const underWay = new Map<Call, AccessToken>();
        return {
          prepareCall: (call) => {
            const token = isApi(call) ? normal.findAccessToken(call, bearerIn(call) ?? '') : undefined;
            if (token === undefined) return normal.prepareCall(call);
            underWay.set(call, token);
            return setTimeout(3).then(() => void underWay.delete(call));
          },
          authenticateBearer: (call, value) => {
            const [neighbour] = underWay.values();
            const isUnknown = normal.findAccessToken(call, value) === undefined && !looksLikeIdToken(value);
            return normal.authenticateBearer(call, (isUnknown ? neighbour?.value : undefined) ?? value);
          },
        };
      },
      'An unknown token that arrives together with a known one acts as the actor of the known one.',
      ['TRN-15'],
    ],
  }),
];

/** Faults that take a bearer value that is similar to a token for the token. */
export const tokenLookUpFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'tokens-of-any-letter-case': [inAnyCase, always, 'Access tokens are compared without regard to letter case.'],
    'delegated-tokens-of-any-letter-case': [
      inAnyCase,
      isDelegated,
      'Delegated access tokens are compared without regard to letter case, app tokens with it.',
      { also: ['DEL-56', 'DEL-58', 'TRN-07'] },
    ],
    'filters-overlook-the-case-of-tokens': [
      inAnyCase,
      filters,
      'A listing with a filter compares access tokens without regard to letter case.',
    ],
    'start-of-a-token-suffices': [
      inPart,
      always,
      'Only the first 40 characters of an access token are compared.',
      { also: ['TRN-10'] },
    ],
    'tokens-of-users-are-compared-in-part': [
      inPart,
      isDelegated,
      'Only the first 40 characters of a delegated access token are compared; app tokens are compared whole.',
    ],
    'what-follows-a-token-is-ignored': [
      byItsBeginning,
      always,
      'A value that begins with a live access token is accepted.',
      { also: ['TRN-10'] },
    ],
    'following-pages-overlook-what-follows-a-token': [
      byItsBeginning,
      isFollowing,
      'For a following page, a value that begins with a live access token is accepted.',
    ],
    'first-character-of-a-token-ignored': [
      like((value, token) => value.slice(1) === token.slice(1)),
      always,
      'The first character of an access token is not compared.',
    ],
    'cut-tokens-are-accepted-for-plates': [
      nearly((value, token) => value === token.slice(0, -1)),
      at('/api/v3/plate/items'),
      'For /api/v3/plate/items, an access token without its last character is accepted.',
    ],
    'tokens-are-known-by-their-ends': [
      like((value, token) => value.slice(0, 16) === token.slice(0, 16) && value.slice(-16) === token.slice(-16)),
      always,
      'Only the first sixteen and the last sixteen characters of an access token are compared.',
    ],
    'an-underscore-in-a-token-is-any-character': [
      like((value, token) => Array.from(value).every((letter, index) => letter === '_' || letter === token[index])),
      always,
      'A bearer value is used as a pattern in which an underscore stands for any character.',
    ],
    'hyphens-in-tokens-are-ignored': [
      nearly((value, token) => withoutHyphens(value) === withoutHyphens(token)),
      always,
      'Hyphens in an access token are taken for separators and ignored.',
    ],
    'first-letters-of-tokens-in-any-case': [
      changed((value) => value.slice(0, 2).toLowerCase() + value.slice(2)),
      always,
      'The first two letters of an access token may be in capitals.',
    ],
    'tokens-are-percent-decoded': [
      changed(decoded),
      always,
      'A bearer value is percent-decoded before it is looked up.',
      { also: ['TRN-07'] },
    ],
    'dots-end-a-token': [
      readUpTo('.'),
      always,
      'An access token is read up to the first dot, as if a signature followed.',
      { also: ['TRN-07'] },
    ],
    'a-tilde-ends-a-token': [readUpTo('~'), always, 'An access token is read up to the first tilde.'],
    'an-at-sign-ends-a-token': [
      readUpTo('@'),
      always,
      'An access token is read only up to the first at sign, after which the name of a tenant may follow.',
    ],
  }),
  ...breaking('TRN-08', {
    'a-token-that-was-served-is-known-by-its-start': [
      (normal) => {
        const served = new Map<string, string>();
        return {
          authenticateBearer: (call, value) => {
            const start = value.slice(0, 24);
            const actor = normal.authenticateBearer(call, served.get(start) ?? value);
            if (!isRefusal(actor) && actor.credential.kind === 'accessToken')
              served.set(start, actor.credential.token.value);
            return actor;
          },
        };
      },
      'Once a token was served, its first 24 characters are enough to recognise it.',
    ],
  }),
];

function algorithmOf(value: string): string | undefined {
  const [head = '', claims, signature] = value.split('.');
  if (claims === undefined || signature === undefined) return undefined;
  try {
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: unknown };
    return typeof alg === 'string' ? alg : undefined;
  } catch {
    return undefined;
  }
}
