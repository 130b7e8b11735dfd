import { LISTINGS } from '../../endpoints/listings.ts';
import type { Answer, Call } from '../../http/message.ts';
import { withHeader, withMembers } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

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
