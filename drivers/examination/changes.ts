import type { Exchange } from '../../core/exchange.ts';
import { accessTokenIn, aKeyOwnerWithAccess, anApp, requestToken } from '../world/actors.ts';
import type { Scene } from '../world/scene.ts';
import { callsWithKey, isServed } from './credentials.ts';
import type { Examined } from './examined.ts';
import { note, ok, wrong } from './examined.ts';
import { isCrash, isNothingThere, serverFix, callInWords } from './trouble.ts';

const part = 'propagationSeconds';
/** Real seconds for which the examination looks for a change, unless the profile allows more. */
const patience = 10;
/** The same if the tenant fails. A failure that ends sooner is only a short disturbance, and is not reported. */
const patienceWithCrashes = 2;
/** Real seconds. A change that was seen sooner was seen at the first look. */
const atOnce = 0.02;

/** The result of one look at a change. */
interface ChangeSeen {
  readonly seen: boolean;
  /** The call that showed whether the change was seen. */
  readonly last: Exchange | undefined;
}

interface Watched {
  readonly change: string;
  /** Real seconds after which the change was seen; undefined if it was not seen in time. */
  readonly seenAfter: number | undefined;
  /** The last call that looked for the change. */
  readonly last: Exchange | undefined;
}

/**
 * Makes some changes and measures how long each takes to be seen. If a tenant takes longer than the profile says, a run
 * judges it by a promise that it does not make. Most checks would not even get that far.
 */
export async function examineChanges(scene: Scene): Promise<readonly Examined[]> {
  const app = await newApp(scene);
  // if the tenant issues no token, no other change can be seen either
  const watched = app.some((one) => troubleIn(one) !== undefined) ? app : [...app, ...(await suspension(scene))];
  const lasted = watched.flatMap(({ seenAfter }) => seenAfter ?? []);
  const { propagationSeconds } = scene.target.settings.limits;
  const unseen = watched
    .filter(({ seenAfter }) => seenAfter === undefined)
    .map((one) => {
      const trouble = troubleIn(one);
      if (trouble === undefined)
        return note(
          part,
          `${one.change} was not seen within ${limitOf(scene)} s: a run judges whether that is allowed`,
        );
      return wrong('tenant', `${callInWords(trouble)}, so ${one.change} could not be seen`, mendingOf(trouble));
    });
  if (lasted.length === 0) return unseen;
  const longest = Math.max(...lasted);
  const slowest = watched.find(({ seenAfter }) => seenAfter === longest)?.change ?? '';
  const found = `${slowest} was seen after ${longest.toFixed(1)} s`;
  if (longest < atOnce) {
    const shorter = propagationSeconds > 0 ? '; a run with limits: { propagationSeconds: 0 } would be shorter' : '';
    return [ok(part, `changes are seen at once${shorter}`), ...unseen];
  }
  if (longest <= propagationSeconds)
    return [ok(part, `${found}, within the ${propagationSeconds} s that the profile allows`), ...unseen];
  return [
    wrong(
      part,
      `${found}, but the profile allows ${propagationSeconds} s`,
      `allow more time for a change, with some margin: limits: { propagationSeconds: ${Math.ceil(2 * longest)} }`,
    ),
    ...unseen,
  ];
}

async function newApp(scene: Scene): Promise<readonly Watched[]> {
  if (!scene.supports('app.create')) return [];
  const app = await anApp(scene);
  const look = async (): Promise<ChangeSeen> => {
    const last = await requestToken(scene, app);
    return { seen: accessTokenIn(last) !== undefined, last };
  };
  return [await watch(scene, 'a new app', look)];
}

async function suspension(scene: Scene): Promise<readonly Watched[]> {
  if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return [];
  const { owner } = await aKeyOwnerWithAccess(scene);
  const works = async (): Promise<ChangeSeen> => {
    const calls = await callsWithKey(scene, owner.apiKey);
    const last = calls.at(-1);
    return { seen: calls.some(isServed), last };
  };
  const known = await watch(scene, 'a new API key', works);
  if (known.seenAfter === undefined || !scene.supports('user.suspend') || !scene.supports('user.unsuspend'))
    return [known];
  const { userId } = owner;
  await scene.operate('user.suspend', { userId });
  const suspended = await watch(scene, 'a suspension', async () => {
    const { seen, last } = await works();
    return { seen: !seen, last };
  });
  await scene.operate('user.unsuspend', { userId });
  if (suspended.seenAfter === undefined) return [known, suspended];
  return [known, suspended, await watch(scene, 'the end of a suspension', works)];
}

/** Measures how long a change that was just made takes to be seen. */
async function watch(scene: Scene, change: string, look: () => Promise<ChangeSeen>): Promise<Watched> {
  const { now, pause } = scene.target.realTime;
  const from = now();
  for (let delay = 25; ; delay = Math.min(2 * delay, 250)) {
    const seconds = (now() - from) / 1000;
    const { seen, last } = await look();
    if (seen) return { change, seenAfter: seconds, last };
    if (seconds > limitOf(scene, last !== undefined && isCrash(last))) return { change, seenAfter: undefined, last };
    await pause(delay);
  }
}

function limitOf({ target }: Scene, crashed = false): number {
  return Math.max(crashed ? patienceWithCrashes : patience, target.settings.limits.propagationSeconds);
}

/** Returns the last call if it shows no delay, but a server that fails or a token endpoint that does not exist. */
function troubleIn({ seenAfter, last }: Watched): Exchange | undefined {
  if (seenAfter !== undefined || last === undefined) return undefined;
  return isCrash(last) || (last.request.method === 'POST' && isNothingThere(last)) ? last : undefined;
}

function mendingOf(trouble: Exchange): string {
  return isCrash(trouble)
    ? serverFix
    : 'check that baseUrl is the address of the tenant, and that it has a token endpoint';
}
