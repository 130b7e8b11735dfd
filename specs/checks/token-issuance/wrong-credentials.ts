import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { notApplicable } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { requestToken } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Flaw } from '../../../generators/client-credential.ts';
import { describeFlaw, flawed, flaws, knownFlaws, stripped } from '../../../generators/client-credential.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { granted, noTokenByContrast } from '../../expectations/token-request.ts';
import { ask, aServedApp, emptied, rightFields, withField } from './request.ts';

/** A request with one wrong value and, if an empty value was granted, the same request without the field. */
interface Attempt {
  readonly note: string;
  readonly probe: Exchange;
  readonly leftOut?: Exchange;
}

/** Sends a client credential with a flaw. Returns undefined if the flaw does not make this credential wrong. */
async function attempt(
  scene: Scene,
  app: App,
  name: 'client_id' | 'client_secret',
  flaw: Flaw,
): Promise<Attempt | undefined> {
  const live = name === 'client_id' ? app.clientId : app.clientSecret;
  const wrong = flawed(live, flaw);
  if (wrong === undefined) return undefined;
  // a tenant may ignore letter case in a client id
  if (name === 'client_id' && stripped(wrong).toLowerCase() === stripped(live).toLowerCase()) return undefined;
  if (name === 'client_secret' && flaw.kind !== 'something else') {
    scene.journal.secrets.learnNearMiss(live, wrong, describeFlaw(flaw));
  }
  const note = `${name} ${describeFlaw(flaw)}`;
  if (wrong === '') return { note, ...(await emptied(scene, app, name)) };
  return { note, probe: await ask(scene, withField(rightFields(app), name, wrong), { note }) };
}

/**
 * Demands that a request with a wrong value yields no token. An empty field is the same as a missing one (FRE-39): if
 * the request without the field is granted too, the missing field is the reason, and another check judges it.
 */
function* isRefused(
  { note, probe, leftOut }: Attempt,
  control: Exchange,
  requirement: 'TOK-18' | 'TOK-20',
): Generator<Judgement<RequirementId, never>> {
  if (leftOut !== undefined && granted(leftOut)) {
    yield notApplicable('a token request without the field is granted');
    return;
  }
  yield* noTokenByContrast(probe, control, requirement, `a token request with its ${note}`);
}

/** Tries every known flaw, one after the other, and also the app's other credential. */
async function sweep(scene: Scene, app: App, name: 'client_id' | 'client_secret') {
  const attempts: Attempt[] = [];
  for (const flaw of knownFlaws) {
    const one = await attempt(scene, app, name, flaw);
    if (one !== undefined) attempts.push(one);
  }
  const [own, other] = name === 'client_id' ? ['client_secret', app.clientSecret] : ['client_id', app.clientId];
  const note = `${name} the ${own} of the app`;
  attempts.push({ note, probe: await ask(scene, withField(rightFields(app), name, other), { note }) });
  if (name === 'client_id' && app.appId.toLowerCase() !== app.clientId.toLowerCase()) {
    const probe = await ask(scene, withField(rightFields(app), name, app.appId), { note: "client_id the app's id" });
    attempts.push({ note: "client_id the app's id", probe });
  }
  return { attempts, control: await requestToken(scene, app) };
}

const noSuchFlaw = notApplicable('the drawn flaw does not change this value');

const flawedAndRight = fc.record({ flaw: flaws, after: fc.boolean() });

const when = (after: boolean): string => `${after ? 'after' : 'before'} a right request`;

/** Sends a flawed request and a right one, in either order. */
async function beside(
  scene: Scene,
  app: App,
  name: 'client_id' | 'client_secret',
  { flaw, after }: { readonly flaw: Flaw; readonly after: boolean },
) {
  const before = after ? await requestToken(scene, app) : undefined;
  const one = await attempt(scene, app, name, flaw);
  return one === undefined ? null : { one, control: before ?? (await requestToken(scene, app)) };
}

/** Checks of wrong client credentials ("POST {base_url}/oauth/token", rule 1; "Errors", first row). */
export const wrongCredentialsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/no-known-flaw-of-a-client-secret-passes',
    title: 'A client secret that is wrong in a well-known way yields no token',
    proves: ['TOK-18'],
    needs: ['app'],
    gather: async (scene) => sweep(scene, await aServedApp(scene), 'client_secret'),
    *judge({ attempts, control }) {
      for (const one of attempts) yield* isRefused(one, control, 'TOK-18');
    },
  }),

  check({
    id: 'token-issuance/a-wrong-client-secret-yields-no-token',
    title: 'A client secret that is wrong in any way yields no token',
    proves: ['TOK-18'],
    needs: ['app'],
    cases: flawedAndRight,
    describe: ({ flaw, after }) => `the client secret ${describeFlaw(flaw)}, ${when(after)}`,
    arrange: (scene) => aServedApp(scene),
    gather: (scene, given, app) => beside(scene, app, 'client_secret', given),
    *judge(seen) {
      yield* seen === null ? [noSuchFlaw] : isRefused(seen.one, seen.control, 'TOK-18');
    },
  }),

  check({
    id: 'token-issuance/no-known-flaw-of-a-client-id-passes',
    title: 'A client id that is cut, extended, a pattern or wrong in another well-known way yields no token',
    proves: ['TOK-20'],
    needs: ['app'],
    gather: async (scene) => sweep(scene, await aServedApp(scene), 'client_id'),
    *judge({ attempts, control }) {
      for (const one of attempts) yield* isRefused(one, control, 'TOK-20');
    },
  }),

  check({
    id: 'token-issuance/an-unknown-client-id-yields-no-token',
    title: 'A client id that no app has yields no token with any secret',
    proves: ['TOK-20'],
    needs: ['app'],
    cases: flawedAndRight,
    maxCases: 60,
    describe: ({ flaw, after }) => `the client id ${describeFlaw(flaw)}, ${when(after)}`,
    arrange: (scene) => aServedApp(scene),
    gather: (scene, given, app) => beside(scene, app, 'client_id', given),
    *judge(seen) {
      yield* seen === null ? [noSuchFlaw] : isRefused(seen.one, seen.control, 'TOK-20');
    },
  }),
];
