import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import type { App } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  grant as addTo,
  legacyTokenPath,
  requestToken,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aCode, aGrant, aUserWithAccess, exchangeCode, refresh } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { callsUntilServed } from '../../expectations/open-listings.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import type { Soon } from '../../expectations/standing.ts';
import { callsAfterRevocation, mustBeServed, refreshAfterRevocation, useOf } from '../../expectations/standing.ts';
import { objectOf } from '../../../generators/object.ts';

const acts = { suspension: 'user.suspend', archiving: 'app.archive', uninstallation: 'app.uninstall' } as const;
type Act = keyof typeof acts;

/** What is tried, once of each token path. */
type Tried =
  | 'delegated token'
  | 'delegated token of a refresh'
  | 'refresh'
  | 'refresh at the other path'
  | 'code'
  | "app's token"
  | 'client_credentials';

const ofUsers: readonly Tried[] = [
  'delegated token',
  'delegated token of a refresh',
  'refresh',
  'refresh at the other path',
  'code',
];

/** What each change of state stops ("States and transitions"). An uninstalled app's own credentials are free (FRE-47). */
const stops: Readonly<Record<Act, readonly Tried[]>> = {
  suspension: ofUsers,
  archiving: [...ofUsers, "app's token", 'client_credentials'],
  uninstallation: ofUsers,
};

const cases: readonly { readonly act: Act; readonly tried: Tried; readonly back?: true }[] = [
  ...(Object.keys(acts) as Act[]).flatMap((act) => stops[act].map((tried) => ({ act, tried }))),
  // what an installation brought does not come back with the next one
  ...ofUsers.map((tried) => ({ act: 'uninstallation', tried, back: true }) as const),
];

/** Changes of state hold for tokens and requests of the legacy path too ("POST {base_url}/oauth/token", rule 3). */
export const lifecycleChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/changes-of-state-hold-at-the-legacy-path',
    title: 'A suspension, archiving or uninstallation has its effect at the legacy path too',
    proves: ['VER-15'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'user.suspend', 'app.archive', 'app.uninstall'],
    cases: objectOf({ what: fc.constantFrom(...cases), legacyFirst: fc.boolean(), listing: fc.nat(4) }),
    maxCases: 48,
    describe: ({ what: { act, tried, back } }) =>
      `${act}${back === true ? ' and an installation' : ''}, then a ${tried} of each path`,
    async arrange(scene) {
      const { user, laboratory } = await aUserWithAccess(scene);
      const { authorization } = await aGrant(scene, await aClient(scene), user);
      await callsUntilServed(scene, authorization);
      const paths: string[] = [];
      for (const { path } of await scene.listings()) {
        if (accepted(await scene.call(path, { authorization }))) paths.push(path);
      }
      return { laboratory, paths };
    },
    async gather(scene, { what: { act, tried, back }, legacyFirst, listing }, { laboratory, paths }) {
      const path = paths[listing % Math.max(1, paths.length)] ?? '/';
      const app = await aClient(scene);
      const { user } = await aUserWithAccess(scene);
      if (laboratory !== undefined) await addTo(scene, laboratory, app);
      else await aLaboratoryFor(scene, app);
      const order = legacyFirst ? [legacyTokenPath, tokenPath] : [tokenPath, legacyTokenPath];
      const soon: Soon = act === 'archiving' ? 'at once' : 'in time';
      const probes = new Map<string, () => Promise<boolean>>();
      const shown = new Map<string, Exchange>();
      for (const at of order) {
        const prepared = await prepare(scene, { tried, app, at, path, soon, user });
        probes.set(at, async () => {
          const { exchange, through } = await prepared();
          shown.set(at, exchange);
          return through;
        });
      }
      const witness = await aUserWithAccess(scene);
      const other = await aGrant(scene, await aClient(scene), witness.user, { path: legacyTokenPath });
      await scene.operate(acts[act], act === 'suspension' ? { userId: user.userId } : { appId: app.appId });
      // where changes take time, an uninstallation might not be over yet
      if (back === true && scene.supports('app.install') && !scene.changesTakeTime) {
        await scene.operate('app.install', { appId: app.appId });
      }
      const through = new Map<string, boolean>();
      for (const at of order) through.set(at, (await probes.get(at)?.()) ?? false);
      const control = await refresh(scene, other.app, other.refreshToken, { path: legacyTokenPath });
      return {
        legacy: through.get(legacyTokenPath) ?? false,
        unversioned: through.get(tokenPath) ?? false,
        shown: shown.get(legacyTokenPath),
        control,
      };
    },
    *judge({ legacy, unversioned, shown, control }, { what: { act, tried, back } }) {
      // what gets through on both paths is a matter of the change of state itself
      if (legacy && !unversioned && shown !== undefined) {
        const subject = `after ${act === 'suspension' ? 'a' : 'an'} ${act}${back === true ? ' and an installation' : ''}, a ${tried} of ${legacyTokenPath}`;
        yield finding(
          'VER-15',
          subject,
          `got through: ${shown.request.method} ${answer(shown)}`,
          `a refusal, as of ${tokenPath}`,
          shown,
        );
      }
      yield* premise(accessTokenIn(control) !== undefined, `a refresh that nothing stops ${answer(control)} too`);
    },
  }),
];

interface Preparation {
  readonly tried: Tried;
  readonly app: App;
  readonly user: Parameters<typeof aGrant>[2];
  /** The token path. */
  readonly at: string;
  /** The listing that is called. */
  readonly path: string;
  readonly soon: Soon;
}

/** Obtains before a change of state what is tried after it. */
async function prepare(
  scene: Scene,
  { tried, app, user, at, path, soon }: Preparation,
): Promise<() => Promise<{ exchange: Exchange; through: boolean }>> {
  const called = async (authorization: string): Promise<{ exchange: Exchange; through: boolean }> => {
    const [exchange] = await callsAfterRevocation(scene, authorization, [path], { soon });
    return exchange === undefined
      ? { exchange: await scene.call(path, { authorization }), through: false }
      : { exchange, through: accepted(exchange) };
  };
  const used = async (answered: Exchange): Promise<{ exchange: Exchange; through: boolean }> => {
    const call = (await useOf(scene, app, answered, [path], soon)).calls.find(accepted);
    return { exchange: call ?? answered, through: call !== undefined };
  };
  switch (tried) {
    case 'delegated token': {
      const { authorization } = await aGrant(scene, app, user, { path: at });
      await mustBeServed(scene, authorization, path, 'a delegated access token');
      return () => called(authorization);
    }
    case 'delegated token of a refresh': {
      const held = await aGrant(scene, app, user, { path: at });
      const refreshed = await refresh(scene, app, held.refreshToken, { path: at });
      const token = accessTokenIn(refreshed);
      if (token === undefined) throw new PremiseUnmet(`a refresh at ${at} ${answer(refreshed)}`);
      await mustBeServed(scene, bearer(token), path, 'the access token of a refresh');
      return () => called(bearer(token));
    }
    case 'refresh':
    case 'refresh at the other path': {
      const held = await aGrant(scene, app, user, { path: at });
      const elsewhere = at === tokenPath ? legacyTokenPath : tokenPath;
      const to = { path: tried === 'refresh' ? at : elsewhere };
      return async () => {
        if (soon === 'at once') return used(await refresh(scene, app, held.refreshToken, to));
        const exchange = await refreshAfterRevocation(scene, held, to);
        return { exchange, through: handsOutTokens(exchange) };
      };
    }
    case 'code': {
      const code = await aCode(scene, { app, user });
      return async () => used(await exchangeCode(scene, app, code, { path: at }));
    }
    case "app's token": {
      const authorization = bearer(await anAccessToken(scene, app, at));
      await mustBeServed(scene, authorization, path, "an app's token");
      return () => called(authorization);
    }
    case 'client_credentials':
      return async () => used(await requestToken(scene, app, at));
  }
}
