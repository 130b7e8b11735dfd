import { accessTokenIn, aKeyOwnerWithAccess, anApp, requestToken } from '../world/actors.ts';
import type { Scene } from '../world/scene.ts';
import { callsWithKey, isServed } from './credentials.ts';
import type { Examined } from './examined.ts';
import { note, ok, wrong } from './examined.ts';

const part = 'propagationSeconds';
/** Real seconds after which a change is looked for no longer, unless the profile gives it more. */
const patience = 10;
/** Real seconds below which a change was seen at the first look. */
const atOnce = 0.02;

interface Watched {
  readonly change: string;
  /** Real seconds after which it was seen, as far as that was looked for. */
  readonly seenAfter: number | undefined;
}

/**
 * Makes some changes and sees how long each takes to be seen. A tenant that takes longer than the profile says would be
 * held to what it does not promise, and most checks would not even get as far.
 */
export async function examineChanges(scene: Scene): Promise<readonly Examined[]> {
  const watched = [...(await newApp(scene)), ...(await suspension(scene))];
  const lasted = watched.flatMap(({ seenAfter }) => seenAfter ?? []);
  const { propagationSeconds } = scene.target.settings.limits;
  const unseen = watched
    .filter(({ seenAfter }) => seenAfter === undefined)
    .map(({ change }) => note(part, `${change} was not seen within ${limitOf(scene)} s: a run judges that`));
  if (lasted.length === 0) return unseen;
  const longest = Math.max(...lasted);
  const slowest = watched.find(({ seenAfter }) => seenAfter === longest)?.change ?? '';
  const found = `${slowest} was seen after ${longest.toFixed(1)} s`;
  if (longest < atOnce) {
    const shorter =
      propagationSeconds > 0 ? ', so that a run with limits: { propagationSeconds: 0 } would be shorter' : '';
    return [ok(part, `changes are seen at once${shorter}`), ...unseen];
  }
  if (longest <= propagationSeconds) return [ok(part, `${found}, where ${propagationSeconds} are allowed`), ...unseen];
  return [
    wrong(
      part,
      `${found}, and the profile allows ${propagationSeconds}`,
      `say how long a change may take, with something to spare: limits: { propagationSeconds: ${Math.ceil(2 * longest)} }`,
    ),
    ...unseen,
  ];
}

async function newApp(scene: Scene): Promise<readonly Watched[]> {
  if (!scene.supports('app.create')) return [];
  const app = await anApp(scene);
  return [await watch(scene, 'a new app', async () => accessTokenIn(await requestToken(scene, app)) !== undefined)];
}

async function suspension(scene: Scene): Promise<readonly Watched[]> {
  if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return [];
  const { owner } = await aKeyOwnerWithAccess(scene);
  const works = async (): Promise<boolean> => (await callsWithKey(scene, owner.apiKey)).some(isServed);
  const known = await watch(scene, 'a new API key', works);
  if (known.seenAfter === undefined || !scene.supports('user.suspend') || !scene.supports('user.unsuspend'))
    return [known];
  const { userId } = owner;
  await scene.operate('user.suspend', { userId });
  const suspended = await watch(scene, 'a suspension', async () => !(await works()));
  await scene.operate('user.unsuspend', { userId });
  if (suspended.seenAfter === undefined) return [known, suspended];
  return [known, suspended, await watch(scene, 'the end of a suspension', works)];
}

/** How long a change that was just made takes to be seen. */
async function watch(scene: Scene, change: string, isSeen: () => Promise<boolean>): Promise<Watched> {
  const { now, pause } = scene.target.realTime;
  const from = now();
  for (let delay = 25; ; delay = Math.min(2 * delay, 250)) {
    const seconds = (now() - from) / 1000;
    if (await isSeen()) return { change, seenAfter: seconds };
    if (seconds > limitOf(scene)) return { change, seenAfter: undefined };
    await pause(delay);
  }
}

function limitOf({ target }: Scene): number {
  return Math.max(patience, target.settings.limits.propagationSeconds);
}
