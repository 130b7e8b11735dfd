import type { Call } from '../call.ts';
import { randomText } from '../random.ts';
import type { AccessToken, ActorReference, App } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** The form of identifiers and secrets, and the issue of access tokens. */
export interface IssuingBehaviour {
  readonly makeId: (tenant: Tenant, kind: IdKind) => string;
  readonly makeClientId: (tenant: Tenant) => string;
  readonly makeClientSecret: (tenant: Tenant) => string;
  /** Returns the version of a new app's definition. */
  readonly makeVersionNumber: (tenant: Tenant) => string;
  readonly makeApiKey: (tenant: Tenant) => string;
  /** Returns the password with which a user signs in to the web application. */
  readonly makePassword: (tenant: Tenant) => string;
  /** Returns the value of a new access token. */
  readonly makeAccessToken: (call: Call, subject: ActorReference, app: App) => string;
  /** Issues and stores an access token. */
  readonly issueAccessToken: (call: Call, subject: ActorReference, app: App) => AccessToken;
}

declare module './behaviour.ts' {
  interface Behaviour extends IssuingBehaviour {}
}

export type IdKind =
  | 'tenant'
  | 'user'
  | 'app'
  | 'appDefinition'
  | 'project'
  | 'schema'
  | 'entry'
  | 'plate'
  | 'assayResult'
  | 'delegation'
  | 'event'
  | 'workflowOutput'
  | 'workflowTask'
  | 'workflowTaskGroup'
  | 'canvas'
  | 'feature';

const PREFIX: Readonly<Record<IdKind, string>> = {
  tenant: 'ten',
  user: 'usr',
  app: 'app',
  appDefinition: 'apd',
  project: 'prj',
  schema: 'sch',
  entry: 'ent',
  plate: 'plt',
  assayResult: 'asr',
  delegation: 'dlg',
  event: 'evt',
  workflowOutput: 'wfo',
  workflowTask: 'wft',
  workflowTaskGroup: 'wtg',
  canvas: 'cnv',
  feature: 'ftr',
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Letters and digits without those that people confuse. */
const PLAIN = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
/** Characters that mean something else in a form: a secret with all of them shows a wrong encoding or decoding. */
const FORM_SPECIAL = ['+', '/', '&', '%', '='];

export const specifiedIssuing: IssuingBehaviour = {
  makeId: (tenant, kind) => `${PREFIX[kind]}_${randomText(tenant.random, 10, LETTERS)}`,

  makeClientId: (tenant) => randomText(tenant.random, 24, LETTERS),

  makeClientSecret: (tenant) =>
    FORM_SPECIAL.map((special) => randomText(tenant.random, 7, LETTERS) + special).join('') +
    randomText(tenant.random, 8, `${LETTERS}-._~`),

  makeVersionNumber: () => '1.0.0',

  makeApiKey: (tenant) => `key_${randomText(tenant.random, 40, PLAIN)}`,

  makePassword: (tenant) => randomText(tenant.random, 20, PLAIN),

  // 33 bytes fill their base64 characters without a spare bit, so any other text is another token.
  makeAccessToken: (call) => `at_${call.tenant.random(33).toString('base64url')}`,

  issueAccessToken: (call, subject, app) => {
    const { behaviour, state } = call.tenant;
    const token: AccessToken = {
      value: behaviour.makeAccessToken(call, subject, app),
      issuedAt: call.now,
      subject,
      appId: app.id,
      path: call.request.path,
    };
    state.accessTokens.add(token);
    return token;
  },
};
