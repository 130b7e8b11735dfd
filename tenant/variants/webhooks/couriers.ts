import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { connectorTrusting } from '../../http/trust.ts';
import type { Delivery, LabEvent } from '../../state/events.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';

/** Sends a message as programs of the nineties do: HTTP/1.0, a separate connection, header names in any letter case. */
function sendPlainly(tenant: Tenant, delivery: Delivery, signal: AbortSignal): Promise<number> {
  const { behaviour } = tenant;
  const url = new URL(behaviour.deliveryUrl(tenant, delivery));
  const body = behaviour.deliveryBody(tenant, delivery);
  const lines = [
    `POST ${url.pathname}${url.search} HTTP/1.0`,
    `HOST: ${url.host}`,
    'CONTENT-TYPE: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'Cookie: route=7',
  ];
  return new Promise((resolve, reject) => {
    const place = { host: url.hostname, port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
    const socket =
      url.protocol === 'https:'
        ? connectSecurely({ ...place, ...(delivery.webhook.caPem === undefined ? {} : { ca: delivery.webhook.caPem }) })
        : connect(place);
    const abort = (): void => void socket.destroy(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', reject);
    let answered = '';
    socket.on('data', (octets: Buffer) => {
      answered += octets.toString('latin1');
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answered)?.[1];
      if (status === undefined) return;
      signal.removeEventListener('abort', abort);
      resolve(Number(status));
      socket.destroy();
    });
    socket.once('close', () => reject(new Error('no answer')));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Variants of the transport of messages, and of the operator's knowledge of their causes. */
export const courierVariants: readonly Variant[] = [
  {
    id: 'webhooks/sent-over-http-1-0',
    freedoms: ['FRE-189'],
    summary: 'Deliveries are made over HTTP/1.0, each on a separate connection, with header names in any letter case.',
    behaviour: () => ({ deliver: sendPlainly }),
  },
  {
    id: 'webhooks/sent-three-times-at-once',
    freedoms: ['FRE-190', 'FRE-191', 'FRE-192'],
    summary: 'Three couriers make each delivery at the same time.',
    behaviour: (normal) => ({
      deliverPersistently: async (tenant, delivery, signal) => {
        await Promise.all([1, 2, 3].map(() => normal.deliverPersistently(tenant, delivery, signal)));
      },
    }),
  },
  {
    id: 'webhooks/sent-in-pieces-and-compressed',
    freedoms: ['FRE-189'],
    summary: 'Deliveries are compressed, and come in pieces without a Content-Length.',
    behaviour: (normal) => ({
      deliver: async (tenant, delivery, signal) => {
        const { url, headers, body, caPem } = normal.deliveryRequest(tenant, delivery);
        const octets = gzipSync(body);
        const dispatcher = new Agent(caPem === undefined ? {} : { connect: connectorTrusting(caPem) });
        const { statusCode, body: answered } = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { ...headers, 'content-encoding': 'gzip' },
          body: Readable.from([octets.subarray(0, 50), octets.subarray(50)]),
          signal,
        });
        await answered.dump();
        await dispatcher.close();
        return statusCode;
      },
    }),
  },
  {
    id: 'webhooks/json-written-out',
    freedoms: ['FRE-184', 'FRE-189'],
    summary: 'Envelopes are indented, with their members in another order and with escaped characters.',
    behaviour: () => ({
      deliveryHeaders: () => ({
        'content-type': 'application/vnd.lab.event+json;version=0',
        accept: '*/*',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'x-forwarded-for': '10.0.0.1, 10.0.0.2',
        'x-retry-num': '0',
        authorization: 'Signature keyId="k1",algorithm="hs2019"',
      }),
      deliveryBody: (_tenant, { envelope }) => {
        const members = Object.entries(envelope as Record<string, unknown>).toReversed();
        return JSON.stringify(Object.fromEntries(members), undefined, '\t').replaceAll('/', '\\/').concat('\n');
      },
    }),
  },
  {
    id: 'webhooks/an-address-is-tried-first',
    freedoms: ['FRE-189'],
    summary: 'When a webhook URL is set, the tenant calls it with HEAD and with OPTIONS.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        normal.setWebhook(tenant, app, webhook);
        const { url, caPem } = webhook;
        if (url === undefined) return;
        for (const method of ['HEAD', 'OPTIONS']) {
          tenant.outbox.add(async (signal) => {
            await tenant
              .post({ method, url, headers: { 'webhook-request-origin': 'lab.example' }, body: '', caPem }, signal)
              .catch(() => undefined);
          });
        }
      },
    }),
  },
  {
    id: 'webhooks/created-at-with-a-minus-sign-or-parts-of-minutes',
    freedoms: ['FRE-198'],
    summary: 'createdAt is in the zone of Newfoundland with a typographic minus sign, or has fractions of minutes.',
    behaviour: () => ({
      messageCreatedAt: (_tenant, { createdAt }) => {
        const time = createdAt.getTime();
        if (time % 2 === 0) return `${new Date(time - 12_600_000).toISOString().slice(0, 23)}\u221203:30`;
        const parts = ((time % 60_000) / 60_000).toFixed(6).slice(1);
        return `${createdAt.toISOString().slice(0, 16)}${parts}Z`;
      },
    }),
  },
  {
    id: 'webhooks/created-at-in-week-dates',
    freedoms: ['FRE-198'],
    summary: 'createdAt is a week date with a comma in its seconds, or an ordinal date without seconds.',
    behaviour: () => {
      let count = 0;
      return {
        messageCreatedAt: (_tenant, { createdAt }: LabEvent) => {
          const day = Math.floor(createdAt.getTime() / 86_400_000);
          const weekday = ((day + 3) % 7) + 1;
          const thursday = new Date((day + 4 - weekday) * 86_400_000);
          const year = thursday.getUTCFullYear();
          const first = Date.UTC(year, 0, 1) / 86_400_000;
          const time = createdAt.toISOString().slice(11, 23);
          if (++count % 2 === 0) {
            const ordinal = day - Date.UTC(createdAt.getUTCFullYear(), 0, 1) / 86_400_000 + 1;
            return `${createdAt.getUTCFullYear()}-${String(ordinal).padStart(3, '0')}T${time.slice(0, 5)}+00`;
          }
          const week = 1 + Math.floor((thursday.getTime() / 86_400_000 - first) / 7);
          return `${year}-W${String(week).padStart(2, '0')}-${weekday}T${time.replace('.', ',')}Z`;
        },
      };
    },
  },
  {
    id: 'webhooks/resources-always-have-a-schema',
    freedoms: ['FRE-202'],
    summary: 'Every resource has a schema, regardless of the input of the operation.',
    behaviour: (normal) => ({ trigger: (tenant, trigger) => normal.trigger(tenant, { ...trigger, withSchema: true }) }),
  },
  {
    id: 'webhooks/resources-never-have-a-schema',
    freedoms: ['FRE-202'],
    summary: 'No resource has a schema, regardless of the input of the operation.',
    behaviour: (normal) => ({
      trigger: (tenant, trigger) => normal.trigger(tenant, { ...trigger, withSchema: false }),
    }),
  },
  {
    id: 'webhooks/the-operator-knows-nothing',
    freedoms: ['FRE-186', 'FRE-191'],
    summary: 'The operator knows only the kind of an event, not its cause.',
    behaviour: (normal) => ({ trigger: (tenant, trigger) => ({ type: normal.trigger(tenant, trigger).type }) }),
  },
  {
    id: 'webhooks/each-comes-again-and-nobody-knows-of-what',
    freedoms: ['FRE-186', 'FRE-190', 'FRE-191', 'FRE-193'],
    summary:
      'Each delivery is made after a tenth of a second and again a moment later, and the operator does not know its cause.',
    profile: { limits: { deliverySeconds: 2 } },
    behaviour: (normal) => ({
      trigger: (tenant, trigger) => ({ type: normal.trigger(tenant, trigger).type }),
      deliveryDelay: () => 100,
      deliverPersistently: async (tenant, delivery, signal) => {
        await normal.deliverPersistently(tenant, delivery, signal);
        await tenant.pause(15, signal);
        if (tenant.behaviour.isStillWanted(tenant, delivery)) await tenant.behaviour.deliver(tenant, delivery, signal);
      },
    }),
  },
  {
    id: 'webhooks/people-go-on-working',
    freedoms: ['FRE-144', 'FRE-209'],
    summary:
      'Whenever an event is caused, another user creates an entry and completes a mapping elsewhere, and subscribers receive both.',
    behaviour: (normal) => ({
      trigger: (tenant, trigger) => {
        const user = tenant.administrator();
        for (const type of ['v2.entry.created', 'v2.workflowTaskGroup.mappingCompleted'] as const) {
          normal.trigger(tenant, { type, app: trigger.app, user, withSchema: false });
        }
        return normal.trigger(tenant, trigger);
      },
    }),
  },
  {
    id: 'webhooks/events-are-dated-by-another-server',
    freedoms: ['FRE-198'],
    summary: 'createdAt comes from a server whose clock is alternately 80 ms ahead and behind.',
    behaviour: (normal) => {
      let ahead = false;
      return {
        eventTime: (tenant, cause) => {
          ahead = !ahead;
          return new Date(normal.eventTime(tenant, cause).getTime() + (ahead ? 80 : -80));
        },
      };
    },
  },
];
