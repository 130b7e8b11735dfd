import type { Personality } from './personality.ts';

/** Tenants that combine the usual behaviour of frameworks, services and stores. */
export const laterPersonalities: readonly Personality[] = [
  {
    id: 'delegated/a-web-framework',
    summary: 'The defaults of a web framework: a page to sign in, forms, locks, and rate limits by 403.',
    has: [
      'transport/names-of-headers-in-capitals',
      'transport/unauthorized-in-octets',
      'transport/too-many-calls-are-forbidden-for-now',
      'token-issuance/refusals-are-forms',
      'delegated/sign-in-at-an-address-of-its-own',
      'delegated/redirects-end-in-a-fragment',
      'delegated/redirect-uris-in-normal-form-only',
      'delegated/one-refresh-at-a-time',
      'delegated/reuse-ends-all-that-the-app-holds-for-the-user',
      'lifecycle/changes-of-an-app-end-sessions',
      'listing/pages-repeat-the-request',
      'listing/identifiers-differ-in-letter-case',
      'webhooks/one-delivery-after-another',
    ],
  },
  {
    id: 'lifecycle/many-small-services',
    summary:
      'Each service learns of changes with its own delay and caches its pages, and a queue stores the addresses.',
    has: [
      'transport/three-answers-a-connection',
      'transport/members-of-strange-names',
      'lifecycle/each-service-hears-of-changes-in-its-own-time',
      'lifecycle/each-service-hears-of-grants-in-its-own-time',
      'listing/pages-are-kept-for-a-moment',
      'listing/one-of-two-servers-hears-of-rotations-late',
      'filtering/the-index-comes-late',
      'expiry/ages-are-counted-in-whole-seconds',
      'delegated/refresh-ends-the-access-token',
      'webhooks/the-queue-knows-where-to',
      'webhooks/deliveries-come-again-later',
      'webhooks/an-address-is-asked-for-an-echo',
    ],
  },
  {
    id: 'listing/a-tenant-of-all-letters',
    summary:
      'Identifiers, keys, tokens and codes of all characters, and refusals for unknown identifiers and old page tokens.',
    has: [
      'transport/the-unauthorized-have-to-wait',
      'token-issuance/client-ids-are-addresses',
      'token-issuance/tokens-of-every-character',
      'api-key/keys-outside-ascii',
      'delegated/codes-and-tokens-of-every-character',
      'delegated/the-state-comes-before-the-code',
      'lifecycle/suspension-told-in-a-success',
      'listing/identifiers-of-all-characters',
      'listing/page-tokens-of-all-characters',
      'listing/page-tokens-end-when-records-are-added',
      'filtering/identifiers-of-nothing-are-refused',
    ],
  },
];
