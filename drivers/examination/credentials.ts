import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet, SuiteMistake, Unsupported } from '../../core/trouble.ts';
import { accessTokenIn, requestToken } from '../world/actors.ts';
import { basic } from '../world/authorization.ts';
import { delegatedUser } from '../fixtures/delegated-user.ts';
import type { UserFixture } from '../profile/resolved.ts';
import type { RealTime } from '../session/target.ts';
import { aFixtureGrant } from '../world/fixture-grant.ts';
import { versionedListings } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, ok, wrong } from './examined.ts';
import { isRefused, staysRefused } from './refusal.ts';
import { isCrash, serverFix, callInWords } from './trouble.ts';

const mendApp = 'check that clientId and clientSecret belong to an app that is installed and not archived';
const mendKey = 'check that the key is current, and that its user is not suspended and has access';

/**
 * Returns the credentials of the fixtures that the tenant refuses three times in a row, each with a fix. Refresh tokens
 * are not tried, because a try spends them.
 */
export async function refusedFixtures(
  scene: Scene,
  time: Pick<RealTime, 'now' | 'pause'>,
): Promise<readonly Examined[]> {
  const { app, users } = scene.target.settings.fixtures;
  const keys = users.flatMap(({ userId, apiKey }) => (apiKey === undefined ? [] : [{ userId, apiKey }]));
  const refused: Examined[] = [];
  if (app !== undefined) {
    const refusal = await staysRefused(() => requestToken(scene, app), time, 0);
    if (refusal !== undefined) refused.push(wrong('fixtures.app', ofApp(refusal), mendApp));
  }
  for (const { userId, apiKey } of keys) {
    const call = async (): Promise<Exchange> => {
      const calls = await callsWithKey(scene, apiKey);
      return calls.find((one) => !isRefused(one)) ?? mostTelling(calls);
    };
    const refusal = await staysRefused(call, time, 0);
    if (refusal !== undefined)
      refused.push(wrong('fixtures.users', `with the API key of ${userId}, ${callInWords(refusal)}`, mendKey));
  }
  const tried = keys.length + (app === undefined ? 0 : 1);
  if (tried === 0 || refused.length < tried) return refused;
  const found = `the tenant at ${scene.target.baseUrl} accepts none of them`;
  return [...refused, wrong('fixtures', found, 'check that fixtures and baseUrl belong to the same tenant')];
}

/** Returns the last call whose listing exists. A 404 says nothing about the key, because the listing may be missing. */
function mostTelling(calls: readonly Exchange[]): Exchange {
  const last = calls.findLast(({ response }) => response?.status !== 404) ?? calls.at(-1);
  if (last === undefined) throw new SuiteMistake('there is no listing to call with an API key');
  return last;
}

function ofApp(request: Exchange): string {
  return `a token request with its client secret ${answer(request)}`;
}

/** Tries each credential of the fixtures once, for its own purpose. */
export async function examineFixtures(scene: Scene): Promise<readonly Examined[]> {
  const { app, users } = scene.target.settings.fixtures;
  const examined: Examined[] = [];
  if (app !== undefined) {
    const request = await requestToken(scene, app);
    examined.push(
      accessTokenIn(request) === undefined
        ? wrong('fixtures.app', ofApp(request), isCrash(request) ? serverFix : mendApp)
        : ok('fixtures.app', 'the tenant issues an access token for its client secret'),
    );
  }
  for (const user of users) if (user.apiKey !== undefined) examined.push(await examineKey(scene, user, user.apiKey));
  const granting = delegatedUser(scene.target);
  if (granting !== undefined) examined.push(await examineGrant(scene, granting));
  return examined;
}

/** Calls with an API key until one call is served. The versions that serve keys are only inferred, so one is enough. */
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
    `with the API key of ${userId}, ${calls.map(callInWords).join(', ')}`,
    calls.every(isCrash) ? serverFix : mendKey,
  );
}

function pathOf({ request }: Exchange): string {
  return new URL(request.url).pathname;
}

/** Exchanges the user's refresh token. The exchange spends it, and the new one is kept for the run. */
async function examineGrant(scene: Scene, user: UserFixture): Promise<Examined> {
  const part = 'fixtures.users';
  try {
    const grant = await aFixtureGrant(scene);
    grant.release();
    return ok(
      part,
      `the refresh token of ${user.userId} was exchanged for new tokens, which are kept in .labconform/ for the next run`,
    );
  } catch (error) {
    if (error instanceof Unsupported) return note(part, error.message);
    if (!(error instanceof PremiseUnmet)) throw error;
    const [found = '', ...mend] = error.message.split(': ');
    return wrong(part, found, mend.join(': '));
  }
}
