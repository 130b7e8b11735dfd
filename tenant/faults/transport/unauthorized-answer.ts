import type { Actor, Call } from '../../call.ts';
import { listingEndpoint } from '../../endpoints/listings.ts';
import { withHeader, withMembers } from '../../http/message.ts';
import type { Refusal, RefusalReason } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { authorizationIn, creates, filters, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator } from '../operators/callers.ts';
import { always, at, onVersion, atResults } from '../operators/kinds.ts';
import { challenge, change401 } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasHeader, hasParameter, isApi, listingAt, looksLikeIdToken, sends, valueSent } from './conditions.ts';

/** Returns a decision: the 401 for one of these reasons, or for any if none is given, has no challenge. */
const noChallenge = (...reasons: readonly RefusalReason[]): Wrong => ({
  breaks: ['TRN-17'],
  wrong: challenge([], ...reasons),
});

/** Returns a decision: a 401 has additional members in its body. `tellsInHeader` adds a header instead. */
const withExtraMembers = (members: (call: Call, refused: Refusal) => Readonly<Record<string, unknown>>): Wrong => ({
  breaks: ['TRN-12'],
  wrong: change401((answer, call, refused) =>
    withMembers(answer, (others) => ({ ...others, ...members(call, refused) })),
  ),
});
const withExtraHeader = (name: string, value: (call: Call, refused: Refusal) => string | undefined): Wrong => ({
  breaks: ['TRN-12'],
  wrong: change401((answer, call, refused) => {
    const extra = value(call, refused);
    return extra === undefined ? answer : withHeader(answer, name, extra);
  }),
});
/** Returns a decision: a 401 for this reason has additional members. */
const withExtraMembersFor = (
  reason: RefusalReason,
  members: (call: Call) => Readonly<Record<string, unknown>>,
): Wrong => withExtraMembers((call, { refused }) => (refused === reason ? members(call) : {}));

/** Returns the page that a call would get as another actor. */
function pageFor(call: Call, actor: Actor): Readonly<Record<string, unknown>> {
  const listing = listingAt(call);
  if (listing === undefined) return {};
  const behaviour = { ...call.tenant.behaviour, authenticate: () => actor };
  const answer = listingEndpoint(listing)({ ...call, tenant: { ...call.tenant, behaviour } });
  return JSON.parse(answer.body ?? '{}') as Record<string, unknown>;
}

/** Returns the latest record of the kind that a call lists. */
const latestAt = (call: Call): LabRecord | undefined => {
  const kind = listingAt(call)?.kind;
  return [...call.tenant.state.records.values()].findLast((record) => record.kind === kind);
};

/** Returns the latest entries as a member. The refused caller could see some of them before. */
const latestEntries = (call: Call) => {
  const { records } = call.tenant.state;
  const latest = isApi(call) ? records.byKind.entry.slice(-10) : [];
  return { latest: latest.map((entry) => call.tenant.behaviour.shapeItemV2(call, entry)) };
};

/** Faults in the content and in the challenge of a 401. */
export const unauthorizedAnswerFaults: readonly Fault[] = faultsOf('transport', {
  'refusal-names-the-latest-record': [
    withExtraMembersFor('unknown-credential', (call) => {
      const record = isApi(call) ? latestAt(call) : undefined;
      return record === undefined ? {} : { message: `You are not allowed to read "${record.name}" and others.` };
    }),
    always,
    'The 401 of a listing to an unknown token names the latest record in its message.',
  ],
  'refusal-keeps-a-record-in-a-header': [
    withExtraHeader('ETag', (call) => {
      const record = latestAt(call);
      return record && `"${record.id}"`;
    }),
    at('/api/v2/plates'),
    'A 401 of /api/v2/plates carries the latest plate in an ETag.',
  ],
  'refusal-carries-a-page-token': [
    withExtraMembersFor('no-credential', ({ tenant }) => ({
      page: { nextToken: tenant.random(24).toString('base64url') },
    })),
    always,
    'A 401 of a listing without a credential has a nextToken.',
  ],
  'a-401-to-a-sorted-call-has-a-page-token': [
    withExtraMembers(() => ({ nextToken: 'WzE3NjQwMDAwMDAwMDAsImVudF8xIl0' })),
    sorts,
    'A 401 to a call with sort has the page token of a first page.',
  ],
  'a-401-to-a-filtered-call-lists-identifiers': [
    withExtraMembers(({ tenant }) => ({ searched: [...tenant.state.records.keys()] })),
    filters,
    'A 401 to a call with schemaFields lists the identifiers of all records.',
  ],
  'a-401-to-the-suspended-tells-the-latest-entries': [
    withExtraMembersFor('suspended-user', latestEntries),
    always,
    'The 401 to a suspended user contains the ten latest entries.',
  ],
  'a-401-to-the-archived-tells-the-latest-entries': [
    withExtraMembersFor('archived-app', latestEntries),
    always,
    'The 401 to an archived app contains the ten latest entries.',
  ],
  'refusals-of-nearly-right-tokens-hold-an-item': [
    withExtraMembers((call) => {
      const value = valueSent(call);
      const { behaviour, state } = call.tenant;
      const token = state.accessTokens
        .values()
        .find((each) => each.value !== value && value.length > 20 && each.value.startsWith(value.slice(0, 20)));
      const page = token === undefined ? {} : pageFor(call, behaviour.actorOfToken(call, token));
      const [latest] = Object.values(page).find((each) => Array.isArray(each)) ?? [];
      return token === undefined ? {} : { latest: latest ?? null };
    }),
    always,
    'The 401 to a value that begins like a live access token contains the first item of that token’s page.',
  ],
  'expired-tokens-are-refused-with-the-page': [
    withExtraMembersFor('expired-credential', (call) => {
      const token = call.tenant.state.accessTokens.find(valueSent(call));
      return token === undefined ? {} : { page: pageFor(call, call.tenant.behaviour.actorOfToken(call, token)) };
    }),
    always,
    'The 401 to an expired access token contains the page that the token would have shown.',
    { also: ['EXP-03'] },
  ],
  'replaced-keys-are-refused-with-the-page': [
    withExtraMembers((call) => {
      const { behaviour } = call.tenant;
      const sent = behaviour.readBasic(call, valueSent(call));
      const key = sent && behaviour.findApiKey(call, sent);
      return key?.retiredAt === undefined ? {} : { page: pageFor(call, behaviour.actorOfKey(call, key)) };
    }),
    always,
    'The 401 to a key that was replaced contains the page that the key would have shown.',
  ],
  'refusals-link-to-the-next-page': [
    withExtraHeader('Link', (call, { refused }) => {
      if (refused !== 'unknown-credential') return undefined;
      const { nextToken = '' } = pageFor(call, asAdministrator(call)) as { nextToken?: string };
      const target = `${call.request.path}?nextToken=${encodeURIComponent(nextToken)}`;
      return nextToken === '' ? undefined : `<${target}>; rel="next"`;
    }),
    hasParameter('pageSize'),
    'The 401 to an unknown credential with a pageSize has a Link header that leads to the next page.',
  ],
  'no-challenge': [noChallenge(), always, 'A 401 has no challenge.'],
  'empty-challenge': [
    { breaks: ['TRN-17'], wrong: challenge(['']) },
    atResults,
    'The WWW-Authenticate header of a 401 of the listing of assay results is empty.',
  ],
  'no-challenge-to-a-bearer-value': [
    noChallenge('unknown-credential'),
    onVersion('v3'),
    'Under v3, the 401 to an unknown token has no challenge.',
  ],
  'no-challenge-to-the-suspended': [
    noChallenge('suspended-user'),
    always,
    'The 401 to a suspended user has no challenge.',
  ],
  'no-challenge-to-the-archived': [noChallenge('archived-app'), always, 'The 401 to an archived app has no challenge.'],
  'no-challenge-to-unknown-schemes': [
    noChallenge('unsupported-scheme'),
    always,
    'The 401 to an unknown scheme has no challenge.',
  ],
  'no-challenge-after-the-end-of-a-token': [
    noChallenge('expired-credential'),
    always,
    'The 401 to an access token that has expired has no challenge.',
  ],
  'no-challenge-to-id-tokens': [
    noChallenge(),
    (call) => looksLikeIdToken(authorizationIn(call)),
    'The 401 to a value that looks like an ID token has no challenge.',
  ],
  'no-challenge-to-keys': [
    noChallenge(),
    sends(/^basic/i),
    'A 401 to a Basic credential has no challenge, so that browsers do not ask for a password.',
  ],
  'no-challenge-to-pages-of-the-application': [
    noChallenge(),
    hasHeader('x-requested-with'),
    'A 401 to a call with X-Requested-With has no challenge.',
  ],
  'sorted-listings-refuse-without-a-challenge': [noChallenge(), sorts, 'The 401 of a sorted listing has no challenge.'],
  'refused-creations-carry-no-challenge': [noChallenge(), creates, 'A 401 to a creation has no challenge.'],
});
