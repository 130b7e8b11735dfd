import { withHeader, withoutHeader, type Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator } from './as-administrator.ts';
import { pageFor } from './page-of.ts';

const isRefused = (call: Call, reason: string): boolean => call.found.refusal?.refused === reason;

/** Spellings of a credential that count as the same, and refusals that say too much or too little. */
export const spellingFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-are-percent-decoded',
    breaks: ['TRN-08'],
    also: ['TRN-07'],
    summary: 'A bearer value is percent-decoded before it is looked up.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        try {
          return normal.findAccessToken(call, decodeURIComponent(value));
        } catch {
          return undefined;
        }
      },
    }),
  },
  {
    id: 'transport/delegated-tokens-of-any-letter-case',
    breaks: ['TRN-08'],
    also: ['DEL-56', 'DEL-58', 'TRN-07'],
    summary: 'Delegated access tokens are in a table that does not tell letter case; those of apps are not.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        normal.findAccessToken(call, value) ??
        call.tenant.state.accessTokens
          .values()
          .find((token) => token.delegation !== undefined && token.value.toLowerCase() === value.toLowerCase()),
    }),
  },
  {
    id: 'transport/dots-end-a-token',
    breaks: ['TRN-08'],
    also: ['TRN-07'],
    summary: 'An access token is read up to the first dot, as if a signature followed.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => normal.findAccessToken(call, value.split('.')[0] ?? ''),
    }),
  },
  {
    id: 'transport/dpop-is-bearer',
    breaks: ['TRN-09'],
    summary: 'The scheme DPoP stands for Bearer too, without a proof.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => (scheme === 'dpop' ? 'bearer' : normal.methodOf(call, scheme)),
    }),
  },
  {
    id: 'transport/schemes-in-mixed-letters-are-unknown',
    breaks: ['TRN-16'],
    summary: 'A scheme is known in small letters, in capitals and with one at its beginning, and not in a mixture.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) => {
        const read = normal.readAuthorization(call, authorization);
        const [written = ''] = authorization.trim().split(' ');
        return isRefusal(read) || /^([a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(written) ? read : { ...read, scheme: written };
      },
    }),
  },
  {
    id: 'transport/replaced-keys-are-refused-with-the-page',
    breaks: ['TRN-12'],
    summary: 'The 401 to a key in whose place another has come holds the page that it would have had.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const sent = call.request.headers.get('authorization')?.[0] ?? '';
        const read = normal.readBasic(call, sent.replace(/^basic +/i, ''));
        const key = read === undefined ? undefined : normal.findApiKey(call, read);
        const answer = normal.refuse(call, refused);
        if (key?.retiredAt === undefined || answer.status !== 401) return answer;
        return {
          ...answer,
          body: JSON.stringify({ error: 'unauthorized', page: pageFor(call, normal.actorOfKey(call, key)) }),
        };
      },
    }),
  },
  {
    id: 'transport/expired-tokens-are-refused-with-the-page',
    breaks: ['TRN-12'],
    also: ['EXP-03'],
    summary: 'The 401 to an expired access token holds the page that it would have had.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        const sent = (call.request.headers.get('authorization')?.[0] ?? '').replace(/^bearer +/i, '');
        const token = call.tenant.state.accessTokens.find(sent);
        if (refused.refused !== 'expired-credential' || token === undefined) return answer;
        return {
          ...answer,
          body: JSON.stringify({ error: 'expired', page: pageFor(call, normal.actorOfToken(call, token)) }),
        };
      },
    }),
  },
  {
    id: 'transport/refusals-link-to-the-next-page',
    breaks: ['TRN-12'],
    summary: 'The 401 to an unknown key with a pageSize has a Link header that leads to the next page.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const { query, path } = call.request;
        if (!isRefused(call, 'unknown-credential') || !query.has('pageSize')) return normal.answer(answer, call);
        const { nextToken } = pageFor(call, asAdministrator(call)) as { nextToken?: string };
        if (nextToken === undefined || nextToken === '') return normal.answer(answer, call);
        return withHeader(answer, 'Link', `<${path}?nextToken=${encodeURIComponent(nextToken)}>; rel="next"`);
      },
    }),
  },
  {
    id: 'transport/no-challenge-to-keys',
    breaks: ['TRN-17'],
    summary: 'A 401 to a Basic credential carries no WWW-Authenticate header, so that browsers open no window.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        answer.status === 401 && /^basic/i.test(call.request.headers.get('authorization')?.[0] ?? '')
          ? withoutHeader(answer, 'WWW-Authenticate')
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/no-challenge-to-pages-of-the-application',
    breaks: ['TRN-17'],
    summary: 'A 401 to a call with X-Requested-With carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        answer.status === 401 && call.request.headers.has('x-requested-with')
          ? withoutHeader(answer, 'WWW-Authenticate')
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/pages-for-users-of-apps-as-html',
    breaks: ['TRN-18'],
    summary: 'Pages for delegated tokens are labelled text/html.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const { actor } = call.found;
        return answer.status === 200 &&
          actor?.credential.kind === 'accessToken' &&
          actor.credential.token.delegation !== undefined
          ? withHeader(answer, 'Content-Type', 'text/html; charset=utf-8')
          : normal.answer(answer, call);
      },
    }),
  },
];
