import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Demanded } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, settledTokenRequest, withNewSecret } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { AuthorizationRequest, Authorized } from '../../../drivers/world/delegated.ts';
import { aGrant, authorize, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  authorizeUntilTokens,
  callsWhenServed,
  callsAfterRevocation,
  refreshAfterRevocation,
} from '../../expectations/standing.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Stage } from './stage.ts';
import { archive, install, pathAt, unarchive, uninstall } from './stage.ts';
import { demand } from '../../../core/judgement.ts';

/**
 * Uninstalls an app and installs it again. Its credentials may be others afterwards (FRE-49), so it comes back with a
 * secret that works.
 *
 * @param held a delegated token of the app, by which the uninstallation is seen to have taken effect
 * @param times how often it is uninstalled in a row, which changes nothing after the first
 * @param meanwhile what is done with the app before it is installed again
 * @param whileArchived whether it is archived for the time of the uninstallation, where the control can
 * @throws PremiseUnmet where the app gets no token of its own any more
 */
export async function reinstall(
  scene: Scene,
  app: App,
  held: string,
  path: string,
  {
    times = 1,
    meanwhile = 'nothing',
    whileArchived = false,
  }: { readonly times?: number; readonly meanwhile?: Change; readonly whileArchived?: boolean } = {},
): Promise<App> {
  if (whileArchived && scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await archive(scene, app);
    // in which states an app can be uninstalled is the operator's affair; where it was, this changes nothing more
    await unlessRefused(uninstall(scene, app));
    await unarchive(scene, app);
  }
  for (let time = 0; time < times; time++) await uninstall(scene, app);
  await callsAfterRevocation(scene, held, [path]);
  const present = await changed(scene, app, meanwhile);
  await install(scene, app);
  return knownAgain(scene, present);
}

/**
 * As {@link reinstall}, of an app that holds nothing yet by which the uninstallation could be seen: where changes take
 * time, what it obtains for a user of its own tells. Taking effect later it would end what comes after the installation.
 */
export async function reinstallUnused(scene: Scene, app: App): Promise<App> {
  const held = scene.changesTakeTime ? await aGrant(scene, app, await aUser(scene)) : undefined;
  await uninstall(scene, app);
  if (held !== undefined) {
    await callsAfterRevocation(scene, held.authorization, [scene.versionedListings[0].path]);
    await refreshAfterRevocation(scene, held);
  }
  await install(scene, app);
  return knownAgain(scene, app);
}

/** The app with a secret that works. @throws PremiseUnmet where there is none */
export async function knownAgain(scene: Scene, app: App): Promise<App> {
  const ask = (secret: string) => settledTokenRequest(scene, { ...app, clientSecret: secret });
  const asked = await ask(app.clientSecret);
  if (accessTokenIn(asked) !== undefined) return app;
  if (scene.supports('app.rotateSecret')) {
    const renewed = await withNewSecret(scene, app);
    if (accessTokenIn(await ask(renewed.clientSecret)) !== undefined) return renewed;
  }
  throw new PremiseUnmet(`client_credentials of a reinstalled app ${answer(asked)}: are its credentials others now?`);
}

/**
 * An authorization that may be expected to ask for consent and to give a code, tried again until it has done both; the
 * prompts of all tries count.
 */
export async function arriveAsked(scene: Scene, request: AuthorizationRequest): Promise<Authorized> {
  const prompts: Authorized['prompts'][number][] = [];
  const last = await scene.settle(
    async () => {
      const tried = await authorize(scene, request);
      prompts.push(...tried.prompts);
      return tried;
    },
    ({ code }) => code !== undefined && code !== '' && prompts.includes('consent'),
  );
  return { ...last, prompts };
}

/** Consent was asked for before a code was given; where none was given nothing can be said of that. */
export function* asksAgain(
  { code, prompts }: Authorized,
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const asked = prompts.includes('consent');
  // without a code nothing was authorized, asked for or not
  if (!asked && (code === undefined || code === '')) return;
  yield demand(asked, requirement, subject, 'gave a code without asking for consent', 'the question for consent');
}

/** What may be done with an app that is no consent to it. */
export const appChanges = ['nothing', 'a new secret', 'another redirect URI', 'archived and unarchived'] as const;

/** What of that may be done while it is not installed: of an app that was archived then, a console may decline the rest. */
export const changesMeanwhile = appChanges.filter((change) => change !== 'archived and unarchived');

type Change = (typeof appChanges)[number];

/** The app after it was changed while it is installed; as it was where the control cannot do that. */
export async function changedSince(scene: Scene, app: App, what: Change): Promise<App> {
  const present = await changed(scene, app, what);
  return what === 'a new secret' || what === 'archived and unarchived' ? knownAgain(scene, present) : present;
}

/** The app after a change that a console may decline in the state in which the app is (FRE-119). */
async function changed(scene: Scene, app: App, what: Change): Promise<App> {
  if (what === 'a new secret' && scene.supports('app.rotateSecret')) {
    return (await unlessRefused(withNewSecret(scene, app))) ?? app;
  }
  if (what === 'another redirect URI' && scene.supports('app.registerRedirectUri')) {
    const redirectUri = 'https://since.conformance.example/callback';
    await unlessRefused(scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri }));
  }
  if (what === 'archived and unarchived' && scene.supports('app.archive') && scene.supports('app.unarchive')) {
    await unlessRefused(archive(scene, app));
    await unlessRefused(unarchive(scene, app));
  }
  return app;
}

/** A consent that was given again, and what came of it. */
export interface Renewal {
  readonly authorized: Authorized;
  readonly exchanged?: Exchange;
  readonly calls: readonly Exchange[];
  /** The last of two refreshes, or the first where it brought nothing to go on with. */
  readonly again?: Exchange;
  /** The Authorization header of the newest token. */
  readonly token?: string;
}

/** Has a user consent again, and uses and refreshes what comes of it. */
export async function renewed(scene: Scene, app: App, user: User, stage: Stage): Promise<Renewal> {
  const { authorized, exchanged } = await authorizeUntilTokens(scene, { user, app }, 'asked');
  if (exchanged === undefined) return { authorized, calls: [] };
  const token = accessTokenIn(exchanged);
  if (token === undefined) return { authorized, exchanged, calls: [] };
  const calls = await callsWhenServed(scene, bearer(token), [pathAt(stage.forUsers, 0)]);
  const refreshToken = refreshTokenIn(exchanged);
  if (refreshToken === undefined) return { authorized, exchanged, calls, token: bearer(token) };
  let again = await refresh(scene, app, refreshToken);
  let newest = accessTokenIn(again) ?? token;
  const second = refreshTokenIn(again);
  if (second !== undefined) {
    again = await refresh(scene, app, second);
    newest = accessTokenIn(again) ?? newest;
  }
  return { authorized, exchanged, calls, again, token: bearer(newest) };
}
