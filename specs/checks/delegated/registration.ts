import fc from 'fast-check';
import { finding, held, notApplicable, observation } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, authorize, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { AddressParts } from '../../../generators/redirect-uri.ts';
import {
  addressOf,
  unencryptedRedirectUris,
  isPlainLocal,
  isPlainSecure,
  localRedirectUris,
  secureRedirectUris,
  seeminglyLocalRedirectUris,
} from '../../../generators/redirect-uri.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { Attempt, WorkingFlow } from '../../expectations/authorization.ts';
import {
  arrive,
  attempted,
  aWorkingFlow,
  ending,
  handsOverNothing,
  isAt,
  isExactlyAt,
} from '../../expectations/authorization.ts';
import { objectOf } from '../../../generators/object.ts';

/** A redirect URI that was offered for registration, and the result of its use. Plain data. */
interface Offered {
  readonly registered: boolean;
  readonly reason?: string;
  readonly visit?: Authorized;
  /** If it gave no code: a visit of the same user to another app, with the plainest redirect URI. */
  readonly plain?: Authorized;
}

/** A redirect URI that must not receive anything, and the result of its use. Plain data. */
interface Unwanted {
  readonly registered: boolean;
  readonly attempt: Attempt;
  /**
   * Whether the browser was sent to another redirect URI of the app instead, which another requirement covers
   * (DEL-65).
   */
  readonly isBackHome: boolean;
}

interface Offer {
  readonly address: AddressParts;
  /** The app on which the address is offered, by the redirect URIs that it already has. */
  readonly on: 'an app with others' | 'an app with a local one' | 'an app with the same by TLS' | 'a new app';
}

/** The redirect URI of an app that already has a local one. */
const localRedirectUri = 'http://localhost:7777/callback';

const needs = ['app.create', 'user.create', 'browser.authorize', 'app.registerRedirectUri'] as const;

function offers(
  address: fc.Arbitrary<AddressParts>,
  on: readonly Offer['on'][] = ['an app with others', 'a new app'],
): fc.Arbitrary<Offer> {
  return objectOf({ address, on: fc.constantFrom(...on) });
}

/**
 * Registers a redirect URI and uses it. Each app gets at most one of the drawn redirect URIs, because a tenant may
 * limit their number above two.
 */
async function useAfterRegistering(scene: Scene, offer: Offer, { user }: WorkingFlow): Promise<Offered> {
  const uri = addressOf(offer.address);
  const app = await appFor(scene, offer);
  const offered = await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: uri });
  if (!offered.registered) return offered;
  const visit = await arrive(scene, { user, app, redirectUri: uri });
  if (visit.code !== undefined) return { ...offered, visit };
  return { ...offered, visit, plain: await arrive(scene, { user, app: await aClient(scene) }) };
}

async function appFor(scene: Scene, { address, on }: Offer): Promise<App> {
  const app = await aClient(scene, on === 'an app with others' ? [redirectUri] : []);
  // if the tenant refuses these, the redirect URI of the case is the first one
  if (on === 'an app with a local one') await isRegistered(scene, app, localRedirectUri);
  if (on === 'an app with the same by TLS') {
    await isRegistered(scene, app, addressOf(address).replace(/^http:/i, 'https:'));
  }
  return app;
}

/** Number of characters that a redirect URI may have at every tenant, even at one with a limit. */
const characters = 100;

/**
 * The requirement that is broken if an address cannot be registered, and the one that is broken if it is registered
 * and cannot be used.
 */
interface Demands {
  readonly toRegister: 'DEL-23' | 'DEL-64' | 'DEL-66';
  readonly toUse: 'DEL-23' | 'DEL-24' | 'DEL-64' | 'DEL-66';
}

function demandsOfLocal(uri: string, on: Offer['on']): Demands {
  // the specification does not say that an app may have more than one local redirect URI
  const requirement = isPlainLocal(uri) && on !== 'an app with a local one' ? 'DEL-23' : 'DEL-66';
  return { toRegister: requirement, toUse: requirement };
}

function demandsOfSecure(uri: string): Demands {
  return { toRegister: 'DEL-64', toUse: isPlainSecure(uri) ? 'DEL-24' : 'DEL-64' };
}

function* canBeUsed({ registered, reason, visit, plain }: Offered, { toRegister, toUse }: Demands, uri: string) {
  if (uri.length > characters) {
    const observed = `a redirect URI of ${uri.length} characters ${registered ? 'is registered' : 'is refused'}`;
    yield observation('FRE-221', observed);
    if (!registered) {
      yield notApplicable('a redirect URI of this length is refused');
      return;
    }
  }
  if (!registered) {
    const observed = `was not registered${reason === undefined ? '' : ` (${reason})`}`;
    yield finding(toRegister, `the redirect URI ${uri}`, observed, 'its registration');
    return;
  }
  if (toRegister !== toUse) yield held(toRegister);
  if (visit === undefined) return;
  const subject = `an authorization request for the registered redirect URI ${uri}`;
  const expected = 'a redirect to it with a code';
  if (!isAt(visit.location, uri) || visit.code === undefined) {
    const elsewhere = plain === undefined || plain.code !== undefined;
    if (!(yield* premise(elsewhere, 'the plainest redirect URI could not be used either'))) return;
    yield finding(toUse, subject, ending(visit), expected, visit);
  } else if (toUse === 'DEL-64' && !isExactlyAt(visit.location, uri)) {
    yield finding(toUse, subject, ending(visit), `${expected}, with the slash as it was registered`, visit);
  } else yield held(toUse);
}

/**
 * Creates an app with this HTTPS redirect URI. Returns undefined if the tenant refuses it, because another check
 * judges that (DEL-64).
 */
export function clientUnlessRefused(scene: Scene, uri: string): Promise<App | undefined> {
  const work = aClient(scene, [uri]);
  return uri === redirectUri ? work : unlessRefused(work);
}

/** Registers a further redirect URI on an app, and reports whether the tenant accepted it. */
export async function isRegistered(scene: Scene, app: App, uri: string): Promise<boolean> {
  if (!scene.supports('app.registerRedirectUri')) return false;
  return (await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: uri })).registered;
}

/**
 * Offers a bad redirect URI for registration and then uses it. The tenant may refuse it at its registration or
 * whenever a request names it.
 */
async function useAfterOffering(scene: Scene, given: Offer, { user }: WorkingFlow): Promise<Unwanted> {
  const uri = addressOf(given.address);
  const app = await appFor(scene, given);
  const offer = () => scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: uri });
  // an address that was refused once must be refused again
  const { registered } = (await offer()).registered ? { registered: true } : await offer();
  // A registration may take time to be known. As soon as a good redirect URI works, this time is over.
  if (given.on === 'an app with others') await arrive(scene, { user, app });
  const authorized = await authorize(scene, { user, app, redirectUri: uri });
  const good = [redirectUri, uri.replace(/^http:/i, 'https:')];
  const isBackHome = good.some((one) => isAt(authorized.location, one)) && !isAt(authorized.location, uri);
  return { registered, attempt: await attempted(scene, app, authorized, [uri, ...good]), isBackHome };
}

function* receivesNoCode({ registered, attempt, isBackHome }: Unwanted, requirement: 'DEL-25' | 'DEL-26', uri: string) {
  const when = registered ? 'when it is used, if at all' : 'at its registration';
  yield observation('FRE-67', `a redirect URI without TLS is refused ${when}`);
  if (isBackHome) {
    yield held(requirement);
    return;
  }
  const offered = registered ? 'was registered' : 'was refused at its registration';
  yield* handsOverNothing(attempt, requirement, `the redirect URI ${uri} ${offered}, and an authorization for it`);
}

/** Redirect URIs that can be registered ("Delegated auth", 1; "Limits", Transport). */
export const registrationChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/localhost-with-a-port-can-be-registered',
    title: 'http://localhost with a port can be registered as a redirect URI and used',
    proves: ['DEL-23', 'DEL-66'],
    needs,
    cases: offers(localRedirectUris, ['an app with others', 'an app with a local one', 'a new app']),
    about: ({ address, on }) => [demandsOfLocal(addressOf(address), on).toUse],
    maxCases: 25,
    describe: ({ address, on }) => `${addressOf(address)} on ${on}`,
    arrange: (scene) => aWorkingFlow(scene),
    gather: useAfterRegistering,
    *judge(offered, { address, on }) {
      const uri = addressOf(address);
      yield* canBeUsed(offered, demandsOfLocal(uri, on), uri);
    },
  }),

  check({
    id: 'delegated/an-https-redirect-uri-can-be-registered',
    title: 'An HTTPS redirect URI can be registered and used',
    proves: ['DEL-24', 'DEL-64'],
    needs,
    cases: offers(secureRedirectUris),
    about: ({ address }) => [demandsOfSecure(addressOf(address)).toUse],
    maxCases: 25,
    describe: ({ address, on }) => `${addressOf(address)} on ${on}`,
    arrange: (scene) => aWorkingFlow(scene),
    gather: useAfterRegistering,
    *judge(offered, { address }) {
      const uri = addressOf(address);
      yield* canBeUsed(offered, demandsOfSecure(uri), uri);
    },
  }),

  check({
    id: 'delegated/a-redirect-uri-elsewhere-uses-https',
    title: 'An http redirect URI on a host that is not local cannot be registered, or receives no code',
    proves: ['DEL-25'],
    needs,
    cases: offers(unencryptedRedirectUris, ['an app with others', 'a new app', 'an app with the same by TLS']),
    maxCases: 50,
    describe: ({ address, on }) => `${addressOf(address)} on ${on}`,
    arrange: (scene) => aWorkingFlow(scene),
    gather: useAfterOffering,
    *judge(offered, { address }) {
      yield* receivesNoCode(offered, 'DEL-25', addressOf(address));
    },
  }),

  check({
    id: 'delegated/a-host-that-only-contains-localhost-is-not-local',
    title: 'An http redirect URI on a host that merely contains localhost gets no code',
    proves: ['DEL-26'],
    needs,
    cases: offers(seeminglyLocalRedirectUris),
    maxCases: 60,
    describe: ({ address, on }) => `${addressOf(address)} on ${on}`,
    arrange: (scene) => aWorkingFlow(scene),
    gather: useAfterOffering,
    *judge(offered, { address }) {
      yield* receivesNoCode(offered, 'DEL-26', addressOf(address));
    },
  }),
];
