import type { Behaviour, Deviation } from '../behaviour/behaviour.ts';
import { laterPersonalities } from './later-personalities.ts';
import type { Personality } from './personality.ts';
import { singleVariants } from './single.ts';
import type { Variant } from './variant.ts';

const personalities: readonly Personality[] = [
  {
    id: 'transport/a-strict-gateway',
    summary:
      'A gateway of an enterprise: nothing is accepted that is not written down, and every refusal is a problem.',
    has: [
      'transport/http-2',
      'transport/clear-text-is-refused-with-426',
      'transport/security-headers',
      'transport/json-only-on-demand',
      'transport/one-space-and-no-more',
      'transport/unknown-paths-are-unauthorized',
      'transport/unauthorized-repeats-the-request',
      'transport/unknown-parameters-are-refused',
      'transport/few-at-a-time',
      'api-key/own-host-only',
      'token-issuance/fields-of-other-grants-are-refused',
      'token-issuance/one-way-of-authentication-only',
      'token-issuance/no-query-at-the-token-path',
      'delegated/unknown-parameters-are-refused',
      'delegated/states-have-a-limit',
      'delegated/two-redirect-uris-at-most',
      'listing/more-than-eight-items-are-refused',
      'lifecycle/the-suspended-are-forbidden',
      'openid-connect/all-times-checked',
      'openid-connect/kid-wanted',
    ],
  },
  {
    id: 'delegated/a-minimal-app',
    summary:
      'What somebody wrote in an afternoon: plain texts, no cache headers, whatever comes is taken as it is meant.',
    has: [
      'transport/unauthorized-as-plain-text',
      'transport/first-of-two-credentials',
      'transport/page-tokens-for-one-use',
      'api-key/lenient-basic',
      'token-issuance/refusals-in-plain-text',
      'token-issuance/short-tokens',
      'token-issuance/last-of-repeated-fields',
      'token-issuance/json-requests',
      'token-issuance/answers-say-nothing-of-caches',
      'delegated/tokens-in-hexadecimal',
      'delegated/codes-can-be-used-again',
      'delegated/wrong-requests-end-at-a-page',
      'delegated/the-last-of-repeated-parameters-counts',
      'delegated/redirects-are-written-anew',
      'delegated/sessions-of-two-minutes',
      'listing/seven-items-unless-asked-otherwise',
      'listing/nothing-but-small-numbers',
      'listing/repeated-parameters-count-last',
      'webhooks/no-second-try',
    ],
  },
  {
    id: 'token-issuance/a-token-platform',
    summary:
      'Signed and encrypted tokens everywhere, behind a network that compresses; reuse of anything ends a family.',
    has: [
      'token-issuance/signatures-are-compared-as-octets',
      'token-issuance/scope-is-echoed',
      'token-issuance/absent-members-are-null',
      'token-issuance/wrong-client-is-a-bad-request',
      'token-issuance/other-oauth-endpoints',
      'delegated/codes-and-tokens-of-three-thousand-characters',
      'delegated/reuse-ends-the-family',
      'delegated/a-used-code-ends-its-tokens',
      'delegated/refresh-ends-the-access-token',
      'delegated/more-on-the-redirect',
      'delegated/further-members-beside-tokens',
      'expiry/ages-are-counted-in-whole-seconds',
      'api-key/long-dotted-keys',
      'listing/page-tokens-of-five-thousand-characters',
      'versioning/v2-announces-its-end',
      'transport/behind-a-content-network',
      'transport/answers-are-compressed',
    ],
  },
  {
    id: 'lifecycle/an-eventually-consistent-cluster',
    summary:
      'Every change but an archiving is seen a moment later, in one place sooner than in another, and load is shed.',
    has: [
      'transport/records-appear-late',
      'transport/grants-come-late',
      'transport/overload-now-and-then',
      'transport/unsorted-is-shuffled',
      'api-key/new-key-takes-a-moment',
      'lifecycle/suspensions-come-late',
      'lifecycle/unarchiving-comes-late',
      'lifecycle/uninstallations-come-late',
      'lifecycle/installations-come-late',
      'lifecycle/suspension-ends-delegated-tokens',
      'listing/one-page-token-for-a-traversal',
      'delegated/consent-is-asked-again-after-a-sign-in',
      'webhooks/every-delivery-comes-twice',
      'webhooks/later-deliveries-overtake-earlier-ones',
      'webhooks/created-at-without-a-zone',
    ],
  },
  {
    id: 'listing/a-legacy-server',
    summary:
      'A server of twenty years: a page of HTML for a refusal, connections that close, JSON that is written out.',
    has: [
      'transport/old-tls',
      'transport/one-answer-a-connection',
      'transport/unauthorized-as-a-web-page',
      'transport/cookies-on-every-answer',
      'transport/listings-answer-203',
      'token-issuance/client-id-in-any-case',
      'token-issuance/absent-members-are-null',
      'delegated/browser-moved-by-a-refresh',
      'delegated/sign-in-and-consent-on-one-page',
      'expiry/ages-are-counted-in-whole-seconds-rounded-up',
      'expiry/expired-access-tokens-are-purged',
      'expiry/keys-end-at-the-end-of-the-day',
      'listing/times-in-words',
      'listing/empty-lists-are-null',
      'listing/wrong-page-tokens-lead-to-the-start',
      'filtering/white-space-at-the-ends-is-trimmed',
      'webhooks/sent-over-http-1-0',
      'webhooks/created-at-in-the-basic-form',
      'transport/json-written-out',
    ],
  },
  {
    id: 'api-key/a-house-of-keys',
    summary:
      'Keys were there first: several a user, of another alphabet, for v2 only, and their rotation ends the rest.',
    has: [
      'api-key/any-password',
      'api-key/keys-outside-ascii',
      'api-key/rotation-ends-other-credentials',
      'api-key/wordless-refusals',
      'api-key/suspended-and-powerless-are-forbidden',
      'api-key/suspension-counted-anew',
      'api-key/v2-only',
      'expiry/keys-of-the-day-itself-expire',
      'expiry/expired-keys-are-purged',
      'lifecycle/no-keys-for-the-suspended',
      'delegated/key-rotation-ends-delegated-tokens',
      'listing/items-under-data-beside-much-else',
      'client-credentials/creators-by-e-mail-or-client-id',
      'versioning/v2-numbers-its-pages',
    ],
  },
  {
    id: 'client-credentials/a-tenant-that-revokes',
    summary: 'Wherever something may end, it ends: with a rotation, an archiving, a suspension, another authorization.',
    has: [
      'client-credentials/rotation-ends-tokens',
      'client-credentials/archiving-ends-tokens',
      'client-credentials/uninstalled-apps-are-refused',
      'client-credentials/listing-forbidden-without-projects',
      'lifecycle/archiving-ends-delegated-tokens',
      'lifecycle/suspension-ends-delegated-tokens',
      'lifecycle/a-suspension-forgets-consents',
      'lifecycle/archiving-forgets-consents',
      'lifecycle/a-suspension-ends-sessions',
      'lifecycle/a-reinstall-makes-a-new-secret',
      'lifecycle/a-refresh-during-a-suspension-ends-the-delegation',
      'lifecycle/one-state-at-a-time',
      'delegated/rotation-ends-refresh-tokens',
      'delegated/reuse-ends-all-that-the-app-holds-for-the-user',
      'delegated/a-refused-code-is-used-up',
      'delegated/a-new-code-ends-the-pending-one',
      'delegated/a-denial-ends-the-session',
    ],
  },
  {
    id: 'listing/a-document-store',
    summary: 'Documents in shards: pages that come short, an empty one at the end, items in forms of their own.',
    has: [
      'listing/resources-with-what-belongs-to-them',
      'listing/short-pages-by-turns',
      'listing/seven-items-unless-asked-otherwise',
      'listing/no-order-among-records-of-one-time',
      'listing/times-as-numbers',
      'listing/pages-are-partial-content',
      'listing/page-tokens-of-all-characters',
      'listing/strange-page-sizes-are-the-default',
      'listing/others-go-on-working',
      'listing/records-come-late',
      'transport/answers-come-in-pieces',
      'filtering/unknown-fields-match-nothing',
      'filtering/bad-bounds-find-nothing',
      'webhooks/ids-of-digits',
    ],
    profile: { api: { assayResultsPath: '/api/v2/assay-results' } },
  },
  {
    id: 'filtering/a-search-engine',
    summary: 'Filters are searches: all is folded and trimmed, what cannot be read finds nothing, and order is chance.',
    has: [
      'filtering/small-pages-unless-asked',
      'filtering/results-in-no-order',
      'filtering/results-by-identifier-alone',
      'filtering/page-tokens-carry-the-filter',
      'filtering/operators-compare-text',
      'filtering/operators-need-no-space',
      'filtering/unquoted-operators-find-nothing',
      'filtering/wide-letters-are-letters',
      'filtering/numbers-of-single-precision',
      'filtering/identifiers-in-any-case',
      'filtering/field-names-in-any-case',
      'filtering/all-values-of-a-field-count',
      'filtering/filters-on-every-listing',
      'filtering/bad-bounds-find-nothing',
    ],
  },
  {
    id: 'webhooks/a-message-broker',
    summary: 'At least once, in no order, to everybody who ever asked, in envelopes that hold more than they must.',
    has: [
      'webhooks/sent-three-times-at-once',
      'webhooks/later-deliveries-overtake-earlier-ones',
      'webhooks/json-written-out',
      'webhooks/envelope-version-is-a-number',
      'webhooks/members-beyond-those-described',
      'webhooks/canvas-messages-like-the-others',
      'webhooks/channels-the-other-way-round',
      'webhooks/every-kind-is-deprecated-but-canvases',
      'webhooks/created-at-in-week-dates',
      'webhooks/updates-in-another-order-and-repeated',
      'webhooks/version-numbers-that-are-no-numbers',
      'webhooks/base-url-with-a-slash',
      'webhooks/canvases-can-be-subscribed-to',
      'webhooks/an-address-set-later-is-told-of-the-installation',
      'webhooks/people-go-on-working',
    ],
  },
  {
    id: 'openid-connect/an-identity-first-tenant',
    summary:
      'Everything is asked of the provider: keys are kept, addresses folded, claims weighed; people sign in twice.',
    has: [
      'openid-connect/e-mail-normalised',
      'openid-connect/audience-wanted',
      'openid-connect/subject-wanted',
      'openid-connect/verified-e-mail-wanted',
      'openid-connect/rs256-only',
      'openid-connect/kid-wanted',
      'openid-connect/configuration-read-once',
      'openid-connect/an-hour-at-most',
      'openid-connect/provider-away-means-keys-from-before',
      'delegated/sign-in-in-two-steps',
      'delegated/browser-moved-by-script',
      'lifecycle/suspended-users-come-back-with-an-error',
      'listing/every-user-sees-a-demonstration',
      'transport/unauthorized-with-an-empty-page',
    ],
  },
  {
    id: 'transport/a-hardened-gateway',
    summary: 'A gateway that was hardened: it counts failures, closes doors, and knows one spelling of everything.',
    has: [
      'transport/a-refusal-ends-its-connection',
      'transport/credentials-in-two-places-are-refused',
      'transport/after-three-refusals-one-has-to-wait',
      'transport/heads-of-eight-kilobytes',
      'transport/long-addresses-are-refused',
      'transport/other-spellings-are-redirected',
      'transport/scripts-are-not-challenged',
      'transport/dates-of-another-day',
      'token-issuance/wrong-secrets-slow-their-app-down',
      'token-issuance/what-is-exchanged-is-looked-at-first',
      'token-issuance/credentials-are-uuids',
      'delegated/a-refresh-by-the-wrong-app-ends-everything',
      'listing/page-tokens-are-of-one-credential',
      'listing/page-tokens-of-ten-seconds',
      'filtering/three-assertions-at-most',
    ],
  },
  {
    id: 'lifecycle/a-console-with-rules',
    summary: 'A console that asks back: one of each name and address, and nothing for those who are not in use.',
    has: [
      'delegated/names-are-taken-once',
      'delegated/redirect-uris-of-a-hundred-characters',
      'delegated/redirects-are-encoded-to-the-last-letter',
      'lifecycle/nothing-is-granted-to-the-stopped',
      'lifecycle/an-archived-app-cannot-be-changed',
      'api-key/two-keys-at-most',
      'openid-connect/addresses-of-eighty-characters',
      'openid-connect/addresses-are-kept-in-small-letters',
      'webhooks/an-address-belongs-to-one-app',
      'webhooks/an-uninstallation-removes-the-webhook',
      'webhooks/an-archiving-removes-the-webhook',
      'listing/newcomers-see-examples',
    ],
  },
  {
    id: 'listing/two-servers-and-a-queue',
    summary: 'Two servers and a queue: what is changed is known here before there, and told when its turn has come.',
    has: [
      'lifecycle/one-of-two-servers-hears-of-suspensions-late',
      'lifecycle/one-of-two-servers-hears-of-uninstallations-late',
      'listing/records-come-late',
      'listing/times-are-days',
      'listing/a-traversal-is-of-its-beginning',
      'listing/a-thousand-items-unless-asked-otherwise',
      'token-issuance/tokens-of-the-legacy-path-look-otherwise',
      'token-issuance/answers-repeat-their-tokens',
      'webhooks/subscriptions-come-late',
      'webhooks/couriers-hear-of-an-unarchiving-late',
      'webhooks/deliveries-wait-to-be-continued',
    ],
  },
];

const uses = new Map(singleVariants.map((variant) => [variant.id, variant]));

function useOf(id: string): Variant {
  const found = uses.get(id);
  if (found === undefined) throw new Error(`There is no variant ${id}.`);
  return found;
}

/** Each deviation laid over those before it. */
function inTurn(deviations: readonly Deviation[]): Deviation {
  return (normal) => {
    let behaviour: Behaviour = normal;
    for (const deviation of deviations) behaviour = { ...behaviour, ...deviation(behaviour) };
    return behaviour;
  };
}

/** One profile out of several: sections are joined member by member, and what comes later counts. */
function joined(profiles: readonly Variant['profile'][]): Record<string, unknown> {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const profile of profiles) {
    for (const [name, section] of Object.entries(profile ?? {})) {
      sections[name] = { ...sections[name], ...(section as Record<string, unknown>) };
    }
  }
  return sections;
}

/** Whole tenants, each of which uses a dozen freedoms and more at once: what goes alone may not go together. */
export const personalityVariants: readonly Variant[] = [...personalities, ...laterPersonalities].map(
  ({ id, summary, has, profile, warnings = [] }) => {
    const parts = has.map(useOf);
    return {
      id,
      summary,
      freedoms: [...new Set(parts.flatMap(({ freedoms }) => freedoms))].sort(),
      warnings: [...new Set([...parts.flatMap((part) => part.warnings ?? []), ...warnings])].sort(),
      profile: joined([...parts.map((part) => part.profile), profile]),
      behaviour: inTurn(parts.map(({ behaviour }) => behaviour)),
    };
  },
);
