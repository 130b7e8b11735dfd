import { Agent, request } from 'undici';
import {
  createCertificate,
  seededRandom,
  startTenant,
  type Pause,
  type Post,
  type RunningTenant,
} from '../../tenant/index.ts';
import type { Fault } from '../../tenant/faults/index.ts';
import type { Variant } from '../../tenant/variants/index.ts';

export const certificate = await createCertificate(new Date());

export const STARTS_AT = new Date('2026-11-20T08:00:00.000Z');
export const LISTING_PATHS = [
  '/api/v3/entry/items',
  '/api/v2/entries',
  '/api/v3/plate/items',
  '/api/v2/plates',
  '/api/v2/assay-results',
  '/assay-results',
];

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON, or an empty object if it is not JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface AppCredentials {
  readonly appId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface OpenOptions {
  readonly seed?: number;
  readonly chance?: number | string;
  readonly fault?: Fault;
  readonly variant?: Variant;
  readonly elapsed?: () => number;
  readonly allowH2?: boolean;
  readonly post?: Post;
  readonly pause?: Pause;
  readonly publicUrl?: string;
}

/** A running tenant with a client that trusts it. Its clock stands still unless a test moves it. */
export interface OpenedTenant extends AsyncDisposable {
  readonly tenant: RunningTenant;
  readonly send: (
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<Reply>;
  readonly get: (path: string, authorization?: string) => Promise<Reply>;
  readonly form: (fields: Record<string, string>, path?: string) => Promise<Reply>;
  readonly operate: (operation: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly app: (name?: string) => Promise<AppCredentials>;
  readonly token: (app: AppCredentials, path?: string) => Promise<string>;
  readonly userWithKey: (email: string) => Promise<{ userId: string; apiKey: string }>;
  /** Creates a project with one record of each kind, granted to these actors. */
  readonly project: (name: string, ...actors: { userId?: string; appId?: string }[]) => Promise<string>;
}

export const bearer = (token: string) => `Bearer ${token}`;
export const basic = (username: string, password = '') =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Returns the items of a page, under any key. */
export function itemsOf(reply: Reply): Record<string, unknown>[] {
  return Object.values(reply.json).find((value) => Array.isArray(value)) as Record<string, unknown>[];
}

export const namesIn = (reply: Reply) => itemsOf(reply).map((item) => String(item['name']));

export async function openTenant(options: OpenOptions = {}): Promise<OpenedTenant> {
  const {
    seed = 7,
    chance = seed,
    elapsed = () => 0,
    allowH2 = false,
    fault,
    variant,
    post,
    pause,
    publicUrl,
  } = options;
  const tenant = await startTenant({
    certificate,
    random: seededRandom(chance),
    seed,
    elapsed,
    startsAt: STARTS_AT,
    ...(fault === undefined ? {} : { fault }),
    ...(variant === undefined ? {} : { variant }),
    ...(post === undefined ? {} : { post }),
    ...(pause === undefined ? {} : { pause }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  });
  const dispatcher = new Agent({ connect: { ca: tenant.caPem }, allowH2 });

  const send: OpenedTenant['send'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const response = await request(tenant.baseUrl + path, {
      dispatcher,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.body.text();
    const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.statusCode, headers: response.headers, text, json };
  };
  const form: OpenedTenant['form'] = (fields, path = '/oauth/token') =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const operate: OpenedTenant['operate'] = (operation, input) => tenant.control.operate(operation, input);

  return {
    tenant,
    send,
    get: (path, authorization) => send(path, authorization === undefined ? {} : { headers: { authorization } }),
    form,
    operate,
    app: async (name = 'Plate reader') => (await operate('app.create', { name })) as unknown as AppCredentials,
    token: async ({ clientId, clientSecret }, path) => {
      const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      return String((await form(fields, path)).json['access_token']);
    },
    userWithKey: async (email) => {
      const { userId } = await operate('user.create', { email });
      const { apiKey } = await operate('apiKey.create', { userId });
      return { userId: String(userId), apiKey: String(apiKey) };
    },
    project: async (name, ...actors) => {
      const projectId = String((await operate('project.create', { name }))['projectId']);
      for (const kind of ['entry', 'plate', 'assayResult']) {
        await operate('record.create', { kind, projectId, records: [{ name: `${kind} of ${name}` }] });
      }
      for (const actor of actors) await operate('project.grant', { projectId, ...actor });
      return projectId;
    },
    [Symbol.asyncDispose]: async () => {
      await dispatcher.destroy();
      await tenant.close();
    },
  };
}
