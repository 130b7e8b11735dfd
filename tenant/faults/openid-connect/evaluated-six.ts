import type { Fault } from '../fault.ts';

/** Believes the first keys of a set only. */
const knowsKeys =
  (count: number): Fault['behaviour'] =>
  (normal) => ({ keysFor: (call, token, keys) => normal.keysFor(call, token, keys.slice(0, count)) });

/** The claims as they were sent. */
const claimsIn = (token: string): Buffer => Buffer.from(token.split('.')[1] ?? '', 'base64url');

/** Mistakes about keys, and about claims that are written oddly. */
export const evaluatedSixFaults: readonly Fault[] = [
  {
    id: 'openid-connect/a-negative-end-is-none',
    breaks: ['OIC-21'],
    summary: 'An ID token whose exp is below 0 is taken for one without an end.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) =>
        normal.idTokenHasExpired(call, token) && !(typeof token.claims['exp'] === 'number' && token.claims['exp'] < 0),
    }),
  },
  {
    id: 'openid-connect/five-keys-are-known',
    breaks: ['OIC-11'],
    summary: 'Of the published keys the first five are used.',
    behaviour: knowsKeys(5),
  },
  {
    id: 'openid-connect/ten-keys-are-known',
    breaks: ['OIC-11'],
    summary: 'Of the published keys the first ten are used.',
    behaviour: knowsKeys(10),
  },
  {
    id: 'openid-connect/the-query-of-the-keys-is-dropped',
    breaks: ['OIC-10'],
    summary: 'The keys are asked for without the query that their address has in the configuration.',
    behaviour: (normal) => ({
      keysAddress: (call, provider, configuration) =>
        normal.keysAddress(call, provider, configuration).replace(/\?.*$/, ''),
    }),
  },
  {
    id: 'openid-connect/escapes-in-claims-are-left',
    breaks: ['OIC-02'],
    summary: 'The email claim is cut out of the text of the claims, and its escapes are left as they are.',
    behaviour: (normal) => ({
      emailOf: (call, token) =>
        normal.emailOf(call, token) === undefined
          ? undefined
          : /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(claimsIn(token.value).toString('utf8'))?.[1],
    }),
  },
  {
    id: 'openid-connect/filters-look-everywhere',
    breaks: ['OIC-04'],
    also: ['OIC-02'],
    summary: 'With an ID token a filter finds what nobody has granted its user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.credential.kind === 'idToken' && call.request.target.includes('schemaFields')),
    }),
  },
  {
    id: 'openid-connect/claims-that-are-no-text-fail',
    breaks: ['OIC-22'],
    summary: 'An ID token whose claims are no UTF-8 makes the tenant fail.',
    behaviour: (normal) => ({
      readIdToken: (call, value) => {
        new TextDecoder('utf-8', { fatal: true }).decode(claimsIn(value));
        return normal.readIdToken(call, value);
      },
    }),
  },
];
