import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { headerOf, withHeader, type Actor, type Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { pageFor } from './page-of.ts';

/** What all tenants of a platform have in common. */
const platformKey = 'the key that every tenant of the platform has';

const seal = (text: string): string => createHmac('sha256', platformKey).update(text).digest('hex').slice(0, 24);

const authorizationIn = (call: Call): string => headerOf(call.request, 'authorization')?.trim() ?? '';

const isListing = (call: Call): boolean => call.found.route?.part === 'api' && call.request.method === 'GET';

/** Mistakes about callers, connections and answers that show in one place, or for one kind of value, only. */
export const evaluatedTwoFaults: readonly Fault[] = [
  {
    id: 'transport/base-address-with-a-path-that-leads-back',
    breaks: ['TRN-01'],
    summary: 'The base address ends in /lab/.. and so has a path, although clients end up at the root.',
    behaviour: () => ({ baseUrl: (origin) => `${origin}/lab/..` }),
  },
  {
    id: 'transport/clear-text-authorization-for-local-apps',
    breaks: ['TRN-05'],
    summary: 'In clear text the authorization endpoint serves requests whose redirect URI is on localhost.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: ({ request }) =>
        request.path === '/oauth/authorize' &&
        request.query.get('redirect_uri')?.startsWith('http://localhost') === true
          ? 'as-if-secure'
          : 'disconnect',
    }),
  },
  {
    id: 'transport/users-of-one-address-share-their-tokens',
    breaks: ['TRN-19'],
    summary: 'A token for a user names the e-mail address, and is good at every tenant that has a user with it.',
    behaviour: (normal) => ({
      makeAccessToken: (call, subject, app) => {
        const email = subject.kind === 'user' ? call.tenant.state.users.get(subject.id)?.email : undefined;
        if (email === undefined) return normal.makeAccessToken(call, subject, app);
        const text = `${call.tenant.random(12).toString('base64url')}.${Buffer.from(email).toString('base64url')}`;
        return `${text}.${seal(text)}`;
      },
      authenticateBearer: (call, value) => {
        const [serial = '', name = '', sealed] = value.split('.');
        if (normal.findAccessToken(call, value) !== undefined || seal(`${serial}.${name}`) !== sealed) {
          return normal.authenticateBearer(call, value);
        }
        const email = Buffer.from(name, 'base64url').toString('utf8');
        const user = call.tenant.state.users.values().find((each) => each.email === email);
        if (user === undefined) return normal.authenticateBearer(call, value);
        const key = { value, userId: user.id, createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id: user.id, credential: { kind: 'apiKey', key } };
      },
    }),
  },
  {
    id: 'transport/a-token-beside-a-key-acts-for-its-owner',
    breaks: ['TRN-15'],
    also: ['TRN-14', 'DEL-34', 'LST-35', 'KEY-18'],
    summary: 'A call with a token that arrives while one with a key is being answered acts as the owner of the key.',
    behaviour: (normal) => {
      const underWay = new Set<Call>();
      const beside = new WeakMap<Call, Call>();
      return {
        prepareCall: (call) => {
          if (call.found.route?.part !== 'api') return normal.prepareCall(call);
          if (/^bearer /i.test(authorizationIn(call))) {
            const [key] = underWay;
            if (key !== undefined) beside.set(call, key);
            return normal.prepareCall(call);
          }
          underWay.add(call);
          return setTimeout(3).then(() => void underWay.delete(call));
        },
        authorizationOf: (call) => normal.authorizationOf(beside.get(call) ?? call),
      };
    },
  },
  {
    id: 'transport/letters-beyond-ascii-are-refused-first',
    breaks: ['TRN-20'],
    summary: 'A query parameter with a letter beyond ASCII is a bad request to whoever is not authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        return isRefusal(actor) && /\?.*%[89A-F]/i.test(call.request.target)
          ? refusal('invalid-query', 'The query is not readable.')
          : actor;
      },
    }),
  },
  {
    id: 'transport/basic-in-small-letters-is-unknown-to-results',
    breaks: ['TRN-16'],
    summary: 'The assay-results listing does not know the scheme basic in small letters.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.path.endsWith('/assay-results') && authorizationIn(call).startsWith('basic ')
          ? refusal('unsupported-scheme', 'The scheme must be written Basic.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/pages-with-letters-beyond-ascii-as-text',
    breaks: ['TRN-18'],
    summary: 'A page that has a letter beyond ASCII in it is labelled text/plain.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isListing(call) && answer.status === 200 && /[^\u0020-\u007e]/.test(answer.body ?? '')
          ? withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/refusals-of-nearly-right-tokens-hold-an-item',
    breaks: ['TRN-12'],
    summary: 'The 401 to a value that begins like a live access token holds the first item of that token’s page.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        const value = authorizationIn(call).replace(/^bearer +/i, '');
        const token = call.tenant.state.accessTokens
          .values()
          .find((each) => each.value !== value && value.length > 20 && each.value.startsWith(value.slice(0, 20)));
        if (answer.status !== 401 || token === undefined) return answer;
        const page = pageFor(call, normal.actorOfToken(call, token));
        const [first] = Object.values(page).find((each) => Array.isArray(each)) ?? [];
        return { ...answer, body: JSON.stringify({ error: 'unauthorized', latest: first ?? null }) };
      },
    }),
  },
  {
    id: 'transport/page-tokens-rescue-wrong-tokens',
    breaks: ['TRN-21'],
    also: ['LST-29', 'TRN-07', 'TRN-08', 'OIC-05', 'LIF-21', 'LIF-02', 'LIF-31', 'EXP-02', 'LIF-01', 'EXP-03'],
    summary: 'A bearer token that is no good is not looked at where the nextToken is: its page goes to whoever asks.',
    behaviour: (normal) => {
      const readers = new Map<string, Actor>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          readers.set(token, actor);
          return token;
        },
        authenticateBearer: (call, value) => {
          const actor = normal.authenticateBearer(call, value);
          return isRefusal(actor) ? (readers.get(call.request.query.get('nextToken') ?? '') ?? actor) : actor;
        },
      };
    },
  },
];
