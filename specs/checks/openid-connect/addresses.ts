import fc from 'fast-check';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aLaboratory, aLaboratoryFor, aUser, aUserNamed, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, aUserAt, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { namingClaims } from '../../../generators/id-token.ts';
import type { IdTokenSpec } from '../../../generators/id-token-spec.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, showsNone } from '../../expectations/acceptance.ts';
import { followingCall } from '../../expectations/following-call.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { idTokenReaderNeeds, idTokenStage, listingsOpenToIdTokens, rightCall } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';

/** Claims in which providers describe a user further, and sometimes other people. */
const claimsOfObjects = [
  'user',
  'profile',
  'identity',
  'identities',
  'manager',
  'act',
  'address',
  'https://claims.example',
];

/** More users than fit on the first page of a list in which a tenant may look up its users. */
const manyUsers = 60;

/** Beginnings of addresses (RFC 5322, 3.4.1), some with characters that have a meaning in a query, a page or a URL. */
const addressForms = [
  ...['Ada.Lovelace', 'ada+lab', 'a.d.a', "o'neill", 'ada_l-1', 'ADA', 'ada.king.countess.of.lovelace.analyst'],
  ...['ada%41lab', 'ada&lab', 'ada#/?lab', '{ada}!$*=^`|~'],
  // these have characters beyond ASCII (RFC 6531)
  ...['zoë.łukasz', '研究者'],
] as const;

/** Checks of the forms of users' addresses, and of subjects that were seen before ("OpenID Connect (legacy)", 3). */
export const addressesChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/users-are-found-by-addresses-of-every-form',
    title: 'A user is found by an equal email claim with capitals, other alphabets and special characters',
    proves: ['OIC-02'],
    needs: idTokenReaderNeeds,
    cases: fc.constantFrom(...addressForms),
    maxCases: 20,
    describe: (form) => `an address that begins with ${form}`,
    arrange: idTokenStage,
    async gather(scene, form, { user: known, open }) {
      const { path } = listingAt(open, 0);
      const unique = scene.target.name('u').replaceAll(/[^A-Za-z0-9]/g, '');
      const email = `${form}${unique}@${scene.target.runId}.conformance.example`;
      // the specification does not say which addresses users can have
      const user = await unlessRefused(aUserAt(scene, email));
      if (user === undefined) return null;
      await aLaboratoryFor(scene, user);
      await signInWhereNeeded(scene, user);
      // the address that the tenant returned: the tenant may store another spelling than the given one (FRE-103)
      const send = (spec: IdTokenSpec) =>
        scene.settle(
          async () => scene.call(path, { authorization: bearer(await anIdToken(scene, spec, { user })) }),
          accepted,
        );
      const call = await send(plainIdToken);
      const escaped = await send({ ...plainIdToken, shape: { kind: 'escaped' } });
      return { path, call, escaped, control: await rightCall(scene, path, known) };
    },
    *judge(seen, form) {
      if (seen === null) {
        yield notApplicable(`the tenant takes no user whose address begins with ${form}`);
        return;
      }
      const { path, call, escaped, control } = seen;
      if (!(yield* premise(accepted(control), 'a right ID token of another user was not served either'))) return;
      const subject = `GET ${path} with an ID token for an address that begins with ${form}`;
      if (!accepted(call)) yield finding('OIC-02', subject, answer(call), 'a page', call);
      else if (!accepted(escaped)) {
        yield finding('OIC-02', `${subject}, written with escapes`, answer(escaped), 'a page', escaped);
      }
    },
  }),

  check({
    id: 'openid-connect/a-subject-is-no-user',
    title: 'A token whose subject came with another user’s e-mail before acts as the user of its own e-mail',
    proves: ['OIC-03'],
    needs: idTokenReaderNeeds,
    arrange: idTokenStage,
    async gather(scene, _case, { open }) {
      const { path } = listingAt(open, 0);
      const listing = listingAt(open, 0);
      const people = [];
      for (let count = 0; count < 2; count++) {
        const user = await aUser(scene);
        const laboratory = await aLaboratoryFor(scene, user);
        await signInWhereNeeded(scene, user);
        people.push({ user, records: laboratory?.records ?? [] });
      }
      const [first, second] = people;
      if (first === undefined || second === undefined) return null;
      const claims = (sub: 'own' | 'other') => ({ ...plainIdToken, claims: { ...plainIdToken.claims, sub } });
      const control = await scene.settle(
        async () =>
          scene.call(path, { authorization: bearer(await anIdToken(scene, claims('own'), { user: first.user })) }),
        accepted,
      );
      const token = await anIdToken(scene, claims('other'), { user: second.user, other: first.user });
      return { control, view: await scene.view(listing, bearer(token)), foreign: first.records };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('there are no two users');
        return;
      }
      if (!(yield* premise(accepted(seen.control), 'a right ID token was not served'))) return;
      const subject = `GET ${seen.view.path} with an ID token whose subject came with another e-mail before`;
      yield* showsNone(seen.view, seen.foreign, 'OIC-03', subject);
    },
  }),

  check({
    id: 'openid-connect/users-are-found-among-many',
    title: 'A user who was created after sixty others is found by the email claim',
    proves: ['OIC-02'],
    needs: idTokenReaderNeeds,
    arrange: idTokenStage,
    async gather(scene, _case, { user: known, open }) {
      const { path } = listingAt(open, 0);
      for (let count = 0; count < manyUsers; count++) await aUser(scene);
      const user = await aUser(scene);
      await aLaboratoryFor(scene, user);
      await signInWhereNeeded(scene, user);
      return { path, call: await rightCall(scene, path, user), control: await rightCall(scene, path, known) };
    },
    *judge({ path, call, control }) {
      if (!(yield* premise(accepted(control), 'a right ID token of an earlier user was not served either'))) return;
      yield* isAccepted(call, 'OIC-02', `GET ${path} with an ID token of a user who was created after many`);
    },
  }),

  check({
    id: 'openid-connect/a-name-chooses-nobody',
    title: "A token with another user's name or nested address acts as the user of its e-mail",
    proves: ['OIC-03'],
    needs: idTokenReaderNeeds,
    arrange: idTokenStage,
    async gather(scene, _case, { user, open }) {
      const at = listingAt(open, 0);
      const name = scene.target.name('somebody else');
      const email = `${name.replaceAll(' ', '-')}@${scene.target.runId}.conformance.example`;
      const other = await aUserNamed(scene, email, name);
      const laboratory = await aLaboratoryFor(scene, other);
      await signInWhereNeeded(scene, other);
      const extra = Object.fromEntries([...namingClaims, 'given_name', 'display_name'].map((each) => [each, name]));
      const within = { email: other.email, name, emails: [other.email] };
      const objects = Object.fromEntries(claimsOfObjects.map((each) => [each, within]));
      const views = [];
      for (const claims of [extra, objects]) {
        const spec = { ...plainIdToken, claims: { ...plainIdToken.claims, extra: claims } };
        views.push(await scene.view(at, bearer(await anIdToken(scene, spec, { user, other }))));
      }
      return { views, foreign: laboratory?.records ?? [], control: await rightCall(scene, at.path, user) };
    },
    *judge({ views, foreign, control }) {
      for (const view of views) {
        if (!(yield* premise(accepted(control), `GET ${view.path} with a plain ID token ${answer(control)}`))) return;
        const subject = `GET ${view.path} with an ID token for one user that names another in its other claims`;
        yield* showsNone(view, foreign, 'OIC-03', subject);
      }
    },
  }),

  check({
    id: 'openid-connect/a-wrong-signature-gets-no-following-page',
    title: 'An ID token whose signature was altered gets no following page of a listing',
    proves: ['OIC-05'],
    needs: idTokenReaderNeeds,
    async gather(scene) {
      const project = await aLaboratory(scene, 2);
      const user = await aUser(scene);
      await grant(scene, project, user);
      await listingsOpenToIdTokens(scene, user);
      const token = await anIdToken(scene, plainIdToken, { user });
      const call = await followingCall(scene, bearer(token), 0);
      const at = token.lastIndexOf('.') + 10;
      const wrong = token.slice(0, at) + (token.slice(at, at + 4) === 'AAAA' ? 'BBBB' : 'AAAA') + token.slice(at + 4);
      scene.journal.secrets.learnNearMiss(token, wrong, 'another signature');
      return { path: call.path, probe: await call.again(bearer(wrong)), control: await call.again() };
    },
    *judge({ path, probe, control }) {
      if (!accepted(probe)) {
        // the checks of first pages judge the status of a refusal
        if (!accepted(control)) yield notApplicable('the following page is not served to the right token any more');
        return;
      }
      yield* refusedByContrast(probe, control, 'OIC-05', `GET ${path} for a following page with a wrong signature`);
    },
  }),
];
