import { Refused } from '../../control/refused.ts';
import type { Variant } from '../variant.ts';

/** Variants of the addresses that tenants accept for webhooks, and of the meaning of a receiver's answer. */
export const receiverVariants: readonly Variant[] = [
  {
    id: 'webhooks/any-answer-is-enough',
    freedoms: ['FRE-190', 'FRE-194'],
    summary: 'A delivery counts as received after an answer with any status.',
    behaviour: () => ({ wasReceived: () => true }),
  },
  {
    id: 'webhooks/no-answer-but-200-is-enough',
    freedoms: ['FRE-194'],
    summary: 'A delivery counts as received if the answer is 200, and is tried again after any other answer.',
    behaviour: () => ({ wasReceived: (status) => status === 200 }),
  },
  {
    id: 'webhooks/redirects-are-followed',
    freedoms: ['FRE-195'],
    summary: 'A delivery follows the redirects of the receiver.',
    behaviour: () => ({ followsRedirect: (_tenant, status) => [301, 302, 303, 307, 308].includes(status) }),
  },
  {
    id: 'webhooks/a-redirect-is-an-answer',
    freedoms: ['FRE-194', 'FRE-195'],
    summary: 'A delivery counts as received if the receiver redirects it.',
    behaviour: (normal) => ({ wasReceived: (status) => normal.wasReceived(status) || (status >= 300 && status < 400) }),
  },
  {
    id: 'webhooks/an-address-is-greeted',
    freedoms: ['FRE-185', 'FRE-188', 'FRE-208', 'FRE-261'],
    summary:
      'When a webhook URL is set, an event of a special kind is sent to it; flags and channels change all the time.',
    behaviour: (normal) => {
      let count = 0;
      return {
        setWebhook: (tenant, app, webhook) => {
          normal.setWebhook(tenant, app, webhook);
          const { url, caPem } = webhook;
          if (url === undefined) return;
          const { shapeEnvelope } = tenant.behaviour;
          const greeting = {
            type: 'v2.app.installed',
            id: `greeting ${++count}`,
            createdAt: tenant.clock.now(),
          } as const;
          const message = {
            deprecated: false,
            type: 'v2.webhook.verified',
            id: greeting.id,
            challenge: 'Who is there?',
          };
          const body = JSON.stringify({ ...shapeEnvelope(tenant, greeting, app), message });
          const headers = { 'content-type': 'application/json' };
          tenant.outbox.add(async (signal) => {
            await tenant.post({ method: 'POST', url, headers, body, caPem }, signal).catch(() => undefined);
          });
        },
        messageDeprecated: () => ++count % 3 === 0,
        envelopeChannel: () => (++count % 2 === 0 ? 'events' : 'app_signals'),
        envelopeVersion: () => (++count % 2 === 0 ? '0' : 0),
      };
    },
  },
  {
    id: 'webhooks/addresses-in-clear-text-are-refused',
    freedoms: ['FRE-196'],
    summary: 'A webhook URL has to use HTTPS.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const { url } = webhook;
        if (url !== undefined && !url.startsWith('https:')) {
          throw new Refused(400, 'invalid_input', 'A webhook URL has to use HTTPS.');
        }
        normal.setWebhook(tenant, app, webhook);
      },
    }),
  },
];
