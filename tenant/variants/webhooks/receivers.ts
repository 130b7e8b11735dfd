import { Refused } from '../../control/refused.ts';
import type { Variant } from '../variant.ts';

/** What tenants may think of where they deliver to, and of what they are answered there. */
export const receiverVariants: readonly Variant[] = [
  {
    id: 'webhooks/any-answer-is-enough',
    freedoms: ['FRE-190', 'FRE-194'],
    summary: 'A delivery that was answered at all was received, whatever the status.',
    behaviour: () => ({ wasReceived: () => true }),
  },
  {
    id: 'webhooks/no-answer-but-200-is-enough',
    freedoms: ['FRE-194'],
    summary: 'A delivery was received where the answer is 200, and is tried again after any other.',
    behaviour: () => ({ wasReceived: (status) => status === 200 }),
  },
  {
    id: 'webhooks/redirects-are-followed',
    freedoms: ['FRE-195'],
    summary: 'A delivery goes to where the receiver sends it.',
    behaviour: () => ({ followsRedirect: (_tenant, status) => [301, 302, 303, 307, 308].includes(status) }),
  },
  {
    id: 'webhooks/a-redirect-is-an-answer',
    freedoms: ['FRE-194', 'FRE-195'],
    summary: 'A receiver that redirects has taken the delivery.',
    behaviour: (normal) => ({ wasReceived: (status) => normal.wasReceived(status) || (status >= 300 && status < 400) }),
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
