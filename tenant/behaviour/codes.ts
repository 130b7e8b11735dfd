import type { Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import type { AuthorizationCode } from '../state/delegated.ts';
import type { AccessToken, App, User } from '../state/model.ts';
import type { AuthorizationRequest } from './authorization-requests.ts';
import type { TokenFields } from './token-requests.ts';

/** Authorization codes and their exchange ("POST /oauth/token", rule 2). Their lifetime and number of uses are free. */
export interface CodeBehaviour {
  readonly makeCode: (call: Call) => string;
  /** Issues and stores a code for the user's consent. */
  readonly issueCode: (call: Call, request: AuthorizationRequest, user: User) => AuthorizationCode;
  readonly codeOf: (call: Call, fields: TokenFields) => string | undefined;
  readonly findCode: (call: Call, value: string) => AuthorizationCode | undefined;
  readonly codeFitsApp: (call: Call, code: AuthorizationCode, app: App) => boolean;
  readonly codeFitsRedirectUri: (call: Call, code: AuthorizationCode, redirectUri: string) => boolean;
  readonly codeIsUsed: (call: Call, code: AuthorizationCode) => boolean;
  /** Returns the seconds after its issue for which a code is accepted. */
  readonly codeLifetime: (call: Call, code: AuthorizationCode) => number;
  readonly codeHasExpired: (call: Call, code: AuthorizationCode) => boolean;
  /** Returns a refusal if a valid code cannot be exchanged now. */
  readonly codeIsBarred: (call: Call, code: AuthorizationCode) => Refusal | undefined;
  readonly useCode: (call: Call, code: AuthorizationCode) => void;
  /** Applies the consequences for the tokens of a used code that is presented again. */
  readonly usedCodeWasPresented: (call: Call, code: AuthorizationCode) => void;
  /** Returns the refusal of a code, for any reason. Changes nothing. */
  readonly codeProblem: (
    call: Call,
    app: App,
    code: AuthorizationCode,
    redirectUri: string | undefined,
  ) => Refusal | undefined;
  /** Handles the grant authorization_code. */
  readonly exchangeCode: (call: Call, app: App, fields: TokenFields) => AccessToken | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends CodeBehaviour {}
}

export const specifiedCodes: CodeBehaviour = {
  makeCode: (call) => `ac_${call.tenant.random(33).toString('base64url')}`,

  issueCode: (call, request, user) => {
    const { behaviour, state } = call.tenant;
    const code: AuthorizationCode = {
      value: behaviour.makeCode(call),
      delegation: behaviour.beginDelegation(call, request.app, user),
      issuedAt: call.now,
      redirectUri: request.redirectUri,
      usedAt: undefined,
    };
    state.codes.add(code);
    return code;
  },

  codeOf: (_call, fields) => fields.get('code'),

  findCode: (call, value) => call.tenant.state.codes.find(value),

  codeFitsApp: (_call, code, app) => code.delegation.appId === app.id,

  codeFitsRedirectUri: (_call, code, redirectUri) => code.redirectUri === redirectUri,

  codeIsUsed: (_call, code) => code.usedAt !== undefined,

  codeLifetime: () => 60,

  codeHasExpired: (call, code) =>
    call.now.getTime() - code.issuedAt.getTime() >= call.tenant.behaviour.codeLifetime(call, code) * 1000,

  codeIsBarred: (call, code) => call.tenant.behaviour.grantIsBarred(call, { kind: 'code', code }),

  useCode: (call, code) => {
    code.usedAt ??= call.now;
  },

  usedCodeWasPresented: () => undefined,

  codeProblem: (call, app, code, redirectUri) => {
    const { behaviour } = call.tenant;
    if (!behaviour.codeFitsApp(call, code, app)) return refusal('foreign-code', 'The code was issued to another app.');
    if (redirectUri === undefined) return refusal('malformed-token-request', 'The field redirect_uri is missing.');
    if (!behaviour.codeFitsRedirectUri(call, code, redirectUri)) {
      return refusal('misdirected-code', 'The redirect_uri is not that of the authorization request.');
    }
    if (behaviour.codeIsUsed(call, code)) return refusal('used-code', 'The code has been used already.');
    if (behaviour.codeHasExpired(call, code)) return refusal('expired-code', 'The code has expired.');
    return behaviour.codeIsBarred(call, code);
  },

  exchangeCode: (call, app, fields) => {
    const { behaviour } = call.tenant;
    const value = behaviour.codeOf(call, fields);
    if (value === undefined) return refusal('malformed-token-request', 'The field code is missing.');
    const code = behaviour.findCode(call, value);
    if (code === undefined) return refusal('unknown-code', 'The code is not known.');
    const problem = behaviour.codeProblem(call, app, code, fields.get('redirect_uri'));
    if (problem !== undefined) {
      if (problem.refused === 'used-code') behaviour.usedCodeWasPresented(call, code);
      return problem;
    }
    behaviour.useCode(call, code);
    return behaviour.issueDelegatedTokens(call, app, code.delegation, undefined);
  },
};
