import type { Exchange } from '../../core/exchange.ts';
import { jsonObject, succeeded } from '../../core/exchange.ts';
import { PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import { settledActor } from '../world/actors.ts';
import { assayResultsPaths } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, ok, wrong } from './examined.ts';
import { isCrash, isNothingThere, serverFix, callInWords } from './trouble.ts';

const part = 'assayResultsPath';
const asked = 'is there a listing of assay results?';

/**
 * Examines whether assay results are listed at the path of the profile or, if it has none, at one of the known paths.
 * Without a working credential, a refusal shows that the listing exists.
 */
export async function examineAssayResults(scene: Scene): Promise<readonly Examined[]> {
  const configured = scene.target.settings.api.assayResultsPath;
  const paths = configured === undefined ? assayResultsPaths : [configured];
  const authorization = await authorizationOf(scene);
  const calls: Exchange[] = [];
  for (const path of paths) {
    const ask = (): Promise<Exchange> =>
      scene.call(path, { note: asked, ...(authorization === undefined ? {} : { authorization }) });
    // a tenant may at first answer a caller with new access that nothing exists there
    const call = await scene.settle(ask, (one) => !isNothingThere(one) && !isCrash(one));
    if (isThere(call))
      return [ok(part, succeeded(call) ? `assay results are listed at ${path}` : `${callInWords(call)}: it exists`)];
    calls.push(call);
  }
  const found = calls.map(callInWords).join(', ');
  if (calls.some(isCrash)) return [wrong(part, found, serverFix)];
  const mend = 'set the path at which this tenant lists assay results: api: { assayResultsPath: /… }';
  // a tenant without the listing breaks LST-05; that is no mistake in the profile
  return [
    configured === undefined ? note(part, `${found}: if there is another path, ${mend}`) : wrong(part, found, mend),
  ];
}

async function authorizationOf(scene: Scene): Promise<string | undefined> {
  try {
    return (await settledActor(scene)).authorization;
  } catch (error) {
    // the examination of the credentials reports that none works
    if (error instanceof Unsupported || error instanceof PremiseUnmet) return undefined;
    throw error;
  }
}

/** Reports whether an answer is a page or a refusal. A success without a JSON object is no page. */
function isThere(call: Exchange): boolean {
  if (isCrash(call) || isNothingThere(call)) return false;
  return !succeeded(call) || jsonObject(call) !== undefined;
}
