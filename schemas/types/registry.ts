// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

import document0 from '../control/control-description.schema.json' with { type: 'json' };
import document1 from '../control/control-error.schema.json' with { type: 'json' };
import document2 from '../control/control-vocabulary.schema.json' with { type: 'json' };
import document3 from '../control/operations/apiKey.create.input.schema.json' with { type: 'json' };
import document4 from '../control/operations/apiKey.create.output.schema.json' with { type: 'json' };
import document5 from '../control/operations/apiKey.rotate.input.schema.json' with { type: 'json' };
import document6 from '../control/operations/apiKey.rotate.output.schema.json' with { type: 'json' };
import document7 from '../control/operations/app.archive.input.schema.json' with { type: 'json' };
import document8 from '../control/operations/app.archive.output.schema.json' with { type: 'json' };
import document9 from '../control/operations/app.create.input.schema.json' with { type: 'json' };
import document10 from '../control/operations/app.create.output.schema.json' with { type: 'json' };
import document11 from '../control/operations/app.install.input.schema.json' with { type: 'json' };
import document12 from '../control/operations/app.install.output.schema.json' with { type: 'json' };
import document13 from '../control/operations/app.registerRedirectUri.input.schema.json' with { type: 'json' };
import document14 from '../control/operations/app.registerRedirectUri.output.schema.json' with { type: 'json' };
import document15 from '../control/operations/app.rotateSecret.input.schema.json' with { type: 'json' };
import document16 from '../control/operations/app.rotateSecret.output.schema.json' with { type: 'json' };
import document17 from '../control/operations/app.setWebhook.input.schema.json' with { type: 'json' };
import document18 from '../control/operations/app.setWebhook.output.schema.json' with { type: 'json' };
import document19 from '../control/operations/app.unarchive.input.schema.json' with { type: 'json' };
import document20 from '../control/operations/app.unarchive.output.schema.json' with { type: 'json' };
import document21 from '../control/operations/app.uninstall.input.schema.json' with { type: 'json' };
import document22 from '../control/operations/app.uninstall.output.schema.json' with { type: 'json' };
import document23 from '../control/operations/browser.authorize.input.schema.json' with { type: 'json' };
import document24 from '../control/operations/browser.authorize.output.schema.json' with { type: 'json' };
import document25 from '../control/operations/clock.advance.input.schema.json' with { type: 'json' };
import document26 from '../control/operations/clock.advance.output.schema.json' with { type: 'json' };
import document27 from '../control/operations/clock.now.input.schema.json' with { type: 'json' };
import document28 from '../control/operations/clock.now.output.schema.json' with { type: 'json' };
import document29 from '../control/operations/event.trigger.input.schema.json' with { type: 'json' };
import document30 from '../control/operations/event.trigger.output.schema.json' with { type: 'json' };
import document31 from '../control/operations/identityProvider.trust.input.schema.json' with { type: 'json' };
import document32 from '../control/operations/identityProvider.trust.output.schema.json' with { type: 'json' };
import document33 from '../control/operations/project.create.input.schema.json' with { type: 'json' };
import document34 from '../control/operations/project.create.output.schema.json' with { type: 'json' };
import document35 from '../control/operations/project.grant.input.schema.json' with { type: 'json' };
import document36 from '../control/operations/project.grant.output.schema.json' with { type: 'json' };
import document37 from '../control/operations/project.revoke.input.schema.json' with { type: 'json' };
import document38 from '../control/operations/project.revoke.output.schema.json' with { type: 'json' };
import document39 from '../control/operations/record.create.input.schema.json' with { type: 'json' };
import document40 from '../control/operations/record.create.output.schema.json' with { type: 'json' };
import document41 from '../control/operations/schema.create.input.schema.json' with { type: 'json' };
import document42 from '../control/operations/schema.create.output.schema.json' with { type: 'json' };
import document43 from '../control/operations/user.create.input.schema.json' with { type: 'json' };
import document44 from '../control/operations/user.create.output.schema.json' with { type: 'json' };
import document45 from '../control/operations/user.suspend.input.schema.json' with { type: 'json' };
import document46 from '../control/operations/user.suspend.output.schema.json' with { type: 'json' };
import document47 from '../control/operations/user.unsuspend.input.schema.json' with { type: 'json' };
import document48 from '../control/operations/user.unsuspend.output.schema.json' with { type: 'json' };
import document49 from '../page/assay-results-page.schema.json' with { type: 'json' };
import document50 from '../page/page.schema.json' with { type: 'json' };
import document51 from '../profile/target-profile.schema.json' with { type: 'json' };
import document52 from '../report/report.schema.json' with { type: 'json' };
import document53 from '../statement/envelope.schema.json' with { type: 'json' };
import document54 from '../statement/statement.schema.json' with { type: 'json' };
import document55 from '../token/token-error.schema.json' with { type: 'json' };
import document56 from '../token/token-request.authorization_code.schema.json' with { type: 'json' };
import document57 from '../token/token-request.client_credentials.schema.json' with { type: 'json' };
import document58 from '../token/token-request.refresh_token.schema.json' with { type: 'json' };
import document59 from '../token/token-response.authorization_code.schema.json' with { type: 'json' };
import document60 from '../token/token-response.client_credentials.schema.json' with { type: 'json' };
import document61 from '../token/token-response.refresh_token.schema.json' with { type: 'json' };
import document62 from '../waivers/waivers.schema.json' with { type: 'json' };
import document63 from '../webhook/v2.app.installed.schema.json' with { type: 'json' };
import document64 from '../webhook/v2.canvas.initialized.schema.json' with { type: 'json' };
import document65 from '../webhook/v2.entry.created.schema.json' with { type: 'json' };
import document66 from '../webhook/v2.workflowOutput.updated.fields.schema.json' with { type: 'json' };
import document67 from '../webhook/v2.workflowTask.updated.fields.schema.json' with { type: 'json' };
import document68 from '../webhook/v2.workflowTaskGroup.mappingCompleted.schema.json' with { type: 'json' };
import document69 from '../webhook/webhook-envelope.schema.json' with { type: 'json' };
import document70 from '../webhook/webhook-vocabulary.schema.json' with { type: 'json' };
import type { ControlDescription, ControlError } from './control.ts';
import type { ApiKeyCreateInput, ApiKeyCreateOutput, ApiKeyRotateInput, ApiKeyRotateOutput, AppArchiveInput, AppArchiveOutput, AppCreateInput, AppCreateOutput, AppInstallInput, AppInstallOutput, AppRegisterRedirectUriInput, AppRegisterRedirectUriOutput, AppRotateSecretInput, AppRotateSecretOutput, AppSetWebhookInput, AppSetWebhookOutput, AppUnarchiveInput, AppUnarchiveOutput, AppUninstallInput, AppUninstallOutput, BrowserAuthorizeInput, BrowserAuthorizeOutput, ClockAdvanceInput, ClockAdvanceOutput, ClockNowInput, ClockNowOutput, EventTriggerInput, EventTriggerOutput, IdentityProviderTrustInput, IdentityProviderTrustOutput, ProjectCreateInput, ProjectCreateOutput, ProjectGrantInput, ProjectGrantOutput, ProjectRevokeInput, ProjectRevokeOutput, RecordCreateInput, RecordCreateOutput, SchemaCreateInput, SchemaCreateOutput, UserCreateInput, UserCreateOutput, UserSuspendInput, UserSuspendOutput, UserUnsuspendInput, UserUnsuspendOutput } from './control-operations.ts';
import type { AssayResultsPage, Page } from './page.ts';
import type { TargetProfile } from './profile.ts';
import type { Report } from './report.ts';
import type { Envelope, ResultStatement } from './statement.ts';
import type { AuthorizationCodeTokenRequest, AuthorizationCodeTokenResponse, ClientCredentialsTokenRequest, ClientCredentialsTokenResponse, RefreshTokenTokenRequest, RefreshTokenTokenResponse, TokenErrorAnswer } from './token.ts';
import type { Waivers } from './waivers.ts';
import type { AppInstalledMessage, CanvasInitializedMessage, EntryCreatedMessage, MappingCompletedMessage, WebhookEnvelope, WorkflowOutputUpdatedMessage, WorkflowTaskUpdatedMessage } from './webhook.ts';

/** The type of each body, by the name of its schema. */
export interface SchemaTypes {
  readonly 'control-description': ControlDescription;
  readonly 'control-error': ControlError;
  readonly 'apiKey.create.input': ApiKeyCreateInput;
  readonly 'apiKey.create.output': ApiKeyCreateOutput;
  readonly 'apiKey.rotate.input': ApiKeyRotateInput;
  readonly 'apiKey.rotate.output': ApiKeyRotateOutput;
  readonly 'app.archive.input': AppArchiveInput;
  readonly 'app.archive.output': AppArchiveOutput;
  readonly 'app.create.input': AppCreateInput;
  readonly 'app.create.output': AppCreateOutput;
  readonly 'app.install.input': AppInstallInput;
  readonly 'app.install.output': AppInstallOutput;
  readonly 'app.registerRedirectUri.input': AppRegisterRedirectUriInput;
  readonly 'app.registerRedirectUri.output': AppRegisterRedirectUriOutput;
  readonly 'app.rotateSecret.input': AppRotateSecretInput;
  readonly 'app.rotateSecret.output': AppRotateSecretOutput;
  readonly 'app.setWebhook.input': AppSetWebhookInput;
  readonly 'app.setWebhook.output': AppSetWebhookOutput;
  readonly 'app.unarchive.input': AppUnarchiveInput;
  readonly 'app.unarchive.output': AppUnarchiveOutput;
  readonly 'app.uninstall.input': AppUninstallInput;
  readonly 'app.uninstall.output': AppUninstallOutput;
  readonly 'browser.authorize.input': BrowserAuthorizeInput;
  readonly 'browser.authorize.output': BrowserAuthorizeOutput;
  readonly 'clock.advance.input': ClockAdvanceInput;
  readonly 'clock.advance.output': ClockAdvanceOutput;
  readonly 'clock.now.input': ClockNowInput;
  readonly 'clock.now.output': ClockNowOutput;
  readonly 'event.trigger.input': EventTriggerInput;
  readonly 'event.trigger.output': EventTriggerOutput;
  readonly 'identityProvider.trust.input': IdentityProviderTrustInput;
  readonly 'identityProvider.trust.output': IdentityProviderTrustOutput;
  readonly 'project.create.input': ProjectCreateInput;
  readonly 'project.create.output': ProjectCreateOutput;
  readonly 'project.grant.input': ProjectGrantInput;
  readonly 'project.grant.output': ProjectGrantOutput;
  readonly 'project.revoke.input': ProjectRevokeInput;
  readonly 'project.revoke.output': ProjectRevokeOutput;
  readonly 'record.create.input': RecordCreateInput;
  readonly 'record.create.output': RecordCreateOutput;
  readonly 'schema.create.input': SchemaCreateInput;
  readonly 'schema.create.output': SchemaCreateOutput;
  readonly 'user.create.input': UserCreateInput;
  readonly 'user.create.output': UserCreateOutput;
  readonly 'user.suspend.input': UserSuspendInput;
  readonly 'user.suspend.output': UserSuspendOutput;
  readonly 'user.unsuspend.input': UserUnsuspendInput;
  readonly 'user.unsuspend.output': UserUnsuspendOutput;
  readonly 'assay-results-page': AssayResultsPage;
  readonly 'page': Page;
  readonly 'target-profile': TargetProfile;
  readonly 'report': Report;
  readonly 'envelope': Envelope;
  readonly 'statement': ResultStatement;
  readonly 'token-error': TokenErrorAnswer;
  readonly 'token-request.authorization_code': AuthorizationCodeTokenRequest;
  readonly 'token-request.client_credentials': ClientCredentialsTokenRequest;
  readonly 'token-request.refresh_token': RefreshTokenTokenRequest;
  readonly 'token-response.authorization_code': AuthorizationCodeTokenResponse;
  readonly 'token-response.client_credentials': ClientCredentialsTokenResponse;
  readonly 'token-response.refresh_token': RefreshTokenTokenResponse;
  readonly 'waivers': Waivers;
  readonly 'v2.app.installed': AppInstalledMessage;
  readonly 'v2.canvas.initialized': CanvasInitializedMessage;
  readonly 'v2.entry.created': EntryCreatedMessage;
  readonly 'v2.workflowOutput.updated.fields': WorkflowOutputUpdatedMessage;
  readonly 'v2.workflowTask.updated.fields': WorkflowTaskUpdatedMessage;
  readonly 'v2.workflowTaskGroup.mappingCompleted': MappingCompletedMessage;
  readonly 'webhook-envelope': WebhookEnvelope;
}

/** Each schema with the folder that it lies in, by name. */
export const SCHEMAS = {
  'control-description': { room: 'control', document: document0 },
  'control-error': { room: 'control', document: document1 },
  'apiKey.create.input': { room: 'control', document: document3 },
  'apiKey.create.output': { room: 'control', document: document4 },
  'apiKey.rotate.input': { room: 'control', document: document5 },
  'apiKey.rotate.output': { room: 'control', document: document6 },
  'app.archive.input': { room: 'control', document: document7 },
  'app.archive.output': { room: 'control', document: document8 },
  'app.create.input': { room: 'control', document: document9 },
  'app.create.output': { room: 'control', document: document10 },
  'app.install.input': { room: 'control', document: document11 },
  'app.install.output': { room: 'control', document: document12 },
  'app.registerRedirectUri.input': { room: 'control', document: document13 },
  'app.registerRedirectUri.output': { room: 'control', document: document14 },
  'app.rotateSecret.input': { room: 'control', document: document15 },
  'app.rotateSecret.output': { room: 'control', document: document16 },
  'app.setWebhook.input': { room: 'control', document: document17 },
  'app.setWebhook.output': { room: 'control', document: document18 },
  'app.unarchive.input': { room: 'control', document: document19 },
  'app.unarchive.output': { room: 'control', document: document20 },
  'app.uninstall.input': { room: 'control', document: document21 },
  'app.uninstall.output': { room: 'control', document: document22 },
  'browser.authorize.input': { room: 'control', document: document23 },
  'browser.authorize.output': { room: 'control', document: document24 },
  'clock.advance.input': { room: 'control', document: document25 },
  'clock.advance.output': { room: 'control', document: document26 },
  'clock.now.input': { room: 'control', document: document27 },
  'clock.now.output': { room: 'control', document: document28 },
  'event.trigger.input': { room: 'control', document: document29 },
  'event.trigger.output': { room: 'control', document: document30 },
  'identityProvider.trust.input': { room: 'control', document: document31 },
  'identityProvider.trust.output': { room: 'control', document: document32 },
  'project.create.input': { room: 'control', document: document33 },
  'project.create.output': { room: 'control', document: document34 },
  'project.grant.input': { room: 'control', document: document35 },
  'project.grant.output': { room: 'control', document: document36 },
  'project.revoke.input': { room: 'control', document: document37 },
  'project.revoke.output': { room: 'control', document: document38 },
  'record.create.input': { room: 'control', document: document39 },
  'record.create.output': { room: 'control', document: document40 },
  'schema.create.input': { room: 'control', document: document41 },
  'schema.create.output': { room: 'control', document: document42 },
  'user.create.input': { room: 'control', document: document43 },
  'user.create.output': { room: 'control', document: document44 },
  'user.suspend.input': { room: 'control', document: document45 },
  'user.suspend.output': { room: 'control', document: document46 },
  'user.unsuspend.input': { room: 'control', document: document47 },
  'user.unsuspend.output': { room: 'control', document: document48 },
  'assay-results-page': { room: 'page', document: document49 },
  'page': { room: 'page', document: document50 },
  'target-profile': { room: 'profile', document: document51 },
  'report': { room: 'report', document: document52 },
  'envelope': { room: 'statement', document: document53 },
  'statement': { room: 'statement', document: document54 },
  'token-error': { room: 'token', document: document55 },
  'token-request.authorization_code': { room: 'token', document: document56 },
  'token-request.client_credentials': { room: 'token', document: document57 },
  'token-request.refresh_token': { room: 'token', document: document58 },
  'token-response.authorization_code': { room: 'token', document: document59 },
  'token-response.client_credentials': { room: 'token', document: document60 },
  'token-response.refresh_token': { room: 'token', document: document61 },
  'waivers': { room: 'waivers', document: document62 },
  'v2.app.installed': { room: 'webhook', document: document63 },
  'v2.canvas.initialized': { room: 'webhook', document: document64 },
  'v2.entry.created': { room: 'webhook', document: document65 },
  'v2.workflowOutput.updated.fields': { room: 'webhook', document: document66 },
  'v2.workflowTask.updated.fields': { room: 'webhook', document: document67 },
  'v2.workflowTaskGroup.mappingCompleted': { room: 'webhook', document: document68 },
  'webhook-envelope': { room: 'webhook', document: document69 },
} as const satisfies Record<keyof SchemaTypes, { readonly room: string; readonly document: object }>;

/** Documents that only have definitions for other schemas. */
export const VOCABULARIES: readonly object[] = [document2, document70];
