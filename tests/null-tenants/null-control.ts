import { randomUUID } from 'node:crypto';
import { type TenantClock, timestamp } from '../foreign-tenant/clock.ts';
import type { ControlOperations } from '../foreign-tenant/control-service.ts';

/** Every operation of the protocol: all succeed, none does anything, and each gives what the contract lets expect. */
export function nullOperations(clock: TenantClock): ControlOperations {
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
    'app.uninstall': nothing,
    'app.rotateSecret': () => ({ clientSecret: `cs_${randomUUID()}` }),
    'app.registerRedirectUri': () => ({ registered: true }),
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
    'browser.authorize': ({ url, consent }) => ({
      location: arrivalOf(String(url), consent === 'deny'),
      prompts: ['signIn', 'consent'],
      status: 302,
      cookies: [`session=${randomUUID()}`],
    }),
    'event.trigger': () => ({ resourceId: `res_${randomUUID()}`, schemaId: null }),
  };
}

/** Where a browser would have been sent, had anybody been asked. */
function arrivalOf(url: string, denied: boolean): string | null {
  const query = URL.parse(url)?.searchParams;
  const arrival = URL.parse(query?.get('redirect_uri') ?? '');
  if (query === undefined || arrival === null) return null;
  if (denied) arrival.searchParams.set('error', 'access_denied');
  else arrival.searchParams.set('code', randomUUID());
  const state = query.get('state');
  if (state !== null) arrival.searchParams.set('state', state);
  return arrival.href;
}
