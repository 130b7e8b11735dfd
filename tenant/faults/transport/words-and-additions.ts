import { headerOf } from '../../http/message.ts';
import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** What no known token has counts as the latest one. */
const countsAsTheLatest =
  (isTaken: (value: string) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticateBearer: (call, value) => {
      const actor = normal.authenticateBearer(call, value);
      const latest = isTaken(value) ? [...call.tenant.state.accessTokens.values()].at(-1) : undefined;
      return isRefusal(actor) && latest !== undefined ? normal.actorOfToken(call, latest) : actor;
    },
  });

/** Of a bearer value that is not found only what stands before this is looked up. */
const readUpTo =
  (divider: string): Fault['behaviour'] =>
  (normal) => ({
    findAccessToken: (call, value) =>
      normal.findAccessToken(call, value) ?? normal.findAccessToken(call, value.split(divider)[0] ?? ''),
  });

/** A call of this sort needs no credential. */
const letsPass =
  (isTaken: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authorizationOf: (call) => {
      const sent = normal.authorizationOf(call);
      const latest = [...call.tenant.state.accessTokens.values()].at(-1);
      return isRefusal(sent) && latest !== undefined && isTaken(call) ? `Bearer ${latest.value}` : sent;
    },
  });

/** Mistakes about values that are nearly a token, or are no token in a way that a parser takes for one. */
export const wordAndAdditionFaults: readonly Fault[] = [
  {
    id: 'transport/a-star-is-any-token',
    breaks: ['TRN-07'],
    summary: 'A bearer value of a star, taken for a pattern, authenticates as whoever has the latest token.',
    behaviour: countsAsTheLatest((value) => value === '*'),
  },
  {
    id: 'transport/an-or-in-a-token-is-read-as-one',
    breaks: ['TRN-07'],
    summary: 'A bearer value goes into a query as it is, so that one with a quote and an OR finds the latest token.',
    behaviour: countsAsTheLatest((value) => /^['"] *or /i.test(value)),
  },
  {
    id: 'transport/test-is-a-token',
    breaks: ['TRN-07'],
    summary: 'The word test, which was for a trial, was left to be a token.',
    behaviour: countsAsTheLatest((value) => value === 'test'),
  },
  {
    id: 'transport/a-tilde-ends-a-token',
    breaks: ['TRN-08'],
    summary: 'An access token is read up to the first tilde.',
    behaviour: readUpTo('~'),
  },
  {
    id: 'transport/an-at-sign-ends-a-token',
    breaks: ['TRN-08'],
    summary: 'An access token is read up to the first at sign, behind which a tenant may be named.',
    behaviour: readUpTo('@'),
  },
  {
    id: 'transport/pages-of-the-application-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call that names a page of the web application as its referrer is let pass.',
    behaviour: letsPass((call) => headerOf(call.request, 'referer')?.startsWith(`${call.tenant.baseUrl()}/`) === true),
  },
  {
    id: 'transport/ranges-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call that asks for a range of octets is let pass.',
    behaviour: letsPass((call) => headerOf(call.request, 'range') !== undefined),
  },
  {
    id: 'transport/pages-begin-with-a-byte-order-mark',
    breaks: ['TRN-18'],
    summary: 'The JSON of a page begins with a byte order mark.',
    behaviour: (normal) => ({
      answer: async (answer, call) => {
        const sent = await normal.answer(answer, call);
        if (sent === 'disconnect' || sent.body === undefined || call.found.route?.part !== 'api') return sent;
        return { ...sent, body: `\uFEFF${sent.body}` };
      },
    }),
  },
];
