import type { TriggeredType } from '../behaviour/triggers.ts';
import type { Tenant } from '../tenant.ts';
import {
  existing,
  oneOf,
  optionalBoolean,
  optionalText,
  optionalTexts,
  requiredText,
  webAddress,
  type Input,
} from './input.ts';
import type { ControlOperations } from './operation-types.ts';
import { Refused } from './refused.ts';

const TRIGGERED: readonly TriggeredType[] = [
  'v2.workflowOutput.updated.fields',
  'v2.workflowTask.updated.fields',
  'v2.workflowTaskGroup.mappingCompleted',
  'v2.entry.created',
  'v2.canvas.initialized',
];

/** Returns the address as it was written: a receiver must find its own path and query unchanged. */
function webhookAddress(input: Input): string | undefined {
  if (input['url'] === null) return undefined;
  const { href } = webAddress(input, 'url');
  if (new URL(href).username !== '') throw new Refused(400, 'invalid_input', 'url must not hold a password.');
  return requiredText(input, 'url');
}

/** Returns the operations on webhooks, and those that cause events. */
export function eventOperations(tenant: Tenant): Pick<ControlOperations, 'app.setWebhook' | 'event.trigger'> {
  const { state, behaviour } = tenant;
  return {
    'app.setWebhook': (input) => {
      const app = existing(input, 'appId', state.apps);
      const url = webhookAddress(input);
      const caPem = optionalText(input, 'caPem');
      const eventTypes = behaviour.subscribedTypes(tenant, app, optionalTexts(input, 'eventTypes'));
      behaviour.setWebhook(tenant, app, { url, eventTypes, caPem });
      return { subscribed: [...eventTypes] };
    },

    'event.trigger': (input) => {
      const type = oneOf(input, 'eventType', TRIGGERED);
      const app = existing(input, 'appId', state.apps);
      const user = input['userId'] === undefined ? tenant.administrator() : existing(input, 'userId', state.users);
      const withSchema = optionalBoolean(input, 'withSchema') ?? true;
      const { resourceId, schemaId, updates, featureId, userId } = behaviour.trigger(tenant, {
        type,
        app,
        user,
        withSchema,
      });
      return {
        ...(resourceId === undefined ? {} : { resourceId }),
        ...(schemaId === undefined ? {} : { schemaId }),
        ...(updates === undefined ? {} : { updates }),
        ...(featureId === undefined ? {} : { featureId }),
        ...(userId === undefined ? {} : { userId }),
      };
    },
  };
}
