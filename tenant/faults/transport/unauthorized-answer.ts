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

/** The 401 to what is refused for one of these reasons, or for any, comes without a challenge. */
const noChallenge = (...reasons: readonly RefusalReason[]): Wrong => ({
  breaks: ['TRN-17'],
  wrong: challenge([], ...reasons),
});

/** A 401 tells something in its body, or in a header. */
const tells = (members: (call: Call, refused: Refusal) => Readonly<Record<string, unknown>>): Wrong => ({
  breaks: ['TRN-12'],
  wrong: change401((answer, call, refused) =>
    withMembers(answer, (others) => ({ ...others, ...members(call, refused) })),
  ),
});
const tellsInHeader = (name: string, value: (call: Call, refused: Refusal) => string | undefined): Wrong => ({
  breaks: ['TRN-12'],
  wrong: change401((answer, call, refused) => {
    const told = value(call, refused);
    return told === undefined ? answer : withHeader(answer, name, told);
  }),
});
/** A 401 for this reason tells something. */
const tellsOf = (reason: RefusalReason, members: (call: Call) => Readonly<Record<string, unknown>>): Wrong =>
  tells((call, { refused }) => (refused === reason ? members(call) : {}));

/** The page that a call would have had as somebody else. */
function pageFor(call: Call, actor: Actor): Readonly<Record<string, unknown>> {
  const listing = listingAt(call);
  if (listing === undefined) return {};
  const behaviour = { ...call.tenant.behaviour, authenticate: () => actor };
  const answer = listingEndpoint(listing)({ ...call, tenant: { ...call.tenant, behaviour } });
  return JSON.parse(answer.body ?? '{}') as Record<string, unknown>;
}

/** The record of a listing that came last. */
const latestAt = (call: Call): LabRecord | undefined => {
  const kind = listingAt(call)?.kind;
  return [...call.tenant.state.records.values()].findLast((record) => record.kind === kind);
};

/** The entries that came last, some of which the refused caller could see before. */
const latestEntries = (call: Call) => {
  const { records } = call.tenant.state;
  const latest = isApi(call) ? records.byKind.entry.slice(-10) : [];
  return { latest: latest.map((entry) => call.tenant.behaviour.shapeItemV2(call, entry)) };
};

/** What a 401 says, and when it is said. */
export const unauthorizedAnswerFaults: readonly Fault[] = faultsOf('transport', {
  'refusal-names-the-latest-record': [
    tellsOf('unknown-credential', (call) => {
      const record = isApi(call) ? latestAt(call) : undefined;
      return record === undefined ? {} : { message: `You are not allowed to read "${record.name}" and others.` };
    }),
    always,
    'A 401 to an unknown token of a listing names the latest record in its message.',
  ],
  'refusal-keeps-a-record-in-a-header': [
    tellsInHeader('ETag', (call) => {
      const record = latestAt(call);
      return record && `"${record.id}"`;
    }),
    at('/api/v2/plates'),
    'A 401 of /api/v2/plates carries the latest plate in an ETag.',
  ],
  'refusal-carries-a-page-token': [
    tellsOf('no-credential', ({ tenant }) => ({ page: { nextToken: tenant.random(24).toString('base64url') } })),
    always,
    'A 401 of a listing without a credential has a nextToken.',
  ],
  'a-401-to-a-sorted-call-has-a-page-token': [
    tells(() => ({ nextToken: 'WzE3NjQwMDAwMDAwMDAsImVudF8xIl0' })),
    sorts,
    'A 401 to a call with sort has the page token of a first page.',
  ],
  'a-401-to-a-filtered-call-lists-identifiers': [
    tells(({ tenant }) => ({ searched: [...tenant.state.records.keys()] })),
    filters,
    'A 401 to a call with schemaFields lists the identifiers of the records that there are.',
  ],
  'a-401-to-the-suspended-tells-the-latest-entries': [
    tellsOf('suspended-user', latestEntries),
    always,
    'The 401 to a suspended user holds the ten latest entries.',
  ],
  'a-401-to-the-archived-tells-the-latest-entries': [
    tellsOf('archived-app', latestEntries),
    always,
    'The 401 to an archived app holds the ten latest entries.',
  ],
  'refusals-of-nearly-right-tokens-hold-an-item': [
    tells((call) => {
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
    'The 401 to a value that begins like a live access token holds the first item of that token’s page.',
  ],
  'expired-tokens-are-refused-with-the-page': [
    tellsOf('expired-credential', (call) => {
      const token = call.tenant.state.accessTokens.find(valueSent(call));
      return token === undefined ? {} : { page: pageFor(call, call.tenant.behaviour.actorOfToken(call, token)) };
    }),
    always,
    'The 401 to an expired access token holds the page that it would have had.',
    { also: ['EXP-03'] },
  ],
  'replaced-keys-are-refused-with-the-page': [
    tells((call) => {
      const { behaviour } = call.tenant;
      const sent = behaviour.readBasic(call, valueSent(call));
      const key = sent && behaviour.findApiKey(call, sent);
      return key?.retiredAt === undefined ? {} : { page: pageFor(call, behaviour.actorOfKey(call, key)) };
    }),
    always,
    'The 401 to a key in whose place another has come holds the page that it would have had.',
  ],
  'refusals-link-to-the-next-page': [
    tellsInHeader('Link', (call, { refused }) => {
      if (refused !== 'unknown-credential') return undefined;
      const { nextToken = '' } = pageFor(call, asAdministrator(call)) as { nextToken?: string };
      const target = `${call.request.path}?nextToken=${encodeURIComponent(nextToken)}`;
      return nextToken === '' ? undefined : `<${target}>; rel="next"`;
    }),
    hasParameter('pageSize'),
    'The 401 to an unknown key with a pageSize has a Link header that leads to the next page.',
  ],
  'no-challenge': [noChallenge(), always, 'A 401 has no challenge.'],
  'empty-challenge': [
    { breaks: ['TRN-17'], wrong: challenge(['']) },
    atResults,
    'The WWW-Authenticate header of a 401 is empty for assay results.',
  ],
  'no-challenge-to-a-bearer-value': [
    noChallenge('unknown-credential'),
    onVersion('v3'),
    'A 401 to an unknown token under v3 has no challenge.',
  ],
  'no-challenge-to-the-suspended': [
    noChallenge('suspended-user'),
    always,
    'What a suspended user sends is refused without a challenge.',
  ],
  'no-challenge-to-the-archived': [
    noChallenge('archived-app'),
    always,
    'What an archived app sends is refused without a challenge.',
  ],
  'no-challenge-to-unknown-schemes': [
    noChallenge('unsupported-scheme'),
    always,
    'An unknown scheme is refused without a challenge.',
  ],
  'no-challenge-after-the-end-of-a-token': [
    noChallenge('expired-credential'),
    always,
    'The 401 to an access token that has expired has no challenge.',
  ],
  'no-challenge-to-id-tokens': [
    noChallenge(),
    (call) => looksLikeIdToken(authorizationIn(call)),
    'The 401 to what looks like an ID token has no challenge.',
  ],
  'no-challenge-to-keys': [
    noChallenge(),
    sends(/^basic/i),
    'A 401 to a Basic credential has no challenge, so that browsers open no window.',
  ],
  'no-challenge-to-pages-of-the-application': [
    noChallenge(),
    hasHeader('x-requested-with'),
    'A 401 to a call with X-Requested-With has no challenge.',
  ],
  'sorted-listings-refuse-without-a-challenge': [noChallenge(), sorts, 'The 401 of a sorted listing has no challenge.'],
  'refused-creations-carry-no-challenge': [noChallenge(), creates, 'A 401 to a creation has no challenge.'],
});
