import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet, SuiteMistake } from '../../core/trouble.ts';
import { validator } from '../../schemas/validate.ts';
import { lackOfAuthorization } from '../survey/survey.ts';
import type { App, Laboratory, User } from './actors.ts';
import { accessTokenIn, aLaboratoryFor, anApp, aUser, settledTokenRequest, tokenPath } from './actors.ts';
import { bearer, form } from './authorization.ts';
import { refreshTokenIn } from './issued-tokens.ts';
import { authorizePath } from './paths.ts';
import type { RequestOptions } from './request.ts';
import type { Scene } from './scene.ts';

/** The redirect URI of the suite's apps. No server listens there: the browser stops when it is sent to this address. */
export const redirectUri = 'https://client.conformance.example/callback';

/**
 * A redirect URI for local development. Every tenant registers it with nothing after the port (DEL-23); not every
 * tenant registers it with a path (DEL-66).
 */
export const localRedirectUri = 'http://localhost:7777';

export { authorizePath, refreshTokenIn };

/** An authorization request. A parameter that is null is omitted from the request. */
export interface AuthorizationRequest {
  readonly user: User;
  readonly app: Pick<App, 'clientId'>;
  readonly redirectUri?: string | null;
  readonly state?: string;
  readonly responseType?: string | null;
  readonly clientId?: string | null;
  /** What the user does if the tenant asks for consent; `grant` by default. */
  readonly consent?: 'grant' | 'deny';
  /** Whether a new browser session begins, which replaces the user's kept one. */
  readonly freshSession?: boolean;
  /** Further parameters. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** The address and page to which an authorization request led the user's browser. Plain data. */
export interface Authorized {
  readonly url: string;
  /** The whole address outside the tenant to which the browser was last sent; null if there was none. */
  readonly location: string | null;
  /** The pages at which a person would have had to act, in order. */
  readonly prompts: readonly ('signIn' | 'consent')[];
  /** Status of the last response that the browser got. */
  readonly status: number;
  /** The query parameter `code` of the location. */
  readonly code?: string;
  /** The query parameter `state` of the location, decoded. */
  readonly state?: string;
  /** The cookies that the browser now has for the tenant, as `name=value`, if the control reports them. */
  readonly cookies?: readonly string[];
  /** The number of the visit in the journal of its case, by which a finding refers to the visit. */
  readonly number?: number;
}

/** Sends a user's browser to the authorization endpoint, through the control. */
export async function authorize(scene: Scene, request: AuthorizationRequest): Promise<Authorized> {
  const { user, app, state, consent = 'grant', freshSession, extra } = request;
  const parameters: readonly (readonly [string, string | null | undefined])[] = [
    ['client_id', request.clientId === undefined ? app.clientId : request.clientId],
    ['redirect_uri', request.redirectUri === undefined ? redirectUri : request.redirectUri],
    ['response_type', request.responseType === undefined ? 'code' : request.responseType],
    ['state', state],
    ...Object.entries(extra ?? {}),
  ];
  const query = new URLSearchParams(
    parameters.flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  );
  return openAuthorization(
    scene,
    user,
    `${scene.target.baseUrl}${authorizePath}?${query.toString()}`,
    consent,
    freshSession,
  );
}

/** Sends a user's browser to an address of the authorization endpoint, without changing the address. */
export async function openAuthorization(
  scene: Scene,
  user: User,
  url: string,
  consent: 'grant' | 'deny' = 'grant',
  freshSession?: boolean,
): Promise<Authorized> {
  scene.requireServed(lackOfAuthorization);
  const output = await scene.visit({
    userId: user.userId,
    url,
    consent,
    ...(freshSession === undefined ? {} : { freshSession }),
  });
  const { location, prompts, status, cookies, number } = output;
  for (const cookie of cookies ?? []) scene.journal.secrets.learn('cookie', cookie.slice(cookie.indexOf('=') + 1));
  const sentTo = location === null || !URL.canParse(location) ? undefined : new URL(location).searchParams;
  const code = sentTo?.get('code');
  const state = sentTo?.get('state');
  if (typeof code === 'string') scene.journal.secrets.learn('authorization code', code);
  // a wrongly composed address contains the code too
  for (const [, value = ''] of (location ?? '').matchAll(/[?&#;]code=([^?&#;]{12,})/g)) {
    scene.journal.secrets.learn('authorization code', value);
  }
  return {
    url,
    location,
    prompts,
    status,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof state === 'string' ? { state } : {}),
    ...(cookies === undefined ? {} : { cookies }),
    number,
  };
}

/** Exchanges a code for tokens in the way that the specification describes. */
export function exchangeCode(
  scene: Scene,
  app: Pick<App, 'clientId' | 'clientSecret'>,
  code: string,
  options: RequestOptions & { readonly redirectUri?: string; readonly path?: string } = {},
): Promise<Exchange> {
  const { redirectUri: sentTo = redirectUri, path = tokenPath, ...rest } = options;
  return postGrant(scene, path, rest, 'token-request.authorization_code', {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: sentTo,
    code,
  });
}

/**
 * Exchanges a refresh token in the way that the specification describes. To present a refresh token is an action, which
 * may spend the token.
 */
export function refresh(
  scene: Scene,
  app: Pick<App, 'clientId' | 'clientSecret'>,
  refreshToken: string,
  options: RequestOptions & { readonly path?: string } = {},
): Promise<Exchange> {
  const { path = tokenPath, ...rest } = options;
  return postGrant(scene, path, rest, 'token-request.refresh_token', {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: refreshToken,
  });
}

async function postGrant(
  scene: Scene,
  path: string,
  options: RequestOptions,
  schema: 'token-request.authorization_code' | 'token-request.refresh_token',
  fields: Readonly<Record<string, string>>,
): Promise<Exchange> {
  const wrong = validator(schema)(fields);
  if (wrong.length > 0) throw new SuiteMistake(`the suite's token request is wrong: ${wrong[0]?.sentence ?? ''}`);
  return scene.postForm(path, form(fields), options);
}

/** The access that a user has granted an app, with the newest tokens of one authorization. Plain data. */
export interface Grant {
  readonly app: App;
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The value of an Authorization header with the access token. */
  readonly authorization: string;
  /** The answer that brought the tokens. */
  readonly answered: Exchange;
}

/**
 * Returns the tokens of an answer as the grant of a user to an app.
 *
 * @throws PremiseUnmet if a token is missing
 */
export function grantIn(app: App, user: User, answered: Exchange, what: string): Grant {
  const [accessToken, refreshToken] = [accessTokenIn(answered), refreshTokenIn(answered)];
  if (accessToken === undefined || refreshToken === undefined) {
    throw new PremiseUnmet(`${what} returned no usable tokens: it ${answer(answered)}`);
  }
  return { app, user, accessToken, refreshToken, authorization: bearer(accessToken), answered };
}

/** Makes an app to which users can be sent. Other apps may also have the name `name`. */
export function aClient(scene: Scene, redirectUris: readonly string[] = [redirectUri], name?: string): Promise<App> {
  return anApp(scene, { redirectUris, ...(name === undefined ? {} : { name }) });
}

/** As {@link aClient}; if changes take time, the app is one that the token endpoint already knows. */
export async function aKnownClient(scene: Scene, redirectUris?: readonly string[]): Promise<App> {
  const app = await aClient(scene, redirectUris);
  if (scene.changesTakeTime) await settledTokenRequest(scene, app);
  return app;
}

/** Makes a user who has something to see. */
export async function aUserWithAccess(
  scene: Scene,
): Promise<{ readonly user: User; readonly laboratory: Laboratory | undefined }> {
  const user = await aUser(scene);
  return { user, laboratory: await aLaboratoryFor(scene, user) };
}

/**
 * Returns the code of a successful authorization. A new user or app may take a moment to be known.
 *
 * @throws PremiseUnmet if the browser was not sent back with a code
 */
export async function aCode(scene: Scene, request: AuthorizationRequest): Promise<string> {
  const { code, location, status } = await scene.settle(
    () => authorize(scene, request),
    (authorized) => authorized.code !== undefined,
  );
  if (code !== undefined) return code;
  const where = location === null ? `ended with status ${status} inside the tenant` : 'came back without a code';
  throw new PremiseUnmet(`no authorization code could be obtained: the user's browser ${where}`);
}

/** Performs a successful authorization and exchange, and returns the tokens with which the app acts for the user. */
export async function aGrant(
  scene: Scene,
  app: App,
  user: User,
  options: Partial<AuthorizationRequest> & { readonly path?: string } = {},
): Promise<Grant> {
  const { path, ...request } = options;
  // the token endpoint may learn about a new app later than the pages do, and a refused exchange needs another code
  const answered = await scene.settle(
    async () =>
      exchangeCode(scene, app, await aCode(scene, { ...request, user, app }), {
        ...(path === undefined ? {} : { path }),
        ...(typeof request.redirectUri === 'string' ? { redirectUri: request.redirectUri } : {}),
      }),
    (exchange) => accessTokenIn(exchange) !== undefined,
  );
  return grantIn(app, user, answered, 'the exchange of a fresh code');
}

/**
 * Performs a successful refresh, and returns the grant with its new tokens.
 *
 * @throws PremiseUnmet if the refresh brings no usable tokens
 */
export async function refreshed(scene: Scene, grant: Grant, path?: string): Promise<Grant> {
  const answered = await refresh(scene, grant.app, grant.refreshToken, path === undefined ? {} : { path });
  return grantIn(grant.app, grant.user, answered, 'the refresh of an unused refresh token');
}

/**
 * Performs `times` successful refreshes, and returns the grant with its last tokens.
 *
 * @throws PremiseUnmet if a refresh brings no usable tokens
 */
export async function refreshedTimes(scene: Scene, grant: Grant, times: number, path?: string): Promise<Grant> {
  let present = grant;
  for (let time = 0; time < times; time++) present = await refreshed(scene, present, path);
  return present;
}
