import type { RequirementEntry } from './entry.ts';
import { deliveries } from './webhooks/deliveries.ts';
import { messages } from './webhooks/messages.ts';

/** Webhook deliveries: the envelope, the event kinds and their messages. */
export const webhooks = [...deliveries, ...messages] as const satisfies readonly RequirementEntry[];
