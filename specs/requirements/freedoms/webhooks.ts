import type { FreedomEntry } from '../entry.ts';

/** Envelopes, messages and deliveries. */
export const webhooks = [
  {
    id: 'FRE-183',
    topic: 'JSON type of the envelope version',
    range: 'Number 0 or string "0". The specification gives an enum with the value 0 and no JSON type.',
  },
  {
    id: 'FRE-184',
    topic: 'Extra members in envelope and messages',
    range:
      'Allowed unless the specification excludes them with the words without or only. Judged are the installed message (only), and type and updates of the entry and mapping messages (without).',
  },
  {
    id: 'FRE-185',
    topic: 'Which channel an event uses',
    range:
      'events or app_signals for any kind, and the channel may differ by kind. The specification does not show which kind uses which channel.',
  },
  {
    id: 'FRE-186',
    topic: 'How the receiver recognizes kinds that have no type',
    range: 'Not specified: by shape, by header or in another way.',
  },
  {
    id: 'FRE-187',
    topic: 'type, id or createdAt in the canvas message',
    range: 'The specification does not exclude them and gives no value for them. Not judged.',
  },
  { id: 'FRE-188', topic: 'Value of deprecated', range: 'true or false.' },
  {
    id: 'FRE-189',
    topic: 'Headers, signature, user agent of deliveries',
    range: 'Any. The specification does not show how a delivery proves its origin.',
  },
  {
    id: 'FRE-190',
    topic: 'Retries, timeouts, back-off',
    range: "Any, including none. The suite's receiver answers 200 quickly.",
  },
  { id: 'FRE-191', topic: 'Repeated deliveries of one event', range: 'Allowed. The message id identifies them.' },
  { id: 'FRE-192', topic: 'Order of deliveries', range: 'Any.' },
  {
    id: 'FRE-193',
    topic: 'Delay of deliveries',
    range:
      'Any that the operator allows with limits.deliverySeconds of the target profile. A delivery that comes later, but within twice that time, is inconclusive. A delivery that has not arrived by then counts as not delivered.',
  },
  { id: 'FRE-194', topic: 'Answer expected from the receiver', range: 'Any 2xx is assumed to be sufficient.' },
  { id: 'FRE-195', topic: 'Redirects answered by the receiver', range: 'Followed or not.' },
  {
    id: 'FRE-196',
    topic: 'Plain-HTTP receivers',
    range:
      'Open whether deliveries go to a plain-HTTP address or to one with a private certificate. A public HTTPS address may be needed.',
  },
  { id: 'FRE-197', topic: 'One event to two apps', range: 'The same message id or different ids.' },
  {
    id: 'FRE-198',
    topic: 'Form of createdAt',
    range: 'Any ISO 8601 date-time, with or without fraction and time zone.',
  },
  {
    id: 'FRE-199',
    topic: 'Names in updates',
    range: "The tenant's own spelling of properties, in any order. Repeated names are noted.",
  },
  { id: 'FRE-200', topic: 'Update that sets a property to the same value', range: 'Sent or not.' },
  { id: 'FRE-201', topic: 'Several updates at once', range: 'One message or several.' },
  { id: 'FRE-202', topic: 'Form of identifiers', range: 'Any non-empty text. The specification promises no prefix.' },
  { id: 'FRE-203', topic: 'Form of versionNumber', range: 'Any string.' },
  { id: 'FRE-204', topic: 'Trailing slash of baseURL', range: 'With or without.' },
  {
    id: 'FRE-205',
    topic: 'v2.app.installed when a URL is set after the installation',
    range: 'Sent or not. The suite reads the words whenever a webhook URL is present as at the time of installation.',
  },
  {
    id: 'FRE-206',
    topic: 'How a subscription to v2.app.installed is refused',
    range: 'With an error, or omitted without an error.',
  },
  {
    id: 'FRE-207',
    topic: 'Subscription to v2.canvas.initialized',
    range: 'The specification lists it as sent to the app. A request to subscribe may be accepted or refused.',
  },
  {
    id: 'FRE-208',
    topic: 'Event types beyond the six',
    range:
      'Any with the prefix v2., which the specification requires of all event types. Nothing else about them is judged, and neither is how the control names them in lists.',
  },
  {
    id: 'FRE-209',
    topic: 'Whether an app sees events of records it has no access to',
    range:
      'Delivered or withheld. An app has access to the contents of projects that were granted to it, and to records that a listing shows it.',
  },
  {
    id: 'FRE-210',
    topic: 'Webhook URL that answers with errors',
    range: 'May be disabled after some time. The specification does not describe it.',
  },
  {
    id: 'FRE-260',
    topic: 'How long a subscription lasts',
    range:
      'The specification does not say what else can end it, apart from a change by the app. Archiving and uninstallation may end it. It is inferred that nothing else does. Subscriptions that the app makes afterwards apply.',
  },
  {
    id: 'FRE-261',
    topic: 'Deprecation of event types',
    range:
      'Any type may be deprecated at any time and for any length of time. deprecated may therefore change from one message to the next.',
  },
  {
    id: 'FRE-262',
    topic: 'Spelling of the webhook URL in the request line',
    range: 'Any spelling that is equivalent under RFC 3986, section 6.2.2: %7E for ~, %2f for %2F, and the reverse.',
  },
] as const satisfies readonly FreedomEntry[];
