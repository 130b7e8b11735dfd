// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * Input of apiKey.create. Make a personal API key that works.
 */
export interface ApiKeyCreateInput {
  /**
   * The key's owner.
   */
  readonly userId: string;
  /**
   * Date the key back or forward to this moment.
   */
  readonly createdAt?: string;
}

/**
 * Output of apiKey.create.
 */
export interface ApiKeyCreateOutput {
  /**
   * The key.
   */
  readonly apiKey: string;
  /**
   * Time at which the key was created.
   */
  readonly createdAt: string;
}

/**
 * Input of apiKey.rotate. Replace a user's personal API key.
 */
export interface ApiKeyRotateInput {
  /**
   * The key's owner.
   */
  readonly userId: string;
}

/**
 * Output of apiKey.rotate.
 */
export interface ApiKeyRotateOutput {
  /**
   * The new key.
   */
  readonly apiKey: string;
  /**
   * Time at which the new key was created.
   */
  readonly createdAt: string;
}

/**
 * Input of app.archive. Archive an app; idempotent.
 */
export interface AppArchiveInput {
  /**
   * The app.
   */
  readonly appId: string;
}

/**
 * Output of app.archive. It has no members.
 */
export interface AppArchiveOutput {
  readonly [k: string]: unknown;
}

/**
 * Input of app.create. Create an app.
 */
export interface AppCreateInput {
  /**
   * The app's name.
   */
  readonly name: string;
  /**
   * Redirect URIs that the tenant accepts.
   */
  readonly redirectUris?: readonly string[];
  /**
   * Whether the app is installed at once.
   */
  readonly installed?: boolean;
}

/**
 * Output of app.create.
 */
export interface AppCreateOutput {
  /**
   * The app's id.
   */
  readonly appId: string;
  /**
   * Id of the app's definition.
   */
  readonly appDefinitionId: string;
  /**
   * Version number of the app's definition.
   */
  readonly versionNumber: string;
  /**
   * The client id.
   */
  readonly clientId: string;
  /**
   * The client secret.
   */
  readonly clientSecret: string;
}

/**
 * Input of app.install. Install an app on the tenant; idempotent.
 */
export interface AppInstallInput {
  /**
   * The app.
   */
  readonly appId: string;
}

/**
 * Output of app.install. It has no members.
 */
export interface AppInstallOutput {
  readonly [k: string]: unknown;
}

/**
 * Input of app.registerRedirectUri. Try to register a redirect URI on an app.
 */
export interface AppRegisterRedirectUriInput {
  /**
   * The app.
   */
  readonly appId: string;
  /**
   * The address to register, right or wrong.
   */
  readonly redirectUri: string;
}

/**
 * Output of app.registerRedirectUri.
 */
export interface AppRegisterRedirectUriOutput {
  /**
   * Whether the tenant accepted the redirect URI.
   */
  readonly registered: boolean;
  /**
   * The reason, if the tenant refused it.
   */
  readonly reason?: string;
}

/**
 * Input of app.rotateSecret. Rotate an app's client secret.
 */
export interface AppRotateSecretInput {
  /**
   * The app.
   */
  readonly appId: string;
}

/**
 * Output of app.rotateSecret.
 */
export interface AppRotateSecretOutput {
  /**
   * The new client secret.
   */
  readonly clientSecret: string;
}

/**
 * Input of app.setWebhook. Replace an app's webhook address and its subscriptions.
 */
export interface AppSetWebhookInput {
  /**
   * The app.
   */
  readonly appId: string;
  /**
   * The webhook address; null removes it.
   */
  readonly url: string | null;
  /**
   * Event types to subscribe to.
   */
  readonly eventTypes: readonly string[];
  /**
   * Certificate authority to trust, if a private one issued the certificate of the address.
   */
  readonly caPem?: string;
}

/**
 * Output of app.setWebhook.
 */
export interface AppSetWebhookOutput {
  /**
   * Event types to which the app is now subscribed. A type that cannot be subscribed to is left out.
   */
  readonly subscribed: readonly string[];
}

/**
 * Input of app.unarchive. Unarchive an app; idempotent.
 */
export interface AppUnarchiveInput {
  /**
   * The app.
   */
  readonly appId: string;
}

/**
 * Output of app.unarchive. It has no members.
 */
export interface AppUnarchiveOutput {
  readonly [k: string]: unknown;
}

/**
 * Input of app.uninstall. Uninstall an app from the tenant; idempotent.
 */
export interface AppUninstallInput {
  /**
   * The app.
   */
  readonly appId: string;
}

/**
 * Output of app.uninstall. It has no members.
 */
export interface AppUninstallOutput {
  readonly [k: string]: unknown;
}

/**
 * The user's answer on the consent page.
 */
export type ConsentAnswer = 'grant' | 'deny';

/**
 * Input of browser.authorize. Play the user's browser at the authorization endpoint.
 */
export interface BrowserAuthorizeInput {
  /**
   * The user of the browser.
   */
  readonly userId: string;
  /**
   * Address of the authorization endpoint, opened unchanged.
   */
  readonly url: string;
  readonly consent: ConsentAnswer;
  /**
   * Whether to begin a new session instead of the kept one.
   */
  readonly freshSession?: boolean;
}

export type Prompt = 'signIn' | 'consent';

/**
 * Output of browser.authorize.
 */
export interface BrowserAuthorizeOutput {
  /**
   * Whole address outside the tenant to which the browser was last sent; null if there was none.
   */
  readonly location: string | null;
  /**
   * Pages at which a person would have had to act, in order.
   */
  readonly prompts: readonly Prompt[];
  /**
   * HTTP status of the last response.
   */
  readonly status: number;
  /**
   * Cookies that the browser now holds for the tenant, as name=value.
   */
  readonly cookies?: readonly string[];
}

/**
 * Input of clock.advance. Move the tenant's clock forward.
 */
export interface ClockAdvanceInput {
  /**
   * Seconds to move by, above 0.
   */
  readonly seconds: number;
}

/**
 * Output of clock.advance.
 */
export interface ClockAdvanceOutput {
  /**
   * The clock's time after the move.
   */
  readonly now: string;
}

/**
 * Input of clock.now. Read the tenant's clock.
 */
export interface ClockNowInput {}

/**
 * Output of clock.now.
 */
export interface ClockNowOutput {
  /**
   * The clock's time.
   */
  readonly now: string;
}

/**
 * The event to cause; v2.app.installed is caused by app.install.
 */
export type TriggerableEventType =
  | 'v2.workflowOutput.updated.fields'
  | 'v2.workflowTask.updated.fields'
  | 'v2.workflowTaskGroup.mappingCompleted'
  | 'v2.entry.created'
  | 'v2.canvas.initialized';

/**
 * Input of event.trigger. Make the cause of an event happen.
 */
export interface EventTriggerInput {
  readonly eventType: TriggerableEventType;
  /**
   * An app that may see the resource.
   */
  readonly appId: string;
  /**
   * The user who causes the event. Default: any user.
   */
  readonly userId?: string;
  /**
   * Whether the resource is to have a schema, if the control can choose.
   */
  readonly withSchema?: boolean;
}

/**
 * Output of event.trigger.
 */
export interface EventTriggerOutput {
  /**
   * Id of the resource.
   */
  readonly resourceId?: string;
  /**
   * Id of the resource's schema; null if it has none.
   */
  readonly schemaId?: string | null;
  /**
   * Names of the updated properties.
   */
  readonly updates?: readonly string[];
  /**
   * Id of the canvas feature.
   */
  readonly featureId?: string;
  /**
   * The user who caused the event.
   */
  readonly userId?: string;
}

/**
 * Input of identityProvider.trust. Make the tenant trust an OpenID Connect provider.
 */
export interface IdentityProviderTrustInput {
  /**
   * The provider's issuer.
   */
  readonly issuer: string;
  /**
   * Address of the provider's OpenID configuration.
   */
  readonly configurationUrl: string;
  /**
   * Certificate authority to trust, if a private one issued the certificate of that address.
   */
  readonly caPem?: string;
}

/**
 * Output of identityProvider.trust.
 */
export interface IdentityProviderTrustOutput {
  /**
   * The aud that ID tokens must have, if the tenant requires one.
   */
  readonly audience?: string;
}

/**
 * Input of project.create. Create a project that is granted to no user and no app.
 */
export interface ProjectCreateInput {
  /**
   * The project's name.
   */
  readonly name: string;
}

/**
 * Output of project.create.
 */
export interface ProjectCreateOutput {
  /**
   * The project's id.
   */
  readonly projectId: string;
}

/**
 * Input of project.grant. Grant a project to one user or one app.
 */
export interface ProjectGrantInput {
  /**
   * The project.
   */
  readonly projectId: string;
  /**
   * The user; instead of appId.
   */
  readonly userId?: string;
  /**
   * The app; instead of userId.
   */
  readonly appId?: string;
}

/**
 * Output of project.grant. It has no members.
 */
export interface ProjectGrantOutput {
  readonly [k: string]: unknown;
}

/**
 * Input of project.revoke. Take a project back from one user or one app.
 */
export interface ProjectRevokeInput {
  /**
   * The project.
   */
  readonly projectId: string;
  /**
   * The user; instead of appId.
   */
  readonly userId?: string;
  /**
   * The app; instead of userId.
   */
  readonly appId?: string;
}

/**
 * Output of project.revoke. It has no members.
 */
export interface ProjectRevokeOutput {
  readonly [k: string]: unknown;
}

/**
 * Kind of the records.
 */
export type RecordKind = 'entry' | 'plate' | 'assayResult';

/**
 * A field type of the specification's filter table.
 */
export type FieldType =
  'String' | 'Long Text' | 'Entity Link' | 'Part Link' | 'Translation Link' | 'Dropdown' | 'Integer' | 'Float' | 'Date';

/**
 * Input of record.create. Create records in a project.
 */
export interface RecordCreateInput {
  readonly kind: RecordKind;
  /**
   * The project to which the records belong.
   */
  readonly projectId: string;
  /**
   * The records to create.
   */
  readonly records: readonly NewRecord[];
}

/**
 * A record to create.
 */
export interface NewRecord {
  /**
   * The record's name.
   */
  readonly name: string;
  /**
   * The time at which the record was last modified.
   */
  readonly modifiedAt?: string;
  /**
   * The record's schema.
   */
  readonly schemaId?: string;
  readonly fields?: RecordFields;
}

/**
 * Values of the record's custom fields, by name.
 */
export interface RecordFields {
  readonly [k: string]: FieldValue;
}

/**
 * A field's value with the field's type.
 */
export interface FieldValue {
  readonly type: FieldType;
  /**
   * A number for Integer and Float; text, an ISO date or an identifier for the others.
   */
  readonly value: string | number;
}

/**
 * Output of record.create.
 */
export interface RecordCreateOutput {
  /**
   * The records' ids, in the order of the input.
   */
  readonly ids: readonly string[];
}

/**
 * Kind of the records for which the schema is.
 */
export type SchemaKind = 'assayResult';

/**
 * Input of schema.create. Create a schema with custom fields.
 */
export interface SchemaCreateInput {
  readonly kind: SchemaKind;
  /**
   * The schema's name.
   */
  readonly name: string;
  /**
   * The schema's custom fields.
   */
  readonly fields: readonly SchemaField[];
}

/**
 * A custom field of a schema.
 */
export interface SchemaField {
  /**
   * The field's name.
   */
  readonly name: string;
  readonly type: FieldType;
}

/**
 * Output of schema.create.
 */
export interface SchemaCreateOutput {
  /**
   * The schema's id.
   */
  readonly schemaId: string;
}

/**
 * Input of user.create. Create an active user.
 */
export interface UserCreateInput {
  /**
   * The user's e-mail.
   */
  readonly email: string;
  /**
   * The user's name.
   */
  readonly name?: string;
}

/**
 * Output of user.create.
 */
export interface UserCreateOutput {
  /**
   * The user's id.
   */
  readonly userId: string;
  /**
   * The user's e-mail.
   */
  readonly email: string;
}

/**
 * Input of user.suspend. Suspend a user in the admin console; idempotent.
 */
export interface UserSuspendInput {
  /**
   * The user.
   */
  readonly userId: string;
}

/**
 * Output of user.suspend. It has no members.
 */
export interface UserSuspendOutput {
  readonly [k: string]: unknown;
}

/**
 * Input of user.unsuspend. End a user's suspension; idempotent.
 */
export interface UserUnsuspendInput {
  /**
   * The user.
   */
  readonly userId: string;
}

/**
 * Output of user.unsuspend. It has no members.
 */
export interface UserUnsuspendOutput {
  readonly [k: string]: unknown;
}
