import { randomUUID } from 'node:crypto';
import type { ControlInput } from '../foreign-tenant/control-service.ts';

/** The answers of a null tenant's control about redirect URIs, users' browsers and consents, which do not exist. */
export interface NullBrowser {
  /** Reports a URI as registered, unless no tenant would register it. */
  register(redirectUri: string): object;
  authorize(input: ControlInput): object;
  /** Forgets consents, so that users seem to be asked again. */
  forget(): void;
}

/**
 * @param status of the tenant's answers. If it is no success, a browser does not get to any page
 */
export function nullBrowser(status: number): NullBrowser {
  const sessions = new Set<string>();
  const consents = new Set<string>();
  return {
    register: (redirectUri) =>
      /^(https:|http:\/\/localhost[:/])/.test(redirectUri)
        ? { registered: true }
        : { registered: false, reason: 'It has to use HTTPS.' },
    authorize({ userId, url, consent, freshSession }) {
      const user = String(userId);
      const cookies = [`session=${randomUUID()}`];
      const query = URL.parse(String(url))?.searchParams ?? new URLSearchParams();
      const arrival = URL.parse(query.get('redirect_uri') ?? '');
      const client = query.get('client_id');
      if (status !== 200) return { location: null, prompts: [], status, cookies: [] };
      if (arrival === null || client === null || query.get('response_type') !== 'code') {
        return { location: null, prompts: [], status: 400, cookies };
      }
      if (freshSession === true) sessions.delete(user);
      const key = `${user} ${client}`;
      const prompts = [...(sessions.has(user) ? [] : ['signIn']), ...(consents.has(key) ? [] : ['consent'])];
      sessions.add(user);
      if (consent === 'deny') {
        arrival.searchParams.set('error', 'access_denied');
      } else {
        consents.add(key);
        arrival.searchParams.set('code', randomUUID());
      }
      const state = query.get('state');
      if (state !== null) arrival.searchParams.set('state', state);
      return { location: arrival.href, prompts, status: 302, cookies };
    },
    forget: () => consents.clear(),
  };
}
