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

/** The body is not what it should be, or it is another envelope; the label is not that of JSON. */
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

/** Only the query of the address, or what stands before it, is changed. */
const queryChanged = (change: (query: string) => string): Wrong<Delivered> =>
  goesTo((url) => url.replace(/(?<=^[^?]*\?).*$/, change));

/** Wrong decisions about how a delivery is made, and to which address. */
export const deliveryFaults: readonly Fault[] = [
  ...faultsOf<Delivered>({
    'delivered-by-put': [madeBy('PUT'), always, 'Deliveries are made by PUT.'],
    'installations-delivered-by-patch': [
      madeBy('PATCH'),
      of(INSTALLED),
      'The delivery of an installation is made by PATCH.',
    ],
    'repeated-deliveries-are-put': [
      madeBy('PUT'),
      again,
      'A delivery that is tried again is a PUT.',
      { also: ['WHK-55'] },
    ],
    'query-of-the-address-is-dropped': [
      goesTo((url) => url.replace(/\?.*$/, '')),
      always,
      'Deliveries go to the address without its query.',
    ],
    'path-of-the-address-is-decoded': [
      goesTo((url) => url.replaceAll('%2F', '/')),
      always,
      'An escaped slash in the path of the address becomes a plain one.',
    ],
    'address-in-lower-case': [goesTo((url) => url.toLowerCase()), always, 'Addresses are kept in lower case.'],
    'slash-at-the-end-is-dropped': [
      goesTo((url) => url.replace(/\/$/, '')),
      always,
      'Deliveries go to the address without the slash at its end.',
    ],
    'addresses-are-cut-at-255': [
      goesTo((url) => url.slice(0, 255)),
      always,
      'Of an address the first 255 characters are kept.',
    ],
    'double-slashes-of-the-address-are-one': [
      goesTo((url) => url.replace(/([^:/])\/{2,}/g, '$1/')),
      always,
      'Several slashes in a row in the path of the address become one.',
    ],
    'repeated-parameters-of-the-address-are-one': [
      queryChanged((query) =>
        [...new Map(query.split('&').map((each) => [each.split('=')[0], each])).values()].join('&'),
      ),
      always,
      'Of parameters of one name in the query of the address the last one is kept.',
    ],
    'query-of-the-address-is-written-anew': [
      queryChanged((query) => new URLSearchParams(query).toString()),
      always,
      'The query of the address is taken apart and put together again: %20 becomes + and a= stands for a.',
    ],
    'parameters-of-paths-are-dropped': [
      goesTo((url) => url.replace(/;[^/?]*/, '')),
      always,
      'What stands behind a semicolon in the path of the address is dropped.',
    ],
    'at-signs-are-escaped': [
      goesTo((url) => url.replaceAll(/(?<=[^/]\/.*)@/g, '%40')),
      always,
      'An at sign in the path or the query of the address is sent as %40.',
    ],
    'empty-parameters-are-left-out': [
      goesTo((url) => url.replaceAll('&&', '&')),
      always,
      'Of two ampersands in a row in the query of the address one is left out.',
    ],
    'slashes-in-queries-are-escaped': [
      queryChanged((query) => query.replaceAll('/', '%2F')),
      always,
      'A slash in the query of the address is sent as %2F.',
    ],
    'labelled-as-plain-text': [labelled('text/plain; charset=utf-8'), always, 'Deliveries are labelled as plain text.'],
    'signals-without-a-label': [labelled(), isSignal, 'What is sent without a subscription has no Content-Type.'],
    'repeated-deliveries-have-no-label': [labelled(), again, 'A delivery that is tried again has no Content-Type.'],
    'delivered-in-a-list': [body('WHK-02', (json) => `[${json}]`), always, 'The body is a list with the one envelope.'],
    'body-with-a-byte-order-mark': [
      body('WHK-02', (json) => `\uFEFF${json}`),
      always,
      'The body begins with a byte order mark, which no JSON has.',
    ],
    'bodies-are-texts-after-a-reinstallation': [
      body('WHK-02', (json) => JSON.stringify(json)),
      (about) => isInstallation(2)(about) && !of(INSTALLED)(about),
      'From the second installation of an app on, the body of a delivery is a JSON text that holds the envelope.',
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
      'The delivery of a completed mapping is a form with the id of the app and that of the resource.',
      { also: ['WHK-02', 'WHK-03'] },
    ],
    'canvases-are-delivered-without-an-envelope': [
      messageAlone('WHK-62'),
      of(CANVAS),
      'The body of the delivery of a canvas is its message alone.',
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
      'A delivery that is tried again has the message alone.',
      { also: ['WHK-62'] },
    ],
    'repeated-deliveries-are-dated-anew': [
      otherMessage('WHK-31', (message, { tenant }) =>
        'createdAt' in message ? { ...message, createdAt: tenant.clock.now().toISOString() } : message,
      ),
      again,
      'A delivery that is tried again says that the event was created just now.',
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
      'A delivery that is tried again counts its tries as its deprecation.',
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
      'A delivery that is tried again goes to the address that was set last, whichever app’s that is.',
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
      'The delivery of a canvas goes to the addresses of all apps, under the name of the one that it is for.',
    ],
    'subscribers-of-a-kind-get-what-is-for-the-last': [
      (normal) => ({
        shapeEnvelope: (tenant, event, app) =>
          normal.shapeEnvelope(tenant, event, tenant.behaviour.recipients(tenant, event).at(-1) ?? app),
      }),
      'An envelope is made for the last subscriber of an event and sent to all.',
      ['WHK-05', 'WHK-08', 'WHK-29'],
    ],
  }),
];
