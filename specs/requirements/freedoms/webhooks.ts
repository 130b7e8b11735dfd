import type { FreedomEntry } from '../entry.ts';

/** Envelopes, messages and deliveries. */
export const webhooks = [
  {
    id: 'FRE-183',
    topic: 'JSON type of the envelope version',
    range: 'Number 0 or string "0": enum with value 0, type not given.',
  },
  {
    id: 'FRE-184',
    topic: 'Extra members in envelope and messages',
    range:
      'Allowed where the document does not say without or only; the installed message (only) and type and updates of entry and mapping messages are judged.',
  },
  {
    id: 'FRE-185',
    topic: 'Which channel an event uses',
    range: 'events or app_signals for any kind; the pairing is not shown (may differ by kind).',
  },
  {
    id: 'FRE-186',
    topic: 'How the receiver tells kinds that have no type',
    range: 'Not given: by shape, header or otherwise.',
  },
  {
    id: 'FRE-187',
    topic: 'type, id or createdAt in the canvas message',
    range: 'Presence is not excluded in words, and no value is given for them; not judged.',
  },
  { id: 'FRE-188', topic: 'Value of deprecated', range: 'true or false.' },
  { id: 'FRE-189', topic: 'Headers, signature, user agent of deliveries', range: 'Any; origin proof is not shown.' },
  {
    id: 'FRE-190',
    topic: 'Retries, timeouts, back-off',
    range: 'Any, including none; a receiver that answers 200 quickly should be assumed.',
  },
  { id: 'FRE-191', topic: 'Repeated deliveries of one event', range: 'Allowed; recognised by the message id.' },
  { id: 'FRE-192', topic: 'Order of deliveries', range: 'Any.' },
  {
    id: 'FRE-193',
    topic: 'Delay of deliveries',
    range:
      'Any that the operator allows for: limits.deliverySeconds of the target profile. What comes later, but within twice that time, is inconclusive; what has not come by then counts as not delivered.',
  },
  { id: 'FRE-194', topic: 'Answer expected from the receiver', range: 'Any 2xx is assumed enough.' },
  { id: 'FRE-195', topic: 'Redirects answered by the receiver', range: 'Followed or not.' },
  {
    id: 'FRE-196',
    topic: 'http receivers',
    range:
      'Whether deliveries go to a clear-text or privately signed address is open; a public HTTPS address may be needed.',
  },
  { id: 'FRE-197', topic: 'One event to two apps', range: 'Same or different message id.' },
  { id: 'FRE-198', topic: 'Form of createdAt', range: 'Any ISO 8601 date-time with or without fraction and zone.' },
  {
    id: 'FRE-199',
    topic: 'Names in updates',
    range: 'Property spelling as the tenant has it; order free, repeats noted.',
  },
  { id: 'FRE-200', topic: 'Cause of updates with the same value', range: 'Sent or not.' },
  { id: 'FRE-201', topic: 'Several updates at once', range: 'One message or several.' },
  { id: 'FRE-202', topic: 'Form of identifiers', range: 'Any non-empty text; no prefix promised.' },
  { id: 'FRE-203', topic: 'Form of versionNumber', range: 'Any string.' },
  { id: 'FRE-204', topic: 'Trailing slash of baseURL', range: 'With or without.' },
  {
    id: 'FRE-205',
    topic: 'v2.app.installed when a URL is set after the installation',
    range: 'Sent or not: whenever a webhook URL is present is read as at installation.',
  },
  { id: 'FRE-206', topic: 'Refusal form for a subscription to v2.app.installed', range: 'Error or silently left out.' },
  {
    id: 'FRE-207',
    topic: 'Subscription to v2.canvas.initialized',
    range: 'Listed as sent to the app; asking for it may be accepted or refused.',
  },
  {
    id: 'FRE-208',
    topic: 'Event types beyond the six',
    range:
      'Any that carry the prefix v2., which is said of all event types; nothing else of them is judged, nor how the control names them in lists.',
  },
  {
    id: 'FRE-209',
    topic: 'Whether an app sees events of records it has no access to',
    range:
      'Delivered or withheld; an app has access to what is in a project that was granted to it, and to what a listing shows it.',
  },
  { id: 'FRE-210', topic: 'Webhook URL that answers errors', range: 'May be disabled after a while; not described.' },
  {
    id: 'FRE-260',
    topic: 'How long a subscription lasts',
    range:
      'What may end it beside a change by the app is not said: an archiving and an uninstallation may, and that nothing else does is inferred. What an app subscribes to afterwards counts.',
  },
  {
    id: 'FRE-261',
    topic: 'Deprecation of event types',
    range: 'Of any type at any time, and for as long as may be: deprecated may change from one message to the next.',
  },
  {
    id: 'FRE-262',
    topic: 'Spelling of the webhook URL in the request line',
    range: 'Any that is equivalent by RFC 3986, section 6.2.2: %7E for ~, %2f for %2F, and the reverse.',
  },
] as const satisfies readonly FreedomEntry[];
