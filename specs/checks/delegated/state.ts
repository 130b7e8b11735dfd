import fc from 'fast-check';
import { demand, finding, notApplicable, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, authorize, exchangeCode, openAuthorization } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  describeDifference,
  describeState,
  foreignStates,
  fragileStates,
  longStates,
  states,
} from '../../../generators/state.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { QueryEncoding, WorkingFlow } from '../../expectations/authorization.ts';
import {
  arrive,
  authorizationAddress,
  aWorkingFlow,
  ending,
  isAt,
  proveCode,
} from '../../expectations/authorization.ts';
import { granted } from '../../expectations/token-request.ts';
import { objectOf } from '../../../generators/object.ts';

/** The pages through which the user comes to the redirect. A state has to survive each of them. */
type Way = 'silently' | 'by signing in' | 'by signing in and consenting';

interface Sent {
  readonly state: string;
  readonly way: Way;
  readonly encoding: QueryEncoding;
  readonly first: boolean;
}

const ways: fc.Arbitrary<Way> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('silently' as const) },
  { weight: 1, arbitrary: fc.constant('by signing in' as const) },
  { weight: 1, arbitrary: fc.constant('by signing in and consenting' as const) },
);

function sent(
  state: fc.Arbitrary<string>,
  encodings: readonly [QueryEncoding, ...QueryEncoding[]] = ['usual'],
): fc.Arbitrary<Sent> {
  return objectOf({ state, way: ways, encoding: fc.constantFrom(...encodings), first: fc.boolean() });
}

/**
 * Length of a state, in characters, up to which DEL-02 demands its return. Longer ones may be refused, because the
 * upper limit is not given.
 */
const surelyShort = 100;

interface Came {
  readonly authorized: Authorized;
  /** If it gave no code: the result of a plain state that was sent in the same way. */
  readonly plain?: Authorized;
}

async function sendState(scene: Scene, sending: Sent, flow: WorkingFlow): Promise<Came> {
  const authorized = await send(scene, sending, flow);
  if (authorized.code !== undefined) return { authorized };
  return { authorized, plain: await send(scene, { ...sending, state: 'a-state', encoding: 'usual' }, flow) };
}

/** Reports, with a premise, whether the state alone is the cause of a missing code. */
function* isDueToState({ plain }: Came) {
  return yield* premise(plain?.code !== undefined, 'an authorization with a plain state gave no code either');
}

/** Sends a state as test data. The state is not a secret, and the evidence has to show it. */
async function send(scene: Scene, { state, way, encoding, first }: Sent, flow: WorkingFlow): Promise<Authorized> {
  const user = way === 'by signing in and consenting' ? await aUser(scene) : flow.user;
  const others = [
    ['client_id', flow.app.clientId],
    ['redirect_uri', flow.redirectUri],
    ['response_type', 'code'],
  ] as const;
  const url = authorizationAddress(
    scene,
    first ? [['state', state], ...others] : [...others, ['state', state]],
    encoding,
  );
  const { code, ...arrived } = await scene.settle(
    () => openAuthorization(scene, user, url, 'grant', way === 'by signing in' ? true : undefined),
    (visit) => visit.code !== undefined,
  );
  // a page to which a refused request leads may have a parameter of this name too
  return code !== undefined && isAt(arrived.location, flow.redirectUri) ? { ...arrived, code } : arrived;
}

const describeSent = ({ state, way, encoding }: Sent): string =>
  `${describeState(state)}, written in the ${encoding} encoding, of a user who arrives ${way}`;

/** The return of `state` ("GET {base_url}/oauth/authorize"; "Delegated auth from a canvas", 2). */
export const stateChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-state-comes-back-unchanged',
    title: 'Any printable ASCII sent as state comes back unchanged on the redirect',
    proves: ['DEL-02'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: sent(states, ['usual', 'usual', 'every octet', 'lower case']),
    describe: describeSent,
    arrange: (scene) => aWorkingFlow(scene),
    gather: sendState,
    *judge(came, { state, way }) {
      const { authorized } = came;
      const subject = `an authorization with ${describeState(state)}`;
      if (authorized.code === undefined) {
        if (state.length > surelyShort) yield notApplicable('a state of this length was refused');
        if (state.length > surelyShort || !(yield* isDueToState(came))) return;
        const observed = `${ending(authorized)} (the user was to arrive ${way})`;
        yield finding('DEL-02', subject, observed, 'a redirect with a code and the same state', authorized);
      } else if (authorized.state !== state) {
        yield finding('DEL-02', subject, describeDifference(state, authorized.state), 'the same state', authorized);
      }
    },
  }),

  check({
    id: 'delegated/a-state-of-any-script-is-not-changed',
    title: 'A state of other characters than printable ASCII comes back unchanged or is refused',
    proves: ['DEL-02'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: sent(foreignStates),
    maxCases: 25,
    describe: describeSent,
    arrange: (scene) => aWorkingFlow(scene),
    gather: sendState,
    *judge({ authorized }, { state }) {
      const { code } = authorized;
      const taken = code !== undefined && code !== '';
      const observed = `a state beyond ASCII ${taken ? 'is taken' : 'is refused'}`;
      yield observation('FRE-219', observed);
      if (!taken) yield notApplicable('the state was refused');
      if (!taken || authorized.state === state) return;
      const subject = `an authorization with ${describeState(state)}`;
      yield finding(
        'DEL-02',
        subject,
        describeDifference(state, authorized.state),
        'the same state, or a refusal of the request',
        authorized,
      );
    },
  }),

  check({
    id: 'delegated/a-long-state-comes-back-whole',
    title: 'States of up to two kilobytes, such as encrypted ones, come back whole',
    proves: ['DEL-03'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: sent(longStates),
    maxCases: 30,
    describe: describeSent,
    arrange: (scene) => aWorkingFlow(scene),
    gather: sendState,
    *judge(came, { state }) {
      const { authorized } = came;
      const subject = `an authorization with a state of ${state.length} characters`;
      if (authorized.code === undefined) {
        if (!(yield* isDueToState(came))) return;
        yield finding('DEL-03', subject, ending(authorized), 'a redirect with a code and the whole state', authorized);
      } else if (authorized.state !== state) {
        yield finding('DEL-03', subject, describeDifference(state, authorized.state), 'the whole state', authorized);
      }
    },
  }),

  check({
    id: 'delegated/a-state-survives-the-pages',
    title: 'States that forms and pages easily change come back unchanged from a first visit, or are refused',
    proves: ['DEL-02'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    arrange: (scene) => aWorkingFlow(scene),
    async gather(scene, _case, flow) {
      const came = [];
      for (const state of fragileStates) {
        const sending = { state, way: 'by signing in and consenting', encoding: 'usual', first: false } as const;
        came.push({ state, authorized: await send(scene, sending, flow) });
      }
      return came;
    },
    *judge(came) {
      if (came.every(({ authorized }) => authorized.code === undefined)) yield notApplicable('each state was refused');
      for (const { state, authorized } of came) {
        // other checks judge a refusal of the request
        if (authorized.code === undefined || authorized.state === state) continue;
        const subject = `a first authorization with ${describeState(state)}`;
        yield finding('DEL-02', subject, describeDifference(state, authorized.state), 'the same state', authorized);
      }
    },
  }),

  check({
    id: 'delegated/no-state-is-sent-and-none-comes-back',
    title: 'A flow without state completes, and its redirect has no state parameter',
    proves: ['DEL-04', 'DEL-05'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      before: fc.array(fc.constantFrom('with a state', 'another app with a state', 'without'), { maxLength: 3 }),
      fresh: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ before, fresh }) =>
      inWords`an authorization without state ${fresh ? 'in a new browser session ' : ''}after ${before.length} others (${before.join(', ')})`,
    async gather(scene, { before, fresh }) {
      const app = await aClient(scene);
      const other = before.includes('another app with a state') ? await aClient(scene) : app;
      const user = await aUser(scene);
      for (const [index, kind] of before.entries()) {
        await arrive(scene, {
          user,
          app: kind === 'another app with a state' ? other : app,
          ...(kind === 'without' ? {} : { state: `earlier-state-${index}` }),
        });
      }
      const stateless = await arrive(scene, { user, app, ...(fresh ? { freshSession: true } : {}) });
      const exchanged = stateless.code === undefined ? undefined : await exchangeCode(scene, app, stateless.code);
      if (exchanged !== undefined && granted(exchanged)) return { stateless, exchanged };
      // only after a failure: does it work with a state?
      const stateful = await authorize(scene, { user, app, state: 'for-contrast', freshSession: fresh });
      await proveCode(scene, app, stateful);
      return { stateless, exchanged };
    },
    *judge({ stateless, exchanged }) {
      const subject = 'an authorization without state';
      if (stateless.code === undefined) {
        yield finding('DEL-05', subject, ending(stateless), 'a redirect with a code, as with a state', stateless);
      } else if (exchanged !== undefined) {
        const [observed, expected] = ['gave a code that obtained no token', 'a token, as with a state'];
        yield demand(granted(exchanged), 'DEL-05', subject, observed, expected, exchanged);
      }
      const parameters = stateless.location === null ? undefined : URL.parse(stateless.location)?.searchParams;
      if (!(yield* premise(parameters !== undefined, 'the authorization without state ended in no redirect'))) return;
      const hasState = parameters?.has('state') === true;
      yield demand(!hasState, 'DEL-04', subject, 'came back with a state parameter', 'none', stateless);
    },
  }),

  check({
    id: 'delegated/an-empty-state-is-returned-empty-or-left-out',
    title: 'An empty state comes back empty or not at all',
    proves: ['DEL-02'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    arrange: (scene) => aWorkingFlow(scene),
    gather: (scene, _case, { user, app }) => authorize(scene, { user, app, state: '' }),
    *judge(visit) {
      const { code, state } = visit;
      if (!(yield* premise(code !== undefined, 'an authorization with an empty state gave no code'))) return;
      const observed = `an empty state ${state === undefined ? 'is left out' : 'comes back empty'}`;
      if (state === undefined || state === '') yield observation('FRE-57', observed);
      else {
        const subject = 'an authorization with an empty state';
        yield finding('DEL-02', subject, 'came back with another one', 'an empty one, or none', visit);
      }
    },
  }),
];
