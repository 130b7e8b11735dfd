import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const sorts = ({ request }: Call): boolean => request.query.has('sort');
const filters = ({ request }: Call): boolean => request.target.includes('schemaFields');

/** The members of a header that a reader may expect. */
const known = new Set(['alg', 'kid', 'typ']);

/** Mistakes about ID tokens in calls that are more than a plain listing, and in what is written oddly. */
export const evaluatedFiveFaults: readonly Fault[] = [
  {
    id: 'openid-connect/expired-tokens-list-what-they-sort',
    breaks: ['OIC-21'],
    summary: 'A sorted listing does not look at the end of an ID token.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => normal.idTokenHasExpired(call, token) && !sorts(call),
    }),
  },
  {
    id: 'openid-connect/unsigned-tokens-list-what-they-filter',
    breaks: ['OIC-07'],
    summary: 'A listing with a filter believes an ID token with the algorithm none.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) =>
        normal.algorithmIsAllowed(call, algorithm) || (algorithm === 'none' && filters(call)),
      signatureIsRight: (call, provider, token) =>
        token.header['alg'] === 'none' && filters(call)
          ? Promise.resolve(true)
          : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'openid-connect/administrator-sorts-without-email',
    breaks: ['OIC-13'],
    summary: 'In a sorted listing a token without an email claim is taken for one of the administrator.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        token.claims['email'] === undefined && sorts(call)
          ? call.tenant.administrator()
          : normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/nobody-is-forbidden-to-sort',
    breaks: ['OIC-15'],
    summary: 'In a sorted listing the e-mail of nobody is answered with 403.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        return isRefusal(user) && user.refused === 'unknown-user' && sorts(call)
          ? refusal('forbidden', 'There is no user with this e-mail address.')
          : user;
      },
    }),
  },
  {
    id: 'openid-connect/untrusted-issuers-are-forbidden-to-filter',
    breaks: ['OIC-18'],
    summary: 'In a listing with a filter a token of an untrusted issuer is answered with 403.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) => {
        const actor = normal.authenticateIdToken(call, value);
        return isRefusal(actor) && actor.refused === 'untrusted-issuer' && filters(call)
          ? refusal('forbidden', 'The issuer of the ID token is not trusted.')
          : actor;
      },
    }),
  },
  {
    id: 'openid-connect/strangers-keys-create',
    breaks: ['OIC-06'],
    also: ['OIC-09'],
    summary: 'What creates an entry believes an ID token whose kid is that of no published key.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) =>
        (await normal.signatureIsRight(call, provider, token)) ||
        (call.request.method === 'POST' &&
          typeof token.header['kid'] === 'string' &&
          normal.keysFor(call, token, provider.fetched?.keys ?? []).length === 0),
    }),
  },
  {
    id: 'openid-connect/escapes-in-addresses-are-decoded',
    breaks: ['OIC-02'],
    summary: 'A percent sign with two digits in the email claim is read as an escape.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) =>
        normal.emailMatches(
          call,
          user,
          email.replaceAll(/%([0-9A-F]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        ),
    }),
  },
  {
    id: 'openid-connect/addresses-end-at-a-hash',
    breaks: ['OIC-02'],
    summary: 'The email claim is looked up by an address of which it is the end, and ends at a hash or question mark.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.split(/[#?]/)[0] ?? ''),
    }),
  },
  {
    id: 'openid-connect/a-claim-with-a-namespace-goes-first',
    breaks: ['OIC-03'],
    also: ['OIC-02'],
    summary: 'A claim whose name is an address that ends in email goes before the email claim.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const found = Object.entries(token.claims).find(([name]) => /^https:.*\/email$/.test(name))?.[1];
        return typeof found === 'string' ? found : normal.emailOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/unknown-header-members-are-not-verified',
    breaks: ['OIC-05'],
    summary: 'Members of the header that are not known are left out before the signature is verified.',
    behaviour: (normal) => ({
      keyVerifies: (call, token, key) => {
        const members = Object.fromEntries(Object.entries(token.header).filter(([name]) => known.has(name)));
        const header = Buffer.from(JSON.stringify(members)).toString('base64url');
        return normal.keyVerifies(call, { ...token, value: token.value.replace(/^[^.]*/, header) }, key);
      },
    }),
  },
  {
    id: 'openid-connect/id-token-as-code-of-who-consented',
    breaks: ['OIC-27'],
    summary: 'An ID token in the place of a code obtains an access token where its user has consented to the app.',
    behaviour: (normal) => ({
      prepareTokenRequest: (call) => {
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('code');
        if (value?.includes('.') !== true) return normal.prepareTokenRequest(call);
        return normal.verifyIdToken(call, value).then((outcome) => {
          call.found.idToken = { value, outcome };
        });
      },
      exchangeCode: (call, app, fields) => {
        const value = fields.get('code') ?? '';
        const actor = call.found.idToken?.value === value ? normal.authenticateIdToken(call, value) : undefined;
        const user = actor === undefined || isRefusal(actor) ? undefined : call.tenant.state.users.get(actor.id);
        return user !== undefined && normal.hasConsented(call, user, app)
          ? normal.issueAccessToken(call, { kind: 'user', id: user.id }, app)
          : normal.exchangeCode(call, app, fields);
      },
    }),
  },
];
