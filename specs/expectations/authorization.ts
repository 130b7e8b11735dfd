import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Demanded } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import { PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { aUser } from '../../drivers/world/actors.ts';
import type { AuthorizationRequest, Authorized } from '../../drivers/world/delegated.ts';
import { aClient, authorize, authorizePath, exchangeCode, redirectUri } from '../../drivers/world/delegated.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { RequirementId } from '../requirements/index.ts';
import { granted } from './token-request.ts';

/** An app and a user whose authorization has succeeded, including its tokens. Plain data. */
export interface WorkingFlow {
  readonly app: App;
  readonly user: User;
  readonly redirectUri: string;
}

/**
 * Authorizes with a request that should give a code. New users and apps may take time to be known, so the authorization
 * is tried again; the prompts of all tries count.
 */
export async function arrive(scene: Scene, request: AuthorizationRequest): Promise<Authorized> {
  const prompts: Authorized['prompts'][number][] = [];
  const last = await scene.settle(
    async () => {
      const tried = await authorize(scene, request);
      prompts.push(...tried.prompts);
      return tried;
    },
    ({ code }) => code !== undefined && code !== '',
  );
  return { ...last, prompts };
}

/**
 * Makes sure that a code is real: without this proof, a control that only claims to deliver codes would pass.
 *
 * @throws PremiseUnmet if there is no code, or if it obtains no token
 */
export async function proveCode(
  scene: Scene,
  app: App,
  { code, location, status }: Authorized,
  to: string = redirectUri,
): Promise<void> {
  if (code === undefined || code === '') {
    const where = location === null ? `stayed inside the tenant with status ${status}` : 'came back without a code';
    throw new PremiseUnmet(`a plain authorization did not succeed: the user's browser ${where}`);
  }
  const exchanged = await exchangeCode(scene, app, code, { redirectUri: to });
  if (!granted(exchanged)) throw new PremiseUnmet(`the code of a plain authorization ${answer(exchanged)}`);
}

/** Creates a user who has a session and has consented to an app, and proves that an authorization obtains tokens. */
export async function aWorkingFlow(
  scene: Scene,
  redirectUris: readonly [string, ...string[]] = [redirectUri],
): Promise<WorkingFlow> {
  const app = await aClient(scene, redirectUris);
  const user = await aUser(scene);
  await proveFlow(scene, app, user, redirectUris[0]);
  return { app, user, redirectUri: redirectUris[0] };
}

/** Lets a user consent to an app and proves that this obtains tokens. @throws PremiseUnmet if it does not */
export async function proveFlow(scene: Scene, app: App, user: User, to: string = redirectUri): Promise<void> {
  await proveCode(scene, app, await arrive(scene, { user, app, redirectUri: to }), to);
}

/** How the values of an address are encoded; all encodings mean the same. */
export type QueryEncoding = 'usual' | 'every octet' | 'lower case' | 'where need be';

/** Returns an address of the authorization endpoint with these parameters, in this order. */
export function authorizationAddress(
  scene: Scene,
  parameters: readonly (readonly [string, string])[],
  encoding: QueryEncoding = 'usual',
): string {
  const query = parameters.map(([name, value]) => `${name}=${encoded(value, encoding)}`).join('&');
  return `${scene.target.baseUrl}${authorizePath}?${query}`;
}

function encoded(text: string, encoding: QueryEncoding): string {
  if (encoding === 'usual') return encodeURIComponent(text);
  // a query may contain colons and slashes unencoded (RFC 3986, section 3.4)
  if (encoding === 'where need be') return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2F', '/');
  if (encoding === 'every octet') {
    return Array.from(
      Buffer.from(text, 'utf8'),
      (octet) => `%${octet.toString(16).padStart(2, '0').toUpperCase()}`,
    ).join('');
  }
  return encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** A value that a redirect passes to its receiver, in its query or its fragment. */
export interface HandedOver {
  readonly name: 'code' | 'access_token' | 'id_token' | 'refresh_token';
  readonly value: string;
}

const kinds = {
  code: 'authorization code',
  access_token: 'access token',
  id_token: 'ID token',
  refresh_token: 'refresh token',
} as const;

/** Returns the codes and tokens in the query or fragment of an address. Empty values are ignored. */
export function valuesHandedOver(location: string | null): HandedOver[] {
  return (location ?? '')
    .split(/[?&#]/)
    .slice(1)
    .flatMap((pair) => {
      const [name = '', value = ''] = [...new URLSearchParams(pair)][0] ?? [];
      return name in kinds && value !== '' ? [{ name: name as HandedOver['name'], value }] : [];
    });
}

/** An authorization that must give nothing, and the values that it gave. Plain data. */
export interface Attempt {
  readonly authorized: Authorized;
  readonly handedOver: readonly HandedOver[];
  /**
   * If a value named code was given: the exchange at which the token endpoint accepted a code, or else the last
   * exchange at which it accepted none. An error page may call something else code (FRE-54, FRE-55), so only its use
   * shows what it is.
   */
  readonly exchanged?: Exchange;
}

/**
 * Examines an authorization that should give nothing. Values that it gave anyway are treated as secrets from then on.
 * Each code is presented by each of the apps with each of the addresses to which it may be bound, until one is
 * accepted.
 */
export async function attempted(
  scene: Scene,
  apps: App | readonly App[],
  authorized: Authorized,
  addresses: string | readonly string[] = redirectUri,
): Promise<Attempt> {
  const handedOver = valuesHandedOver(authorized.location);
  for (const { name, value } of handedOver) scene.journal.secrets.learn(kinds[name], value);
  const codes = new Set(handedOver.filter(({ name }) => name === 'code').map(({ value }) => value));
  const bound = new Set([addresses, placeOf(authorized.location)].flat().filter((address) => address !== ''));
  let exchanged: Exchange | undefined;
  for (const code of codes) {
    for (const app of [apps].flat()) {
      for (const to of bound) {
        exchanged = await exchangeCode(scene, app, code, { redirectUri: to, note: 'a code that should not be one' });
        if (granted(exchanged)) return { authorized, handedOver, exchanged };
      }
    }
  }
  return { authorized, handedOver, ...(exchanged === undefined ? {} : { exchanged }) };
}

/** Demands that no value left the tenant by which an app could act for the user. */
export function* handsOverNothing(
  { authorized, handedOver, exchanged }: Attempt,
  requirement: RequirementId,
  subject: string,
  names: readonly HandedOver['name'][] = ['code'],
): Generator<Demanded<RequirementId>> {
  for (const name of names) {
    if (!handedOver.some((one) => one.name === name)) continue;
    if (name === 'code' && (exchanged === undefined || !granted(exchanged))) continue;
    const what = name === 'code' ? 'a code, which obtained a token' : name;
    const observed = `sent the browser to ${placeOf(authorized.location)} with ${what}`;
    yield finding(requirement, subject, observed, name === 'code' ? 'no code' : `no ${name}`, authorized);
    return;
  }
  yield held(requirement);
}

/** Returns an address without its query and fragment, as a finding names it. */
export function placeOf(location: string | null): string {
  return (location ?? 'nowhere').replace(/[?#].*$/s, '');
}

/**
 * Reports whether two addresses lead a browser to the same place. Queries and fragments are ignored, and so is a slash
 * at the end, which is free (FRE-64).
 */
export function isAt(location: string | null, address: string): boolean {
  return isSamePlace(location, address, (path) => path.replace(/\/+$/, ''));
}

/** Compares addresses as {@link isAt} does, but with the slash at the end. */
export function isExactlyAt(location: string | null, address: string): boolean {
  return isSamePlace(location, address, (path) => path);
}

function isSamePlace(location: string | null, address: string, kept: (path: string) => string): boolean {
  const [one, other] = [location === null ? null : parsed(location), parsed(address)];
  if (one === null || other === null) return false;
  return (
    one.origin === other.origin &&
    one.host === other.host &&
    one.protocol === other.protocol &&
    one.username === other.username &&
    kept(normalPath(one.pathname)) === kept(normalPath(other.pathname))
  );
}

/** Returns a path with unnecessary escapes removed (RFC 3986, sections 6.2.2.1 and 6.2.2.2). */
function normalPath(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Reports whether the user saw no prompt at all and the app got a code. */
export function wasInvisible({ code, prompts }: Authorized): boolean {
  return code !== undefined && prompts.length === 0;
}

/**
 * Returns the cookies of the browser's session as a request header.
 *
 * @throws Unsupported if the control gives none
 */
export function sessionOf({ cookies = [] }: Authorized): Readonly<Record<'cookie', string>> {
  if (cookies.length === 0) throw new Unsupported('browser.authorize gives no cookies of the browser');
  return { cookie: cookies.join('; ') };
}

/** Describes how an authorization ended, in the words of a finding. */
export function ending({ location, status, code, prompts }: Authorized): string {
  if (location === null) return `ended inside the tenant with status ${status}${asked(prompts)}`;
  return `sent the browser to ${placeOf(location)} ${code === undefined || code === '' ? 'without' : 'with'} a code`;
}

/** Describes the place to which a refused request led the browser, in the words of an observation. */
export function refusalPlace({ location, status }: Authorized, address: string): string {
  if (location === null) return `a page with status ${status}`;
  return isAt(location, address) ? 'a redirect to the app' : 'a page outside the tenant';
}

function asked(prompts: Authorized['prompts']): string {
  return prompts.length === 0 ? '' : ` after ${prompts.join(' and ')}`;
}

/** Parses an address. A scheme-relative address is taken as HTTPS, like the page on which it stands. */
function parsed(address: string): URL | null {
  return URL.parse(address, address.startsWith('//') ? 'https://tenant.invalid' : undefined);
}
