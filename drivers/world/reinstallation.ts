import { disturbanceOf } from '../../core/disturbance.ts';
import type { OperationName } from '../control/operation.ts';
import { unlessRefused } from '../control/unless-refused.ts';
import type { Target } from '../session/target.ts';
import type { App } from './actors.ts';
import { accessTokenIn, settledTokenRequest, tokenPathsOf, withNewSecret } from './actors.ts';
import type { Scene } from './scene.ts';
import { StepNames } from './step-names.ts';

const needed = ['app.create', 'app.uninstall', 'app.install'] as const;

/**
 * Whether an app of each target was granted a token after a reinstallation. Undefined if the answer was disturbed, so that
 * it is tried again.
 */
const trials = new WeakMap<Target, Promise<boolean | undefined>>();

/**
 * Reports whether an app that was reinstalled can go on with its client id, and a rotated secret if the control rotates
 * secrets. A reinstallation may give an app another client id, which no operation of the control returns (FRE-49). This
 * is tried with a new app, once for each target.
 */
export async function reinstalledAppsGoOn(scene: Scene): Promise<boolean> {
  if (!needed.every((operation) => scene.supports(operation))) return false;
  // if another case could not finish the trial, this one tries by itself
  const underWay = trials.get(scene.target);
  const known = underWay === undefined ? undefined : await underWay.catch(() => undefined);
  if (known !== undefined) return known;
  // the other steps of the case keep their names, because a repetition of the case does not try again
  const trial = scene.together([tryOut], new StepNames('trial of a reinstalled app')).then(([goesOn]) => goesOn);
  trials.set(scene.target, trial);
  return (await trial) ?? false;
}

/**
 * Returns a function that tells why operations cannot be done, or why an app could not go on after them. Undefined if
 * there is no reason.
 */
export async function lacksOf(
  scene: Scene,
): Promise<(operations: readonly OperationName[], mayStop?: boolean) => string | undefined> {
  // a person does as little as possible
  const goOn = scene.target.control.kind === 'manual' || (await reinstalledAppsGoOn(scene));
  return (operations, mayStop = false) => {
    const lacking = operations.find((one) => !scene.supports(one));
    if (lacking !== undefined) return `the control does not offer ${lacking}`;
    const stops = !mayStop && !goOn && operations.includes('app.install');
    return stops ? 'an app that is installed again is not known by its client id' : undefined;
  };
}

/** Uninstalls an app and installs it again. Reports whether the control did not refuse that. */
export async function reinstall(scene: Scene, { appId }: Pick<App, 'appId'>): Promise<boolean> {
  const uninstalled = await unlessRefused(scene.operate('app.uninstall', { appId }));
  if (uninstalled === undefined) return false;
  await scene.operate('app.install', { appId });
  return true;
}

async function tryOut(scene: Scene): Promise<boolean | undefined> {
  const made = await scene.operate('app.create', { name: scene.target.name('app') });
  if (!(await reinstall(scene, made))) return false;
  const app = scene.supports('app.rotateSecret') ? await withNewSecret(scene, made) : made;
  const answered = await settledTokenRequest(scene, app, tokenPathsOf(scene)[0]);
  return disturbanceOf(answered) === undefined ? accessTokenIn(answered) !== undefined : undefined;
}
