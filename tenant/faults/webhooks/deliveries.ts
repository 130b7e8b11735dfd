import type { Delivery } from '../../state/events.ts';
import type { Fault } from '../fault.ts';
import { again, always, isInstallation, isSignal, of } from './conditions.ts';
import { copyTo, delivered, goesTo, type Delivered } from './decisions.ts';
import { CANVAS, INSTALLED, MAPPING } from './event-types.ts';
import { faultsOf, type Wrong } from './rows.ts';
import { breaking } from './rows.ts';

type Members = Record<string, unknown>;
interface Envelope extends Members {
  readonly message: Members;
}
const envelopeOf = ({ delivery }: Delivered): Envelope => delivery.envelope as Envelope;

/** Makes the body wrong, replaces the envelope in it, or labels it with a type other than JSON. */
const body = (requirement: string, change: (body: string, about: Delivered) => string): Wrong<Delivered> => ({
  ...delivered(requirement, 'deliveryBody', change),
  also: ['WHK-55'],
});
const messageAlone = (requirement: string): Wrong<Delivered> =>
  body(requirement, (_body, about) => JSON.stringify(envelopeOf(about).message));
const otherMessage = (requirement: string, change: (message: Members, about: Delivered) => Members): Wrong<Delivered> =>
  delivered(requirement, 'deliveryBody', (_body, about) =>
    JSON.stringify({ ...envelopeOf(about), message: change(envelopeOf(about).message, about) }),
  );
const labelled = (label?: string): Wrong<Delivered> => ({
  ...delivered('WHK-03', 'deliveryHeaders', ({ 'content-type': _json, ...others }) => ({
    ...others,
    ...(label === undefined ? {} : { 'content-type': label }),
  })),
  also: ['WHK-55'],
});
const madeBy = (method: string): Wrong<Delivered> => delivered('WHK-01', 'deliveryMethod', () => method);

/** Changes only the query of the address. */
const queryChanged = (change: (query: string) => string): Wrong<Delivered> =>
  goesTo((url) => url.replace(/(?<=^[^?]*\?).*$/, change));

/** Faults in how a delivery is made, and to which address. */
export const deliveryFaults: readonly Fault[] = [
  ...faultsOf<Delivered>({
    'delivered-by-put': [madeBy('PUT'), always, 'The tenant makes deliveries by PUT.'],
    'installations-delivered-by-patch': [
      madeBy('PATCH'),
      of(INSTALLED),
      'The tenant delivers the message about an installation by PATCH.',
    ],
    'repeated-deliveries-are-put': [
      madeBy('PUT'),
      again,
      'The tenant tries a delivery again by PUT.',
      { also: ['WHK-55'] },
    ],
    'query-of-the-address-is-dropped': [
      goesTo((url) => url.replace(/\?.*$/, '')),
      always,
      'The tenant sends deliveries to the address without its query.',
    ],
    'path-of-the-address-is-decoded': [
      goesTo((url) => url.replaceAll('%2F', '/')),
      always,
      'The tenant sends an escaped slash in the path of the address as a plain slash.',
    ],
    'address-in-lower-case': [goesTo((url) => url.toLowerCase()), always, 'The tenant keeps addresses in lower case.'],
    'slash-at-the-end-is-dropped': [
      goesTo((url) => url.replace(/\/$/, '')),
      always,
      'The tenant sends deliveries to the address without its final slash.',
    ],
    'addresses-are-cut-at-255': [
      goesTo((url) => url.slice(0, 255)),
      always,
      'The tenant keeps only the first 255 characters of an address.',
    ],
    'double-slashes-of-the-address-are-one': [
      goesTo((url) => url.replace(/([^:/])\/{2,}/g, '$1/')),
      always,
      'The tenant sends several slashes in a row in the path of the address as one.',
    ],
    'repeated-parameters-of-the-address-are-one': [
      queryChanged((query) =>
        [...new Map(query.split('&').map((each) => [each.split('=')[0], each])).values()].join('&'),
      ),
      always,
      'If parameters in the query of the address have the same name, the tenant keeps only the last one.',
    ],
    'query-of-the-address-is-written-anew': [
      queryChanged((query) => new URLSearchParams(query).toString()),
      always,
      'The tenant parses the query of the address and writes it again, so that %20 becomes +, and a becomes a=.',
    ],
    'parameters-of-paths-are-dropped': [
      goesTo((url) => url.replace(/;[^/?]*/, '')),
      always,
      'The tenant drops the part of the path of the address after a semicolon.',
    ],
    'at-signs-are-escaped': [
      goesTo((url) => url.replaceAll(/(?<=[^/]\/.*)@/g, '%40')),
      always,
      'The tenant sends an at sign in the path or query of the address as %40.',
    ],
    'empty-parameters-are-left-out': [
      goesTo((url) => url.replaceAll('&&', '&')),
      always,
      'The tenant sends only one of two ampersands in a row in the query of the address.',
    ],
    'slashes-in-queries-are-escaped': [
      queryChanged((query) => query.replaceAll('/', '%2F')),
      always,
      'The tenant sends a slash in the query of the address as %2F.',
    ],
    'labelled-as-plain-text': [
      labelled('text/plain; charset=utf-8'),
      always,
      'The tenant labels deliveries as plain text.',
    ],
    'signals-without-a-label': [labelled(), isSignal, 'Messages without a subscription have no Content-Type.'],
    'repeated-deliveries-have-no-label': [labelled(), again, 'A delivery that is tried again has no Content-Type.'],
    'delivered-in-a-list': [
      body('WHK-02', (json) => `[${json}]`),
      always,
      'The body is a list that contains the envelope.',
    ],
    'body-with-a-byte-order-mark': [
      body('WHK-02', (json) => `\uFEFF${json}`),
      always,
      'The body begins with a byte order mark, which JSON does not allow.',
    ],
    'bodies-are-texts-after-a-reinstallation': [
      body('WHK-02', (json) => JSON.stringify(json)),
      (about) => isInstallation(2)(about) && !of(INSTALLED)(about),
      'From the second installation of an app on, the body of a delivery is a JSON string that contains the envelope.',
      { also: ['WHK-24'] },
    ],
    'installations-have-an-empty-body': [
      body('WHK-62', () => ''),
      of(INSTALLED),
      'The delivery of an installation has an empty body.',
      { also: ['WHK-02', 'WHK-21', 'WHK-24'] },
    ],
    'deliveries-of-mappings-are-a-form': [
      body('WHK-62', (_json, { app, event }) =>
        new URLSearchParams({ app: app.id, resource: event.resourceId ?? '' }).toString(),
      ),
      of(MAPPING),
      'The delivery of a completed mapping is a form with the ids of the app and the resource.',
      { also: ['WHK-02', 'WHK-03'] },
    ],
    'canvases-are-delivered-without-an-envelope': [
      messageAlone('WHK-62'),
      of(CANVAS),
      'The delivery of a canvas has the message as its body, without an envelope.',
      {
        also: [
          ...(['WHK-04', 'WHK-06', 'WHK-09', 'WHK-11', 'WHK-12', 'WHK-14', 'WHK-15'] as const),
          ...(['WHK-20', 'WHK-58'] as const),
        ],
      },
    ],
    'repeated-without-the-envelope': [
      messageAlone('WHK-55'),
      again,
      'A delivery that is tried again has the message as its body, without an envelope.',
      { also: ['WHK-62'] },
    ],
    'repeated-deliveries-are-dated-anew': [
      otherMessage('WHK-31', (message, { tenant }) =>
        'createdAt' in message ? { ...message, createdAt: tenant.clock.now().toISOString() } : message,
      ),
      again,
      'A delivery that is tried again has the present time as createdAt.',
    ],
    'repeated-deliveries-name-no-updates': [
      otherMessage('WHK-44', ({ updates: _updates, ...message }) => message),
      again,
      'A delivery that is tried again does not name the properties that were updated.',
      { also: ['WHK-45', 'WHK-46', 'WHK-55'] },
    ],
    'repeated-deliveries-are-deprecated': [
      otherMessage('WHK-32', (message) => ({ ...message, deprecated: 1 })),
      again,
      'A delivery that is tried again has a deprecated of 1.',
      { also: ['WHK-55'] },
    ],
  }),
  ...breaking('WHK-56', {
    'repeated-deliveries-go-to-the-newest-address': [
      (normal) => {
        let newest: string | undefined;
        const tried = new WeakSet<Delivery>();
        return {
          setWebhook: (tenant, app, webhook) => {
            newest = webhook.url ?? newest;
            normal.setWebhook(tenant, app, webhook);
          },
          deliveryUrl: (tenant, delivery) => {
            const again = tried.has(delivery);
            tried.add(delivery);
            return again && newest !== undefined ? newest : normal.deliveryUrl(tenant, delivery);
          },
        };
      },
      'A delivery that is tried again goes to the address that any app set last.',
    ],
    'copies-of-canvases-go-to-the-neighbours': [
      (normal) => ({
        sendEvent: (tenant, event, app) => {
          normal.sendEvent(tenant, event, app);
          if (event.type !== CANVAS) return;
          for (const other of tenant.state.apps.values()) {
            const url = tenant.behaviour.webhookUrl(tenant, other);
            if (other !== app && other.webhook !== undefined) copyTo({ ...other.webhook, url }, { tenant, event, app });
          }
        },
      }),
      'The delivery of a canvas also goes to the addresses of all other apps, with the envelope of its own app.',
    ],
    'subscribers-of-a-kind-get-what-is-for-the-last': [
      (normal) => ({
        shapeEnvelope: (tenant, event, app) =>
          normal.shapeEnvelope(tenant, event, tenant.behaviour.recipients(tenant, event).at(-1) ?? app),
      }),
      'The tenant makes one envelope for the last subscriber of an event and sends it to all.',
      ['WHK-05', 'WHK-08', 'WHK-29'],
    ],
  }),
];
