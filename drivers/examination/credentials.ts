import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import { accessTokenIn, requestToken } from '../world/actors.ts';
import { basic } from '../world/authorization.ts';
import { delegatedUser } from '../fixtures/delegated-user.ts';
import type { UserFixture } from '../profile/resolved.ts';
import { aFixtureGrant } from '../world/fixture-grant.ts';
import { versionedListings } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, ok, wrong } from './examined.ts';
import { isCrash, mendServer, told } from './trouble.ts';

/** Tries each credential of the fixtures once, each for what it is for. */
export async function examineFixtures(scene: Scene): Promise<readonly Examined[]> {
  const { app, users } = scene.target.settings.fixtures;
  const examined: Examined[] = [];
  if (app !== undefined) {
    const request = await requestToken(scene, app);
    examined.push(
      accessTokenIn(request) === undefined
        ? wrong(
            'fixtures.app',
            `a token request with its client secret ${answer(request)}`,
            isCrash(request)
              ? mendServer
              : 'see that clientId and clientSecret are those of an app that is installed and not archived',
          )
        : ok('fixtures.app', 'its client secret brings an access token'),
    );
  }
  for (const user of users) if (user.apiKey !== undefined) examined.push(await examineKey(scene, user, user.apiKey));
  const granting = delegatedUser(scene.target);
  if (granting !== undefined) examined.push(await examineGrant(scene, granting));
  return examined;
}

/** Calls with an API key until one is served: on which versions keys are served is inference only, so one will do. */
export async function callsWithKey(scene: Scene, apiKey: string): Promise<readonly Exchange[]> {
  const calls: Exchange[] = [];
  for (const { path } of versionedListings) {
    const call = await scene.call(path, { authorization: basic(apiKey) });
    calls.push(call);
    if (isServed(call)) break;
  }
  return calls;
}

export function isServed({ response }: Exchange): boolean {
  return response?.status === 200;
}

async function examineKey(scene: Scene, { userId }: UserFixture, apiKey: string): Promise<Examined> {
  const calls = await callsWithKey(scene, apiKey);
  const served = calls.find(isServed);
  if (served !== undefined) return ok('fixtures.users', `the API key of ${userId} is accepted at ${pathOf(served)}`);
  return wrong(
    'fixtures.users',
    `with the API key of ${userId} ${calls.map(told).join(', ')}`,
    calls.every(isCrash)
      ? mendServer
      : 'see that the key is current, and its user neither suspended nor without access',
  );
}

function pathOf({ request }: Exchange): string {
  return new URL(request.url).pathname;
}

/** Its refresh token is spent by that, and the one that comes back is kept for the run. */
async function examineGrant(scene: Scene, user: UserFixture): Promise<Examined> {
  const part = 'fixtures.users';
  try {
    const held = await aFixtureGrant(scene);
    held.release();
    return ok(
      part,
      `the refresh token of ${user.userId} brought new ones, which are kept in .labconform/ for the next run`,
    );
  } catch (error) {
    if (error instanceof Unsupported) return note(part, error.message);
    if (!(error instanceof PremiseUnmet)) throw error;
    const [found = '', ...mend] = error.message.split(': ');
    return wrong(part, found, mend.join(': '));
  }
}
