import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import { delegatedUser } from '../fixtures/delegated-user.ts';
import type { GrantLease } from '../fixtures/grant-keeper.ts';
import { refusedTokenAdvice } from '../fixtures/grant-keeper.ts';
import type { UserFixture } from '../profile/resolved.ts';
import type { App } from './actors.ts';
import { accessTokenIn } from './actors.ts';
import type { Grant } from './delegated.ts';
import {
  aClient,
  aCode,
  aGrant,
  authorizePath,
  aUserWithAccess,
  exchangeCode,
  grantIn,
  refresh,
  refreshTokenIn,
} from './delegated.ts';
import type { Scene } from './scene.ts';

/** A grant that no other case uses while it is held. Its tokens must be used through this object only. */
export interface HeldGrant {
  /** The grant with its newest tokens. */
  readonly grant: Grant;
  /** A personal API key of the user, if one is configured. */
  readonly apiKey?: string;
  /** Presents the newest refresh token. A new token is stored before the answer is returned. */
  refresh(): Promise<Exchange>;
  /** Ends the exclusive use. */
  release(): void;
}

/**
 * Does work with a valid grant: one that the suite makes, or the grant of the fixtures, which is then reserved for this
 * work. The work must not wait for time to pass, because other cases wait for the grant.
 */
export async function withDelegatedGrant<T>(scene: Scene, work: (held: HeldGrant) => Promise<T>): Promise<T> {
  const held = scene.makesGrants ? await anOwnGrant(scene) : await aFixtureGrant(scene);
  try {
    return await work(held);
  } finally {
    held.release();
  }
}

async function anOwnGrant(scene: Scene): Promise<HeldGrant> {
  const { user } = await aUserWithAccess(scene);
  let grant = await aGrant(scene, await aClient(scene), user);
  return {
    get grant() {
      return grant;
    },
    refresh: async () => {
      const answered = await refresh(scene, grant.app, grant.refreshToken);
      grant = newest(grant, answered);
      return answered;
    },
    release: () => {},
  };
}

/**
 * Returns the grant of the fixtures with new tokens: its refresh token is exchanged once, and the new one is stored
 * before it is returned. If there is no refresh token yet, or the tenant refuses it, the user signs in, if a browser is
 * available. A caller releases the grant in a `finally`.
 *
 * @throws PremiseUnmet if the grant cannot be obtained, with a way to repair it
 */
export async function aFixtureGrant(scene: Scene): Promise<HeldGrant> {
  const { target, journal } = scene;
  const { app: configured } = target.settings.fixtures;
  const user = delegatedUser(target);
  if (user === undefined || configured === undefined || target.fixtureGrants === undefined)
    throw new Unsupported(
      'there is no grant: the profile does not have both fixtures.app and a refreshToken in fixtures.users',
    );
  const app: App = { ...configured, own: false };
  const lease = await target.fixtureGrants.keeper.lease({
    baseUrl: target.baseUrl,
    clientId: app.clientId,
    userId: user.userId,
    ...(user.refreshToken === undefined ? {} : { refreshToken: user.refreshToken }),
  });
  try {
    if (lease.refreshToken !== undefined) journal.secrets.learn('refresh token', lease.refreshToken);
    let grant = await obtainValidGrant(scene, lease, app, user);
    return {
      get grant() {
        return grant;
      },
      ...(user.apiKey === undefined ? {} : { apiKey: user.apiKey }),
      refresh: async () => {
        const answered = await refreshedBy(scene, lease, app);
        grant = newest(grant, answered);
        return answered;
      },
      release: () => lease.release(),
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}

async function obtainValidGrant(scene: Scene, lease: GrantLease, app: App, user: UserFixture): Promise<Grant> {
  const { fixtureGrants, settings } = scene.target;
  const canSignIn = scene.supports('browser.authorize') || fixtureGrants?.person !== undefined;
  const redirectUri = canSignIn ? settings.fixtures.app?.redirectUri : undefined;
  if (lease.refreshToken !== undefined) {
    const answered = await refreshedBy(scene, lease, app);
    if (accessTokenIn(answered) !== undefined)
      return grantIn(app, user, answered, 'the refresh of the grant of the fixtures');
    const status = answered.response?.status ?? 0;
    // without a judgement on the token, the token may still be valid
    if (redirectUri === undefined || status < 400 || status >= 500) {
      throw new PremiseUnmet(
        `the refresh with the newest refresh token of ${user.userId} in fixtures.users ${answer(answered)}: ${refusedTokenAdvice(fixtureGrants?.keeper.place ?? '')}`,
      );
    }
  }
  if (redirectUri === undefined) throw new Unsupported('fixtures.app has no redirectUri to which a user could be sent');
  const code = await obtainCode(scene, app, user, redirectUri);
  const answered = await exchangeCode(scene, app, code, { redirectUri });
  const grant = grantIn(app, user, answered, 'the exchange of a fresh code for the app of the fixtures');
  await lease.keep(grant.refreshToken);
  return grant;
}

function refreshedBy(scene: Scene, lease: GrantLease, app: App): Promise<Exchange> {
  const isLost = (answered: Exchange): boolean => disturbanceOf(answered) !== undefined;
  return lease.refresh((refreshToken) => refresh(scene, app, refreshToken), refreshTokenIn, isLost);
}

/** Obtains a code with the browser of the control, or from the person at the terminal. */
async function obtainCode(scene: Scene, app: App, user: UserFixture, redirectUri: string): Promise<string> {
  const person = scene.target.fixtureGrants?.person;
  if (scene.supports('browser.authorize') || person === undefined) return aCode(scene, { user, app, redirectUri });
  const query = new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, response_type: 'code' });
  const url = `${scene.target.baseUrl}${authorizePath}?${query.toString()}`;
  const code = new URL(await person({ url, email: user.email })).searchParams.get('code');
  if (code === null || code === '')
    throw new PremiseUnmet(
      `no authorization code could be obtained: the browser of ${user.userId} came back without one`,
    );
  return scene.journal.secrets.learn('authorization code', code);
}

/** Returns the grant with the tokens of an answer instead of its former ones; unchanged if the answer lacks a token. */
function newest(grant: Grant, answered: Exchange): Grant {
  if (accessTokenIn(answered) === undefined || refreshTokenIn(answered) === undefined) return grant;
  return grantIn(grant.app, grant.user, answered, 'a refresh');
}
