import type { App } from '../../../drivers/world/actors.ts';
import { anAppWithAccess, requestToken, tokenPath, tokenPathsOf } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Demanded, Finding } from '../../../core/judgement.ts';
import { finding } from '../../../core/judgement.ts';
import { answer } from '../../../core/exchange.ts';
import {
  filledIn,
  knownMalformedTokenRequests,
  malformedTokenRequests,
} from '../../../generators/malformed-token-request.ts';
import type { MalformedTokenRequest } from '../../../generators/malformed-token-request.ts';
import type { Exchange } from '../../../core/exchange.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import {
  answeredAsClientError,
  carriesNoToken,
  granted,
  servedOtherwise,
  tokenLike,
} from '../../expectations/token-request.ts';

/** Sends a token request whose body need not be a form. */
function send(
  scene: Scene,
  { what, contentType, body, authorization }: MalformedTokenRequest,
  path: string,
): Promise<Exchange> {
  const type = contentType === undefined ? 'application/x-www-form-urlencoded' : contentType;
  return scene.send({
    method: 'POST',
    url: `${scene.target.baseUrl}${path}`,
    headers: {
      accept: 'application/json',
      ...(type === null ? {} : { 'content-type': type }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    body,
    note: what,
  });
}

/** An app, and whether a call with a text shows if the text is a token. */
interface AppToRefuse {
  readonly app: App;
  readonly canRecogniseTokens: boolean;
}

async function stage(scene: Scene): Promise<AppToRefuse> {
  const { app, authorization } = await anAppWithAccess(scene);
  return { app, canRecogniseTokens: await canRecogniseTokens(scene, authorization) };
}

/** Reports whether a listing is served with a live token and not without one. */
export async function canRecogniseTokens(scene: Scene, authorization: string): Promise<boolean> {
  const { path } = await scene.usualListing(1);
  const use = await scene.settle(() => scene.call(path, { authorization }), accepted);
  return accepted(use) && !accepted(await scene.call(path, { note: 'without a credential, for contrast' }));
}

/** Sends each token-like text of a refusal as a token, and returns the calls that are served. */
export async function callsWithItsTexts(scene: Scene, probe: Exchange): Promise<Exchange[]> {
  const uses: Exchange[] = [];
  const { path } = await scene.usualListing(1);
  for (const text of granted(probe) ? [] : tokenLike(probe, 3)) {
    const note = 'a text of a refusal, as a token';
    const use = await scene.call(path, { authorization: bearer(text), note });
    if (!accepted(use)) continue;
    scene.journal.secrets.learn('access token', text);
    uses.push(use);
  }
  return uses;
}

interface Attempt {
  readonly what: string;
  readonly probe: Exchange;
  /** Calls that were served with a text from the answer. */
  readonly uses: readonly Exchange[];
}

/** Sends a malformed request, and tries each token-like text of the answer as a token. */
async function attempt(
  scene: Scene,
  request: MalformedTokenRequest,
  { app, canRecogniseTokens: canTell }: AppToRefuse,
  path: string = tokenPath,
): Promise<Attempt> {
  const body = filledIn(request.body, { id: app.clientId, secret: app.clientSecret });
  const probe = await send(scene, { ...request, body }, path);
  const what = path === tokenPath ? request.what : `at ${path} ${request.what}`;
  return { what, probe, uses: canTell ? await callsWithItsTexts(scene, probe) : [] };
}

/** Yields a finding for each text of a refusal that works as an access token. */
export function* carriesNoUsableText(
  probe: Exchange,
  uses: readonly Exchange[],
  subject: string,
): Generator<Finding<'TOK-25'>> {
  for (const use of uses) {
    const observed = `${answer(probe)} and carried a text that is accepted as an access token`;
    yield finding('TOK-25', subject, observed, 'no token', use);
  }
}

function* isFairlyRefused({ what, probe, uses }: Attempt): Generator<Demanded<'TOK-25' | 'TOK-35'>> {
  const subject = `a token request ${what}`;
  yield* carriesNoToken(probe, 'TOK-25', subject);
  yield* carriesNoUsableText(probe, uses, subject);
  yield* answeredAsClientError(probe, 'TOK-35', subject);
}

/** Checks of the answer to a token request that cannot be granted. */
export const refusalsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/known-malformed-requests-are-client-errors-without-tokens',
    title: 'Malformed token requests of every known kind are answered as client errors, and without a token',
    proves: ['TOK-25', 'TOK-35'],
    needs: ['app'],
    async gather(scene) {
      const prepared = await stage(scene);
      const attempts: Attempt[] = [];
      for (const path of tokenPathsOf(scene)) {
        // a path that grants nothing refuses nothing
        if (!granted(await requestToken(scene, prepared.app, path))) continue;
        for (const request of knownMalformedTokenRequests) attempts.push(await attempt(scene, request, prepared, path));
      }
      return { attempts, control: await requestToken(scene, prepared.app) };
    },
    *judge({ attempts, control }) {
      const served = yield* servedOtherwise(control);
      for (const one of attempts) yield* heldIf(served, isFairlyRefused(one));
    },
  }),

  check({
    id: 'token-issuance/a-wrong-request-is-a-client-error-without-tokens',
    title: 'A wrong token request is answered as a client error, and the answer contains no token anywhere',
    proves: ['TOK-25', 'TOK-35'],
    needs: ['app'],
    cases: malformedTokenRequests,
    maxCases: 60,
    describe: ({ what }) => `a token request ${what}`,
    arrange: stage,
    async gather(scene, request, prepared) {
      const one = await attempt(scene, request, prepared);
      return { one, control: await requestToken(scene, prepared.app) };
    },
    *judge({ one, control }) {
      yield* heldIf(yield* servedOtherwise(control), isFairlyRefused(one));
    },
  }),
];
