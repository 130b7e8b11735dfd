import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { anApp, requestToken, tokenPath } from '../../../drivers/world/actors.ts';
import type { RequestOptions } from '../../../drivers/world/request.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { granted } from '../../expectations/token-request.ts';

/** The fields of a token request, in the order in which they are sent. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** Returns the right fields of a client_credentials request. */
export function rightFields(app: Pick<App, 'clientId' | 'clientSecret'>): Fields {
  return [
    ['grant_type', 'client_credentials'],
    ['client_id', app.clientId],
    ['client_secret', app.clientSecret],
  ];
}

/** Returns the fields with one value replaced, or left out if it is undefined. */
export function withField(fields: Fields, name: string, value: string | undefined): Fields {
  return fields.flatMap((field) => (field[0] !== name ? [field] : value === undefined ? [] : [[name, value] as const]));
}

/** Sends a token request whose fields may be wrong on purpose. Tokens in the answer are recorded as secrets. */
export async function ask(
  scene: Scene,
  fields: Fields,
  options: RequestOptions & { readonly path?: string } = {},
): Promise<Exchange> {
  return askWithBody(scene, encoded(fields), options);
}

/** Returns the fields as a form body, or as a query string. */
export function encoded(fields: Fields): string {
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
}

/** Sends a token request with a body that is already encoded. */
export async function askWithBody(
  scene: Scene,
  body: string,
  { path = tokenPath, ...options }: RequestOptions & { readonly path?: string } = {},
): Promise<Exchange> {
  return scene.postForm(path, body, options);
}

/**
 * Sends a request with an empty field and, if it is granted, a request without the field. Both go over one connection
 * after a right request, so that the tenant may remember the right request for both.
 */
export function emptied(
  scene: Scene,
  app: App,
  name: 'grant_type' | 'client_id' | 'client_secret',
): Promise<{ readonly probe: Exchange; readonly leftOut?: Exchange }> {
  return scene.onOneConnection(async (over) => {
    await requestToken(scene, app, tokenPath, { over });
    const probe = await ask(scene, withField(rightFields(app), name, ''), { over, note: `${name} empty` });
    if (!granted(probe)) return { probe };
    const leftOut = await ask(scene, withField(rightFields(app), name, undefined), { over, note: `no ${name}` });
    return { probe, leftOut };
  });
}

/**
 * Returns an app that is granted tokens. A new app may take a moment to be known everywhere.
 *
 * @throws PremiseUnmet if the app is granted none
 */
export async function aServedApp(
  scene: Scene,
  options: { readonly name?: string; readonly redirectUris?: readonly string[] } = {},
): Promise<App> {
  const app = await anApp(scene, options);
  const first = await firstRequest(scene, app);
  if (!granted(first)) throw new PremiseUnmet(`a right token request ${answer(first)} and gave no token`);
  return app;
}

/** Sends the first token request of an app, and repeats it for as long as a change may take to be seen. */
export function firstRequest(scene: Scene, app: App): Promise<Exchange> {
  return scene.settle(() => requestToken(scene, app), granted);
}

/** Returns `count` apps, or one app if apps come from the fixtures. */
export async function someApps(
  scene: Scene,
  count: number,
  make: (scene: Scene) => Promise<App> = anApp,
): Promise<readonly App[]> {
  const apps: App[] = [];
  while (apps.length < (scene.supports('app.create') ? count : 1)) apps.push(await make(scene));
  return apps;
}
