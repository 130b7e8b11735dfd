import { randomUUID } from 'node:crypto';
import { type TenantClock, timestamp } from '../foreign-tenant/clock.ts';
import type { ControlOperations } from '../foreign-tenant/control-service.ts';
import type { NullBrowser } from './null-browser.ts';

/** Returns every operation of the protocol. Each one succeeds, does nothing, and its output fits the contract. */
export function nullOperations(clock: TenantClock, browser: NullBrowser): ControlOperations {
  const nothing = (): object => ({});
  const newKey = (createdAt: unknown): object => ({
    apiKey: `sk_${randomUUID()}`,
    createdAt: typeof createdAt === 'string' ? createdAt : timestamp(clock.now()),
  });
  return {
    'clock.now': () => ({ now: timestamp(clock.now()) }),
    'clock.advance': ({ seconds }) => ({ now: timestamp(clock.advance(Number(seconds))) }),
    'user.create': ({ email }) => ({ userId: `ent_${randomUUID()}`, email }),
    'user.suspend': nothing,
    'user.unsuspend': nothing,
    'apiKey.create': ({ createdAt }) => newKey(createdAt),
    'apiKey.rotate': () => newKey(undefined),
    'app.create': () => ({
      appId: `app_${randomUUID()}`,
      appDefinitionId: `appdef_${randomUUID()}`,
      versionNumber: '1.0.0',
      clientId: randomUUID(),
      clientSecret: `cs_${randomUUID()}`,
    }),
    'app.archive': nothing,
    'app.unarchive': nothing,
    'app.install': nothing,
    'app.uninstall': () => {
      browser.forget();
      return {};
    },
    'app.rotateSecret': () => ({ clientSecret: `cs_${randomUUID()}` }),
    'app.registerRedirectUri': ({ redirectUri }) => browser.register(String(redirectUri)),
    'app.setWebhook': ({ eventTypes }) => ({
      subscribed: Array.isArray(eventTypes) ? eventTypes.filter((type) => type !== 'v2.app.installed') : [],
    }),
    'project.create': () => ({ projectId: `prj_${randomUUID()}` }),
    'project.grant': nothing,
    'project.revoke': nothing,
    'schema.create': () => ({ schemaId: `sch_${randomUUID()}` }),
    'record.create': ({ records }) => ({
      ids: Array.isArray(records) ? records.map(() => `rec_${randomUUID()}`) : [],
    }),
    'identityProvider.trust': () => ({ audience: 'null-tenant' }),
    'browser.authorize': (input) => browser.authorize(input),
    'event.trigger': () => ({ resourceId: `res_${randomUUID()}`, schemaId: null }),
  };
}
