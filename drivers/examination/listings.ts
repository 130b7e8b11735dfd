import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';
import { PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import { settledActor } from '../world/actors.ts';
import { assayResultsPaths } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, ok, wrong } from './examined.ts';
import { isCrash, isElsewhere, mendServer, told } from './trouble.ts';

const part = 'assayResultsPath';
const asked = 'is there a listing of assay results?';

/**
 * Whether assay results are listed where the profile says so or, where it says nothing, at one of the known paths. Without
 * a credential that works, a refusal shows that something is there.
 */
export async function examineAssayResults(scene: Scene): Promise<readonly Examined[]> {
  const configured = scene.target.settings.api.assayResultsPath;
  const paths = configured === undefined ? assayResultsPaths : [configured];
  const authorization = await authorizationOf(scene);
  const calls: Exchange[] = [];
  for (const path of paths) {
    const ask = (): Promise<Exchange> =>
      scene.call(path, { note: asked, ...(authorization === undefined ? {} : { authorization }) });
    // who was only just given access may be told at first that there is nothing
    const call = await scene.settle(ask, (one) => !isElsewhere(one) && !isCrash(one));
    if (isThere(call))
      return [ok(part, succeeded(call) ? `assay results are listed at ${path}` : `${told(call)}: it exists`)];
    calls.push(call);
  }
  const found = calls.map(told).join(', ');
  if (calls.some(isCrash)) return [wrong(part, found, mendServer)];
  const mend = 'set the path at which this tenant lists assay results: api: { assayResultsPath: /… }';
  // a tenant that has none breaks LST-05, which is no mistake in the profile
  return [
    configured === undefined ? note(part, `${found}: if there is another one, ${mend}`) : wrong(part, found, mend),
  ];
}

async function authorizationOf(scene: Scene): Promise<string | undefined> {
  try {
    return (await settledActor(scene)).authorization;
  } catch (error) {
    // that no credential works is told of the credentials
    if (error instanceof Unsupported || error instanceof PremiseUnmet) return undefined;
    throw error;
  }
}

/** A page, or a refusal: of what a success without an object may be, nothing can be listed. */
function isThere(call: Exchange): boolean {
  if (isCrash(call) || isElsewhere(call)) return false;
  return !succeeded(call) || jsonObject(call) !== undefined;
}
