import type { AppCredentials, OpenedTenant, Reply } from './opened-tenant.ts';

export const CALLBACK = 'https://app.example/callback';

/** The end of a browser visit. */
export interface Arrival {
  readonly location: string | null;
  readonly prompts: readonly string[];
  readonly status: number;
  readonly cookies: readonly string[];
  /** The query of `location`. */
  readonly query: URLSearchParams;
}

export interface Passage {
  readonly redirectUri?: string;
  readonly consent?: 'grant' | 'deny';
  readonly freshSession?: boolean;
  /** Parameters in addition to those of a right request. `undefined` leaves one out. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
}

/** The steps of an app and its users in delegated auth. */
export interface DelegatedClient {
  readonly app: (name: string, redirectUris?: readonly string[]) => Promise<AppCredentials>;
  readonly addressFor: (app: AppCredentials, passage?: Passage) => string;
  readonly authorize: (app: AppCredentials, userId: string, passage?: Passage) => Promise<Arrival>;
  readonly exchange: (app: AppCredentials, code: string, fields?: Record<string, string>) => Promise<Reply>;
  readonly refresh: (app: AppCredentials, refreshToken: string, path?: string) => Promise<Reply>;
  /** Authorizes the app, exchanges the code and returns the two tokens. */
  readonly tokens: (app: AppCredentials, userId: string) => Promise<{ accessToken: string; refreshToken: string }>;
}

export const accessTokenIn = (reply: Reply) => String(reply.json['access_token']);
export const refreshTokenIn = (reply: Reply) => String(reply.json['refresh_token']);

export function delegatedClientOf({ tenant, operate, form }: OpenedTenant): DelegatedClient {
  const credentialsOf = ({ clientId, clientSecret }: AppCredentials) => ({
    client_id: clientId,
    client_secret: clientSecret,
  });

  const addressFor: DelegatedClient['addressFor'] = (app, { redirectUri = CALLBACK, parameters = {} } = {}) => {
    const query = new URLSearchParams();
    const all = { client_id: app.clientId, redirect_uri: redirectUri, response_type: 'code', ...parameters };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) query.append(name, value);
    return `${tenant.baseUrl}/oauth/authorize?${query.toString()}`;
  };

  const authorize: DelegatedClient['authorize'] = async (app, userId, passage = {}) => {
    const { consent = 'grant', freshSession = false } = passage;
    const url = addressFor(app, passage);
    const arrival = (await operate('browser.authorize', { userId, url, consent, freshSession })) as unknown as Arrival;
    return { ...arrival, query: new URL(arrival.location ?? 'https://nowhere.example').searchParams };
  };

  const exchange: DelegatedClient['exchange'] = (app, code, fields = {}) =>
    form({ grant_type: 'authorization_code', ...credentialsOf(app), redirect_uri: CALLBACK, code, ...fields });

  return {
    app: async (name, redirectUris = [CALLBACK]) =>
      (await operate('app.create', { name, redirectUris })) as unknown as AppCredentials,
    addressFor,
    authorize,
    exchange,
    refresh: (app, refreshToken, path) =>
      form({ grant_type: 'refresh_token', ...credentialsOf(app), refresh_token: refreshToken }, path),
    tokens: async (app, userId) => {
      const { query } = await authorize(app, userId);
      const reply = await exchange(app, query.get('code') ?? '');
      return { accessToken: accessTokenIn(reply), refreshToken: refreshTokenIn(reply) };
    },
  };
}
