import type { Visit } from '../browser/browser.ts';
import type { EventCause } from '../state/events.ts';
import type { Input } from './input.ts';

/** The operator's knowledge of the cause of an event. */
export type Cause = Pick<EventCause, 'resourceId' | 'schemaId' | 'updates' | 'featureId' | 'userId'>;

/** Carries an operation out. Throws `Refused` if the input cannot be used. */
export type Operation<Output extends object = Record<string, never>> = (input: Input) => Output | Promise<Output>;

/**
 * The operations of the tenant control protocol that this tenant supports, by name, with their outputs. Inputs come
 * from outside and are checked; times are RFC 3339 text in both directions.
 */
export interface ControlOperations {
  readonly 'clock.now': Operation<{ now: string }>;
  readonly 'clock.advance': Operation<{ now: string }>;
  readonly 'user.create': Operation<{ userId: string; email: string }>;
  readonly 'user.suspend': Operation;
  readonly 'user.unsuspend': Operation;
  readonly 'apiKey.create': Operation<{ apiKey: string; createdAt: string }>;
  readonly 'apiKey.rotate': Operation<{ apiKey: string; createdAt: string }>;
  readonly 'app.create': Operation<{
    appId: string;
    appDefinitionId: string;
    versionNumber: string;
    clientId: string;
    clientSecret: string;
  }>;
  readonly 'app.archive': Operation;
  readonly 'app.unarchive': Operation;
  readonly 'app.install': Operation;
  readonly 'app.uninstall': Operation;
  readonly 'app.registerRedirectUri': Operation<{ registered: boolean; reason?: string }>;
  readonly 'app.rotateSecret': Operation<{ clientSecret: string }>;
  readonly 'app.setWebhook': Operation<{ subscribed: string[] }>;
  readonly 'project.create': Operation<{ projectId: string }>;
  readonly 'project.grant': Operation;
  readonly 'project.revoke': Operation;
  readonly 'schema.create': Operation<{ schemaId: string }>;
  readonly 'record.create': Operation<{ ids: string[] }>;
  readonly 'identityProvider.trust': Operation<{ audience?: string }>;
  readonly 'event.trigger': Operation<Cause>;
  readonly 'browser.authorize': Operation<Visit & { readonly cookies: readonly string[] }>;
}
