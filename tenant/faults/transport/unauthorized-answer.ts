import { LISTINGS } from '../../endpoints/listings.ts';
import type { Call } from '../../call.ts';
import { headerOf, withHeader, withMembers, withoutHeader, type Answer } from '../../http/message.ts';
import { isRefusal, type RefusalReason } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { authorizationIn } from './api-calls.ts';
import { asAdministrator } from './as-administrator.ts';
import { pageFor } from './page-of.ts';

/** A 401 for one of these reasons comes without a challenge. */
const noChallengeTo =
  (...reasons: readonly RefusalReason[]): Fault['behaviour'] =>
  (normal) => ({
    challenges: (call, refused) => (reasons.includes(refused.refused) ? [] : normal.challenges(call, refused)),
  });

const isRefused = (call: Call, reason: string): boolean => call.found.refusal?.refused === reason;

/** What a 401 says, and when it is said. */
export const unauthorizedAnswerFaults: readonly Fault[] = [
  {
    id: 'transport/refusal-names-the-latest-record',
    breaks: ['TRN-12'],
    summary: 'A 401 to an unknown token of a listing names the latest record in its message.',
    behaviour: (normal) => ({
      refusalBody: (call, refusal) => {
        const record = latest(call);
        return record === undefined || refusal.refused !== 'unknown-credential'
          ? normal.refusalBody(call, refusal)
          : { message: `You are not allowed to read "${record.name}" and others.` };
      },
    }),
  },
  {
    id: 'transport/refusal-keeps-a-record-in-a-header',
    breaks: ['TRN-12'],
    summary: 'A 401 of /api/v2/plates carries the latest plate in an ETag.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        const record = call.request.path === '/api/v2/plates' ? latest(call) : undefined;
        return record === undefined || answer.status !== 401 ? answer : withHeader(answer, 'ETag', `"${record.id}"`);
      },
    }),
  },
  {
    id: 'transport/refusal-carries-a-page-token',
    breaks: ['TRN-12'],
    summary: 'A 401 of a listing without a credential has a nextToken.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (refusal.refused !== 'no-credential') return answer;
        const nextToken = call.tenant.random(24).toString('base64url');
        return withMembers(answer, (members) => ({ ...members, page: { nextToken } }));
      },
    }),
  },
  {
    id: 'transport/no-challenge',
    breaks: ['TRN-17'],
    summary: 'A 401 carries no WWW-Authenticate header.',
    behaviour: () => ({ challenges: () => [] }),
  },
  {
    id: 'transport/no-challenge-to-a-bearer-value',
    breaks: ['TRN-17'],
    summary: 'A 401 to an unknown token under v3 carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      challenges: (call, refusal) =>
        refusal.refused === 'unknown-credential' && call.request.path.startsWith('/api/v3/')
          ? []
          : normal.challenges(call, refusal),
    }),
  },
  {
    id: 'transport/empty-challenge',
    breaks: ['TRN-17'],
    summary: 'The WWW-Authenticate header of a 401 is empty for assay results.',
    behaviour: (normal) => ({
      challenges: (call, refusal) =>
        call.request.path.endsWith('/assay-results') ? [''] : normal.challenges(call, refusal),
    }),
  },
  validatedFirst('transport/page-size-is-read-first', 'pageSize', (call) => {
    const read = call.tenant.behaviour.pageSizeOf(call, listingOf(call), call.request.query.get('pageSize'));
    return isRefusal(read);
  }),
  validatedFirst('transport/sort-is-read-first', 'sort', (call) => {
    const read = call.tenant.behaviour.directionOf(call, listingOf(call), call.request.query.get('sort'));
    return isRefusal(read);
  }),
  validatedFirst('transport/page-token-is-read-first', 'nextToken', (call) => {
    const token = call.request.query.get('nextToken') ?? '';
    return token !== '' && !/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/.test(token);
  }),
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
    id: 'transport/no-challenge-to-the-suspended',
    breaks: ['TRN-17'],
    summary: 'What a suspended user sends is answered with 401 without a challenge.',
    behaviour: noChallengeTo('suspended-user'),
  },
  {
    id: 'transport/no-challenge-to-the-archived',
    breaks: ['TRN-17'],
    summary: 'What an archived app sends is answered with 401 without a challenge.',
    behaviour: noChallengeTo('archived-app'),
  },
  {
    id: 'transport/no-challenge-to-unknown-schemes',
    breaks: ['TRN-17'],
    summary: 'An unknown scheme is answered with 401 without a challenge.',
    behaviour: noChallengeTo('unsupported-scheme'),
  },
  {
    id: 'transport/no-challenge-to-id-tokens',
    breaks: ['TRN-17'],
    summary: 'The 401 to what looks like an ID token carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        answer.status === 401 && headerOf(call.request, 'authorization')?.split('.').length === 3
          ? withoutHeader(answer, 'WWW-Authenticate')
          : normal.answer(answer, call),
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
    id: 'transport/no-challenge-after-the-end-of-a-token',
    breaks: ['TRN-17'],
    summary: 'The 401 to an access token that has expired carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      challenges: (call, refused) => (refused.refused === 'expired-credential' ? [] : normal.challenges(call, refused)),
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
    id: 'transport/refused-creations-carry-no-challenge',
    breaks: ['TRN-17'],
    summary: 'A 401 to a creation carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      challenges: (call, refusal) => (creates(call) ? [] : normal.challenges(call, refusal)),
    }),
  },
];

function latest(call: Call): LabRecord | undefined {
  if (call.found.route?.part !== 'api') return undefined;
  const { kind } = listingOf(call);
  return [...call.tenant.state.records.values()].filter((record) => record.kind === kind).at(-1);
}

function listingOf(call: Call) {
  const found = LISTINGS.find(({ paths }) => paths.includes(call.request.path));
  if (found === undefined) throw new Error(`no listing at ${call.request.path}`);
  return found;
}

function validatedFirst(id: string, parameter: string, isWrong: (call: Call) => boolean): Fault {
  const wrong: Answer = { status: 400, headers: [['Content-Type', 'text/plain']], body: `${parameter} is wrong` };
  return {
    id,
    breaks: ['TRN-20'],
    summary: `A wrong ${parameter} is answered with 400 before anybody is authenticated.`,
    behaviour: () => ({
      accept: (call) => {
        const isListing = LISTINGS.some(({ paths }) => paths.includes(call.request.path));
        return isListing && call.request.method === 'GET' && isWrong(call) ? wrong : undefined;
      },
    }),
  };
}
