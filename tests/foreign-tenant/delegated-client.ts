import type { Answer, TenantCaller } from './tenant-caller.ts';

export const HOME = 'http://localhost:7777/back?of=mine';

/** An app with a registered redirect URI. */
export interface DelegatedApp {
  readonly appId: string;
  readonly credentials: { readonly client_id: string; readonly client_secret: string };
}

export interface Arrived {
  readonly location: string | null;
  readonly prompts: readonly string[];
  readonly status: number;
  readonly cookies: readonly string[];
  /** The parameters of the location; empty if there is no location. */
  readonly parameters: URLSearchParams;
}

/** A client that goes through the delegated flow as an app and its users do. */
export interface DelegatedClient {
  newApp(): Promise<DelegatedApp>;
  /** Makes a user with access to one project, which holds one entry. */
  newUser(): Promise<{ readonly userId: string; readonly basic: string; readonly entryId: string }>;
  authorize(
    app: DelegatedApp,
    userId: string,
    options?: { readonly query?: Record<string, string>; readonly consent?: string; readonly freshSession?: boolean },
  ): Promise<Arrived>;
  exchange(app: DelegatedApp, code: string, path?: string): Promise<Answer>;
  refresh(app: DelegatedApp, refreshToken: unknown, path?: string): Promise<Answer>;
  /** Authorizes the app, exchanges the code, and returns both tokens. */
  tokens(app: DelegatedApp, userId: string): Promise<{ readonly access: string; readonly refresh: string }>;
  /** Returns the status of a call with an access token. */
  statusOf(accessToken: unknown): Promise<number>;
}

export function delegatedClient(caller: TenantCaller, baseUrl: string): DelegatedClient {
  let made = 0;
  const authorize: DelegatedClient['authorize'] = async (app, userId, options = {}) => {
    const query = new URLSearchParams(
      options.query ?? { client_id: app.credentials.client_id, redirect_uri: HOME, response_type: 'code' },
    );
    const arrived = await caller.operate('browser.authorize', {
      userId,
      url: `${baseUrl}/oauth/authorize?${query.toString()}`,
      consent: options.consent ?? 'grant',
      freshSession: options.freshSession ?? false,
    });
    const location = arrived['location'] as string | null;
    return {
      location,
      prompts: arrived['prompts'] as string[],
      status: Number(arrived['status']),
      cookies: arrived['cookies'] as string[],
      parameters: location === null ? new URLSearchParams() : new URL(location).searchParams,
    };
  };
  const exchange: DelegatedClient['exchange'] = (app, code, path) =>
    caller.token({ grant_type: 'authorization_code', ...app.credentials, redirect_uri: HOME, code }, path);
  return {
    async newApp() {
      const app = await caller.operate('app.create', { name: 'Bench & Co', redirectUris: [HOME] });
      const credentials = { client_id: String(app['clientId']), client_secret: String(app['clientSecret']) };
      return { appId: String(app['appId']), credentials };
    },
    async newUser() {
      made += 1;
      const { userId } = await caller.operate('user.create', { email: `user-${made}@bench.example` });
      const { apiKey } = await caller.operate('apiKey.create', { userId });
      const { projectId } = await caller.operate('project.create', { name: 'own' });
      await caller.operate('project.grant', { projectId, userId });
      const { ids } = await caller.operate('record.create', { kind: 'entry', projectId, records: [{ name: 'own' }] });
      const basic = `Basic ${Buffer.from(`${String(apiKey)}:`).toString('base64')}`;
      return { userId: String(userId), basic, entryId: String((ids as string[])[0]) };
    },
    authorize,
    exchange,
    refresh: (app, refreshToken, path) =>
      caller.token(
        { grant_type: 'refresh_token', ...app.credentials, refresh_token: String(refreshToken), scope: 'x' },
        path,
      ),
    async tokens(app, userId) {
      const code = (await authorize(app, userId)).parameters.get('code') ?? '';
      const { json } = await exchange(app, code);
      return { access: String(json['access_token']), refresh: String(json['refresh_token']) };
    },
    statusOf: async (accessToken) => (await caller.get('/api/v3/entry/items', `Bearer ${String(accessToken)}`)).status,
  };
}
