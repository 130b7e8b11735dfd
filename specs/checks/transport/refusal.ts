import { NothingToJudge } from '../../../core/trouble.ts';
import { anAppWithAccess, aUser } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import { bearer, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { changed, changes, describeChange, strangers } from '../../../generators/credential.ts';
import { forged, forgeries } from '../../../generators/forged-token.ts';
import fc from 'fast-check';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingActor, listingAt } from '../../expectations/open-listings.ts';
import { isTokenShaped, refusedAsClientError, refusedByContrast } from '../../expectations/refusal.ts';
import { notApplicable } from '../../../core/judgement.ts';

interface Held {
  readonly token: string;
  readonly authorization: string;
}

/** Returns a live token of an app's own and, if the control can make one, a token that acts for a user. */
async function tokensOfBoth(scene: Scene): Promise<Readonly<Record<'an app' | 'a user', Held>>> {
  const app = await anAppWithAccess(scene);
  const able = scene.supports('app.create') && scene.supports('user.create') && scene.supports('browser.authorize');
  if (!able) return { 'an app': app, 'a user': app };
  const { user } = await aUserWithAccess(scene);
  const { accessToken: token, authorization } = await aGrant(scene, await aClient(scene), user);
  return { 'an app': app, 'a user': { token, authorization } };
}

/** Calls that are not properly authenticated ("Authentication"; "Errors", first row). */
export const refusalChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-bearer-value-never-issued-is-answered-401',
    title: 'A bearer value that was never issued is answered with 401',
    proves: ['TRN-07'],
    needs: ['actor'],
    cases: fc.record({
      value: fc.oneof(
        { weight: 9, arbitrary: strangers.map((text) => ({ text })) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            { of: 'the app' as const },
            { of: 'a user' as const },
            { of: 'a user by e-mail' as const },
          ),
        },
      ),
      listing: fc.nat(4),
    }),
    describe: ({ value }) => ('of' in value ? `the identifier of ${value.of}` : 'a value that was never issued'),
    async arrange(scene) {
      const { app, owner, authorization, open } = await listingActor(scene);
      const { userId, email } = owner ?? (scene.supports('user.create') ? await aUser(scene) : {});
      const identifiers = { 'the app': app?.appId, 'a user': userId, 'a user by e-mail': email };
      return { authorization, open, identifiers };
    },
    async gather(scene, { value: drawn, listing }, { authorization, open, identifiers }) {
      const { path } = listingAt(open, listing);
      const named = 'of' in drawn ? identifiers[drawn.of] : drawn.text;
      if (named === undefined) throw new NothingToJudge('there is no actor of that kind to name');
      const value = 'of' in drawn ? asUtf8Octets(named) : named;
      const stranger = await scene.call(path, { authorization: bearer(value), note: 'a value that was never issued' });
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, stranger, control, shaped: isTokenShaped(value) };
    },
    *judge({ path, stranger, control, shaped }, { value }) {
      // an e-mail address has a character that no bearer token has, so it may be called malformed
      const isAddress = 'of' in value && value.of === 'a user by e-mail' && !shaped;
      const judge = isAddress ? refusedAsClientError : refusedByContrast;
      yield* judge(stranger, control, 'TRN-07', `GET ${path} with a bearer value that was never issued`);
    },
  }),

  check({
    id: 'transport/a-changed-access-token-is-answered-401',
    title: 'A live access token with one character changed is answered with 401',
    proves: ['TRN-08'],
    needs: ['app'],
    cases: fc.record({ change: changes, listing: fc.nat(4), of: fc.constantFrom('an app', 'an app', 'a user') }),
    arrange: tokensOfBoth,
    async gather(scene, { change, listing, of }, actors) {
      const { token, authorization } = actors[of];
      const path = (await scene.listingAt(listing)).path;
      const mutant = changed(token, change);
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      if (mutant === undefined) return { path, control };
      scene.journal.secrets.learnNearMiss(token, mutant, describeChange(change));
      return {
        path,
        control,
        near: await scene.call(path, { authorization: bearer(mutant), note: describeChange(change) }),
      };
    },
    *judge({ path, control, near }, { change }) {
      if (near === undefined) {
        yield notApplicable('the drawn change does not change this token');
        return;
      }
      yield* refusedByContrast(
        near,
        control,
        'TRN-08',
        `GET ${path} with a live access token, ${describeChange(change)},`,
      );
    },
  }),

  check({
    id: 'transport/a-forged-access-token-is-answered-401',
    title: 'A value that is forged from a live access token is answered with 401',
    proves: ['TRN-08'],
    needs: ['app'],
    cases: fc.record({ forgery: forgeries, listing: fc.nat(4), of: fc.constantFrom('an app', 'an app', 'a user') }),
    maxCases: 50,
    arrange: tokensOfBoth,
    async gather(scene, { forgery, listing, of }, actors) {
      const { token, authorization } = actors[of];
      const path = (await scene.listingAt(listing)).path;
      const value = forged(token, forgery);
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      if (value === undefined) return { path, control };
      scene.journal.secrets.learnNearMiss(token, value, forgery);
      const note = `a live token ${forgery}`;
      const near = await scene.call(path, { authorization: bearer(value), note });
      return { path, control, near, shaped: isTokenShaped(value) };
    },
    *judge({ path, control, near, shaped }, { forgery }) {
      if (near === undefined) {
        yield notApplicable('the drawn forgery does not fit this token');
        return;
      }
      const judge = shaped === true ? refusedByContrast : refusedAsClientError;
      yield* judge(near, control, 'TRN-08', `GET ${path} with a live access token ${forgery}`);
    },
  }),
];
