import { Agent, request } from 'undici';
import type { RunningTenant } from './foreign-tenant.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; an empty object if it is not JSON. */
  readonly json: Record<string, unknown>;
}

/** A client that calls a running tenant and its control over the network. */
export interface TenantCaller {
  get(path: string, authorization?: string): Promise<Answer>;
  post(path: string, body: object, authorization?: string): Promise<Answer>;
  /** Posts a form to a token path. */
  token(fields: Readonly<Record<string, string>>, path?: string): Promise<Answer>;
  /** Carries out a control operation and returns its output. A status other than 200 is an error. */
  operate(operation: string, input?: object): Promise<Record<string, unknown>>;
  /**
   * Carries out a control operation and returns the answer with any status. With null, reads the control's description.
   */
  control(operation: string | null, input?: object, token?: string): Promise<Answer>;
  close(): Promise<void>;
}

export function callerOf(tenant: RunningTenant): TenantCaller {
  const agent = new Agent({ connect: { ca: tenant.caPem }, allowH2: false });
  const call = async (
    url: string,
    method: string,
    headers: Record<string, string | undefined>,
    body?: string,
  ): Promise<Answer> => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: sent as Record<string, string>,
      body: body ?? null,
    });
    const text = await response.body.text();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  };
  const control: TenantCaller['control'] = (operation, input = {}, token = tenant.controlToken) =>
    operation === null
      ? call(tenant.controlUrl, 'GET', { authorization: `Bearer ${token}` })
      : call(
          `${tenant.controlUrl}/${operation}`,
          'POST',
          { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          JSON.stringify(input),
        );
  return {
    control,
    get: (path, authorization) => call(tenant.baseUrl + path, 'GET', { accept: 'application/json', authorization }),
    post: (path, body, authorization) =>
      call(
        tenant.baseUrl + path,
        'POST',
        { accept: 'application/json', 'content-type': 'application/json', authorization },
        JSON.stringify(body),
      ),
    token: (fields, path = '/oauth/token') =>
      call(
        tenant.baseUrl + path,
        'POST',
        { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(fields).toString(),
      ),
    async operate(operation, input) {
      const answer = await control(operation, input);
      if (answer.status !== 200) throw new Error(`${operation} was answered with ${answer.status}: ${answer.text}`);
      return answer.json;
    },
    close: () => agent.close(),
  };
}
