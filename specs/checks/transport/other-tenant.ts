import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { Unsupported } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import {
  accessTokenIn,
  aKeyOwnerWithAccess,
  anApp,
  anAppWithAccess,
  legacyTokenPath,
  settledTokenRequest,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import type { SettledActor } from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedByContrast, yieldsNoToken } from '../../expectations/refusal.ts';

/** Credentials at another tenant, which must refuse them (Introduction: the address is tenant specific). */
export const otherTenantChecks: readonly SuiteCheck[] = [
  foreignCredential('access token', 'app', (scene) => anAppWithAccess(scene)),
  foreignCredential('API key', 'api-key', (scene) => aKeyOwnerWithAccess(scene)),

  check({
    id: 'transport/a-token-for-a-user-of-the-same-address-is-refused',
    title: "A user's token is answered with 401 at another tenant with a user of the same address",
    proves: ['TRN-19'],
    needs: ['other-tenant', 'app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const { user } = await aUserWithAccess(scene);
      const { other } = scene.target;
      if (other?.control?.supports('user.create') !== true)
        throw new Unsupported('the control of the second tenant makes no users');
      const twin = { email: user.email, name: scene.target.name('user') };
      if ((await unlessRefused(other.control.call('user.create', twin))) === undefined)
        throw new Unsupported('the second tenant refuses a user with the e-mail address of a user of the first tenant');
      const { authorization } = await aGrant(scene, await aClient(scene), user);
      const calls = [];
      for (const { path } of scene.versionedListings) {
        const headers = { accept: 'application/json' };
        const url = `${other.baseUrl}${path}`;
        const anonymous = await scene.send({
          method: 'GET',
          url,
          headers,
          note: 'at another tenant, without a credential',
        });
        const probe = await scene.send({
          method: 'GET',
          url,
          headers: { ...headers, authorization },
          note: 'at another tenant that has a user of the same address',
        });
        const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
        calls.push({ path, anonymous, probe, control });
      }
      return calls;
    },
    *judge(calls) {
      for (const { path, anonymous, probe, control } of calls) {
        const there = anonymous.response?.status === 401;
        if (!(yield* premise(there, `GET ${path} of the other tenant without a credential ${answer(anonymous)}`)))
          continue;
        yield* refusedByContrast(probe, control, 'TRN-19', `GET ${path} of another tenant with a token for a user`);
      }
    },
  }),

  check({
    id: 'transport/a-client-of-another-tenant-obtains-no-token',
    title: 'The client credentials of one tenant obtain no token at the address of another',
    proves: ['TRN-19'],
    needs: ['other-tenant', 'app'],
    cases: fc.record({ path: fc.constantFrom(tokenPath, legacyTokenPath) }),
    maxCases: 6,
    arrange: (scene) => anApp(scene),
    async gather(scene, { path }, app) {
      const control = await settledTokenRequest(scene, app, path);
      const away = (body: string, note: string): Promise<Exchange> =>
        scene.send({
          method: 'POST',
          url: `${otherAddress(scene)}${path}`,
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body,
          note,
        });
      const probe = await away(
        form({ grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret }),
        'at the address of another tenant',
      );
      // an unknown client may be refused with any status (FRE-20)
      const empty = isServed(probe) ? probe : await away('', 'at another tenant without any field: does it answer?');
      return { path, control, probe, empty };
    },
    *judge({ path, control, probe, empty }) {
      yield* yieldsNoToken(probe, 'TRN-19', `a token request to ${path} of another tenant`);
      yield* premise(accessTokenIn(control) !== undefined, `the same request at its own tenant ${answer(control)}`);
      yield* premise(isServed(empty), `the token path of the other tenant ${answer(empty)}`);
    },
  }),
];

function foreignCredential(
  name: 'access token' | 'API key',
  need: 'app' | 'api-key',
  actor: (scene: Scene) => Promise<SettledActor>,
): SuiteCheck {
  return check({
    id: `transport/an-${name.toLowerCase().replace(' ', '-')}-of-another-tenant-is-refused`,
    title: `The ${name} of one tenant is answered with 401 at the address of another`,
    proves: ['TRN-19'],
    needs: ['other-tenant', need],
    cases: fc.record({ listing: fc.nat(3) }),
    maxCases: 10,
    async arrange(scene) {
      const { authorization } = await actor(scene);
      const open = await listingsOpenTo(scene, authorization);
      // the path of the other tenant's assay results is not known
      return { authorization, open: open.filter(({ kind }) => kind !== 'assayResult') };
    },
    async gather(scene, { listing }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const away = (headers: Record<string, string>, note: string) =>
        scene.send({
          method: 'GET',
          url: `${otherAddress(scene)}${path}`,
          headers: { accept: 'application/json', ...headers },
          note,
        });
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const anonymous = await away({}, 'at another tenant without a credential: does it answer at all?');
      const probe = await away({ authorization }, 'at the address of another tenant');
      return { path, control, anonymous, probe };
    },
    *judge({ path, control, anonymous, probe }) {
      const subject = `GET ${path} of another tenant with an ${name}`;
      const there = anonymous.response?.status === 401;
      if (!(yield* premise(there, `GET ${path} of the other tenant without a credential ${answer(anonymous)}`))) return;
      yield* refusedByContrast(probe, control, 'TRN-19', subject);
    },
  });
}

function otherAddress(scene: Scene): string {
  const { other } = scene.target;
  if (other === undefined) throw new Unsupported('there is no second tenant: otherTenant is not in the profile');
  return other.baseUrl;
}

function isServed(probe: Exchange): boolean {
  return probe.response !== undefined && probe.response.status < 500 && ![404, 405].includes(probe.response.status);
}
