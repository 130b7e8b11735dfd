import OAuth2Server from '@node-oauth/oauth2-server';
import type { Holder } from './delegated-grants.ts';
import { appOfClient } from './oauth-model.ts';
import { covers } from './redirect-uris.ts';
import { type App, type Bond, bondOf, holds, type Registry, type User } from './registry.ts';
import { page, type Reply } from './reply.ts';
import { signInPage } from './sign-in-page.ts';

export const AUTHORIZATION_PATH = '/oauth/authorize';

const SESSION_COOKIE = 'lab_desk';
const SESSION_MILLISECONDS = 12 * 60 * 60 * 1000;
const SCOPE = 'laboratory offline';

interface Session {
  readonly id: string;
  readonly user: User;
  readonly suspensions: number;
  readonly endsAt: number;
}

interface AuthorizationRequest {
  readonly app: App;
  readonly redirectUri: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The query as received. */
  readonly query: string;
}

/** The authorization endpoint for a browser (Endpoints, GET {base_url}/oauth/authorize). */
export interface AuthorizationEndpoint {
  /** Answers a request with this query and this `Cookie` header. */
  open(query: string, cookie: string | undefined): Promise<Reply>;
  /** Answers the form that the page sends. */
  decide(form: string, cookie: string | undefined): Promise<Reply>;
}

/**
 * Creates the authorization endpoint. A session lasts twelve hours and ends with a suspension. The tenant remembers the
 * consent of a user to an app until the user is suspended or the app is uninstalled, but asks again after each sign-in.
 * A user who declines stays on a page of the tenant.
 */
export function authorizationEndpoint(registry: Registry, server: OAuth2Server, issuer: string): AuthorizationEndpoint {
  const { clock, chance } = registry;
  const sessions = new Map<string, Session>();
  const consents = new Map<string, Bond>();

  const consentKey = (user: User, app: App): string => `${user.id} ${app.id}`;
  const sealOf = (query: string, session: Session | undefined): string =>
    chance.sign(`authorize ${session?.id ?? ''} ${query}`);

  const sessionOf = (cookie: string | undefined): Session | undefined => {
    const session = sessions.get(new RegExp(`(?:^|; *)${SESSION_COOKIE}=([^;]*)`).exec(cookie ?? '')?.[1] ?? '');
    if (session === undefined || clock.now() >= session.endsAt) return undefined;
    return session.user.suspended || session.user.suspensions !== session.suspensions ? undefined : session;
  };

  const signIn = (account: string | null, passphrase: string | null): Session | undefined => {
    const user = [...registry.users.values()].find((candidate) => candidate.email === account);
    if (user === undefined || user.passphrase !== passphrase || user.suspended) return undefined;
    const id = chance.bytes(24).toString('base64url');
    const session = { id, user, suspensions: user.suspensions, endsAt: clock.now() + SESSION_MILLISECONDS };
    sessions.set(id, session);
    return session;
  };

  const sendBack = async (request: AuthorizationRequest, session: Session): Promise<Reply> => {
    const { client_id = '', code_challenge, code_challenge_method, state } = request.fields;
    const holder: Holder = {
      actor: { kind: 'user', id: session.user.id, through: bondOf(session.user, request.app) },
    };
    const { authorizationCode } = await server.authorize(
      new OAuth2Server.Request({
        method: 'GET',
        headers: {},
        query: {
          client_id,
          redirect_uri: request.redirectUri,
          response_type: 'code',
          scope: SCOPE,
          ...(code_challenge === undefined ? {} : { code_challenge }),
          ...(code_challenge_method === undefined ? {} : { code_challenge_method }),
        },
      }),
      new OAuth2Server.Response(),
      { authenticateHandler: { handle: () => holder } },
    );
    const parameters = new URLSearchParams({
      iss: issuer,
      ...(state === undefined || state === '' ? {} : { state }),
      session_state: chance.sign(`session ${session.id}`),
      code: authorizationCode,
    });
    // The library would parse the address and serialise it again, which changes some addresses.
    const joint = request.redirectUri.includes('?') ? '&' : '?';
    return {
      status: 303,
      headers: { location: `${request.redirectUri}${joint}${parameters.toString()}`, 'cache-control': 'no-store' },
      body: '',
    };
  };

  return {
    async open(query, cookie) {
      const request = readRequest(registry, query);
      if (typeof request === 'string') return page(400, request);
      const session = sessionOf(cookie);
      const { app } = request;
      const consent = session === undefined ? undefined : consents.get(consentKey(session.user, app));
      if (session !== undefined && consent !== undefined && holds(registry, consent)) {
        return sendBack(request, session).catch(refusedByLibrary);
      }
      const seal = sealOf(query, session);
      return signInPage({ appName: app.name, signedIn: session !== undefined, asked: query, seal });
    },

    async decide(form, cookie) {
      const answers = new URLSearchParams(form);
      const request = readRequest(registry, answers.get('asked') ?? '');
      if (typeof request === 'string') return page(400, request);
      const before = sessionOf(cookie);
      if (answers.get('seal') !== sealOf(request.query, before)) return page(400, 'Please begin again.');
      const session = before ?? signIn(answers.get('account'), answers.get('passphrase'));
      if (session === undefined) return page(403, 'Nobody can sign in with this.');

      const key = consentKey(session.user, request.app);
      let reply: Reply;
      if (answers.get('decision') === 'share') {
        consents.set(key, bondOf(session.user, request.app));
        reply = await sendBack(request, session).catch(refusedByLibrary);
      } else {
        consents.delete(key);
        reply = page(200, 'The app was not told anything. You may close this page.');
      }
      const kept = `${SESSION_COOKIE}=${session.id}; Path=/; Secure; HttpOnly; SameSite=Lax`;
      return { ...reply, headers: { ...reply.headers, 'set-cookie': kept } };
    },
  };
}

/**
 * Reads an authorization request, or returns its error. The tenant redirects only after all of the request is valid.
 */
function readRequest(registry: Registry, query: string): AuthorizationRequest | string {
  const fields = Object.fromEntries(new URLSearchParams(query));
  const app = appOfClient(registry, fields['client_id']);
  if (app === undefined) return 'No app of that client_id is known here.';
  if (!app.installed) return 'This app is not installed here.';
  const redirectUri = fields['redirect_uri'];
  if (redirectUri === undefined || !app.redirectUris.some((registered) => covers(registered, redirectUri))) {
    return 'The redirect_uri is not one of this app.';
  }
  if (fields['response_type'] !== 'code') return 'The response_type has to be code.';
  if (!/^[\x20-\x7e]*$/.test(fields['state'] ?? '')) return 'The state has characters other than printable ASCII.';
  return { app, redirectUri, fields, query };
}

/**
 * Answers a refusal of the library: an error that only the library looks for, such as an unknown code challenge method.
 */
function refusedByLibrary(error: unknown): Reply {
  if (error instanceof OAuth2Server.OAuthError && error.code < 500) return page(400, error.name);
  throw error;
}
