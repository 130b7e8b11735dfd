import { addressesAreRemovedForAll } from '../../faults/webhooks/addresses.ts';
import type { App, Project } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { addProject } from '../../state/initial-data.ts';
import type { Actor } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Returns the behaviour of a subscription that counts only while `mark` has the same value as at its beginning. */
const whileTheSame =
  (mark: (tenant: Tenant, app: App) => unknown): Variant['behaviour'] =>
  (normal) => {
    const marks = new WeakMap<App, unknown>();
    return {
      setWebhook: (tenant, app, webhook) => {
        marks.set(app, mark(tenant, app));
        normal.setWebhook(tenant, app, webhook);
      },
      isSubscribed: (tenant, app, type) =>
        normal.isSubscribed(tenant, app, type) && marks.get(app) === mark(tenant, app),
    };
  };

/** Variants of the duration of subscriptions, and of the recipients of entry events. */
export const subscriptionVariants: readonly Variant[] = [
  {
    id: 'webhooks/subscriptions-belong-to-the-secret',
    freedoms: ['FRE-260'],
    warnings: ['WHK-59'],
    summary: 'An app whose secret was rotated has to subscribe again.',
    behaviour: whileTheSame((_tenant, app) => app.formerSecrets.length),
  },
  {
    id: 'webhooks/subscriptions-belong-to-the-installation',
    freedoms: ['FRE-260', 'FRE-123'],
    warnings: ['WHK-59'],
    summary: 'An app has to subscribe after each of its installations.',
    behaviour: whileTheSame((_tenant, app) => `${app.installation} ${app.installed}`),
  },
  {
    id: 'webhooks/subscriptions-last-a-day',
    freedoms: ['FRE-260'],
    warnings: ['WHK-59'],
    summary: 'A subscription ends a day after it was made.',
    behaviour: (normal) => {
      const since = new WeakMap<App, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          since.set(app, tenant.clock.now().getTime());
          normal.setWebhook(tenant, app, webhook);
        },
        isSubscribed: (tenant, app, type) =>
          normal.isSubscribed(tenant, app, type) && tenant.clock.now().getTime() - (since.get(app) ?? 0) < 86_400_000,
      };
    },
  },
  {
    id: 'webhooks/subscriptions-belong-to-the-address',
    freedoms: ['FRE-260'],
    warnings: ['WHK-59', 'WHK-20'],
    summary: 'The removal of an address removes it from every app that has it.',
    behaviour: addressesAreRemovedForAll,
  },
  {
    id: 'webhooks/entries-are-told-to-who-may-read-them',
    freedoms: ['FRE-209', 'FRE-52'],
    summary:
      'An entry is created without a named project, only its creator can read it, and no other app receives its event.',
    profile: {
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: { name: 'conformance' },
        createdBy: '/createdBy/id',
      },
    },
    behaviour: (normal) => {
      const own = new Map<string, Project>();
      let creator: Project | undefined;
      const ownOf = (tenant: Tenant, { kind, id }: Actor): Project => {
        const known = own.get(id) ?? addProject(tenant, `of ${id}`);
        if (!own.has(id)) tenant.state.projects.grant(known, { kind, id }, tenant.clock.now());
        own.set(id, known);
        return known;
      };
      return {
        answerCreation: (call, actor) => {
          creator = ownOf(call.tenant, actor);
          return normal.answerCreation(call, actor);
        },
        readNewEntry: (call) => {
          const { name } = JSON.parse(call.request.body.toString('utf8')) as { name?: unknown };
          return typeof name === 'string' && creator !== undefined
            ? { name, projectId: creator.id }
            : refusal('invalid-body', 'The body must have a name.');
        },
        maySeeEvent: (tenant, app, { projectId }) => {
          const grants = projectId === undefined ? undefined : tenant.state.projects.get(projectId)?.grants;
          return (
            projectId === undefined ||
            grants?.some(({ actor, revokedAt }) => actor.id === app.id && revokedAt === undefined) === true
          );
        },
      };
    },
  },
];
