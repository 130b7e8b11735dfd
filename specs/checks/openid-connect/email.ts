import { canWrite } from '../../../drivers/session/need.ts';
import fc from 'fast-check';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  anIdToken,
  aUserAt,
  callWithIdToken,
  plainIdToken,
  signInOnce,
  signInWhereNeeded,
} from '../../../drivers/world/identity.ts';
import { aLaboratoryFor } from '../../../drivers/world/actors.ts';
import { namingClaims, rightIdTokens, wrongEmails } from '../../../generators/id-token.ts';
import type { ClaimsSpec, EmailClaim, IdTokenSpec } from '../../../generators/id-token-spec.ts';
import {
  describeNeighbour,
  neighbourKinds,
  neighbourOf,
  neighbours,
  requirementOf,
} from '../../../generators/email-neighbour.ts';
import { aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, idTokenStage, rightCall } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { answeredWith401, refusedByContrast } from '../../expectations/refusal.ts';
import { wrongTokenCheck } from './wrong-token.ts';
import { objectOf } from '../../../generators/object.ts';

/** Claims other than the e-mail that name the user or another user, and that a careless tenant might read instead. */
const elsewhere = fc
  .record(
    {
      names: fc.subarray(namingClaims),
      whose: fc.constantFrom<'own' | 'other'>('own', 'other'),
      sub: fc.constantFrom<ClaimsSpec['sub']>('opaque', 'own', 'other', 'own id', 'other id'),
    },
    { noNullPrototype: true },
  )
  .map(({ names, whose, sub }): Pick<ClaimsSpec, 'named' | 'sub'> => ({
    sub,
    named: Object.fromEntries(names.map((name) => [name, whose])),
  }));

function withEmail(emails: fc.Arbitrary<EmailClaim>): fc.Arbitrary<IdTokenSpec> {
  return fc
    .tuple(rightIdTokens, elsewhere, emails)
    .map(([spec, names, email]) => ({ ...spec, claims: { ...spec.claims, ...names, email } }));
}

const isText = ({ kind, ...claim }: EmailClaim): boolean =>
  kind === 'unknown' || ('value' in claim && typeof claim.value === 'string' && claim.value !== '');

/** Checks of e-mail claims that no user has ("OpenID Connect (legacy)", 1, 3 and 4). */
export const emailChecks: readonly SuiteCheck[] = [
  wrongTokenCheck({
    id: 'openid-connect/an-id-token-without-email-is-answered-401',
    title: 'An ID token without an email claim is answered with 401, even if other claims name a user',
    requirement: 'OIC-13',
    tokens: withEmail(fc.constant({ kind: 'missing' })),
    maxCases: 40,
  }),

  wrongTokenCheck({
    id: 'openid-connect/an-email-that-is-no-text-is-answered-401',
    title: 'An ID token whose email claim is empty or not a string is answered with 401',
    requirement: 'OIC-14',
    tokens: withEmail(wrongEmails.filter((email) => email.kind !== 'missing' && !isText(email))),
  }),

  wrongTokenCheck({
    id: 'openid-connect/an-email-of-nobody-is-answered-401',
    title: 'An ID token with an e-mail that no user has is answered with 401',
    requirement: 'OIC-15',
    tokens: withEmail(wrongEmails.filter(isText)),
    maxCases: 50,
  }),

  check({
    id: 'openid-connect/an-email-that-resembles-a-users-is-answered-401',
    title: "An address that no user has but that resembles a user's address is answered with 401",
    proves: ['OIC-15', 'OIC-28'],
    needs: idTokenNeeds,
    cases: objectOf({
      some: fc.shuffledSubarray([...neighbourKinds], { minLength: 3, maxLength: 3 }),
      listing: fc.nat(4),
    }),
    about: ({ some }) =>
      some.map((kind) =>
        requirementOf(kind, 'ann@lab.example', neighbourOf('ann@lab.example', kind, 'ben@lab.example')),
      ),
    maxCases: 24,
    describe: ({ some }) => `the e-mail ${some.map(describeNeighbour).join(', then the one ')}`,
    arrange: idTokenStage,
    async gather(scene, { some, listing }, { user, other, open }) {
      const { path } = listingAt(open, listing);
      const right = await rightCall(scene, path, user);
      const calls = [];
      for (const neighbour of some) {
        const email = neighbourOf(user.email, neighbour, other.email);
        const note = `the e-mail ${describeNeighbour(neighbour)}`;
        const authorization = bearer(await anIdToken(scene, plainIdToken, { user: { email } }));
        const requirement = requirementOf(neighbour, user.email, email);
        calls.push({ neighbour, requirement, wrong: await scene.call(path, { authorization, note }) });
      }
      return { path, calls, right };
    },
    *judge({ path, calls, right }) {
      for (const { neighbour, requirement, wrong } of calls) {
        const subject = `GET ${path} with an ID token for the e-mail ${describeNeighbour(neighbour)}`;
        yield* refusedByContrast(wrong, right, requirement, subject);
      }
    },
  }),

  check({
    id: 'openid-connect/a-refused-id-token-creates-no-user',
    title: 'An ID token with an e-mail that no user has is refused again and again, on each listing',
    proves: ['OIC-16'],
    needs: idTokenNeeds,
    cases: objectOf({
      spec: rightIdTokens,
      listings: fc.array(fc.nat(4), { minLength: 2, maxLength: 5 }),
      how: fc.constantFrom('one token', 'a token each', 'at once'),
      /** Whether the first call tries to create a record, if the profile says how. */
      writes: fc.boolean(),
    }),
    maxCases: 15,
    describe: ({ listings, how, writes }) =>
      inWords`${listings.length} calls with an e-mail that no user has, ${how}${writes ? ', after a call that creates' : ''}`,
    arrange: idTokenStage,
    async gather(scene, { spec, listings, how, writes }, { user, open }) {
      const nobody = { email: `${scene.target.name('nobody').replaceAll(' ', '-')}@conformance.example` };
      const token = await anIdToken(scene, spec, { user: nobody });
      const calls = [];
      for (const listing of listings) {
        const { path } = listingAt(open, listing);
        const fresh = how === 'a token each' ? await anIdToken(scene, spec, { user: nobody }) : token;
        calls.push({ path, authorization: bearer(fresh), note: 'an ID token with the e-mail of nobody' });
      }
      const answers = [];
      if (writes && canWrite(scene.target)) {
        const project = await aWritableProject(scene, user);
        answers.push(await writeRecord(scene, bearer(token), project?.projectId, { note: 'the e-mail of nobody' }));
      }
      if (how === 'at once') {
        answers.push(
          ...(await scene.together(
            calls.map(
              ({ path, ...options }) =>
                (part) =>
                  part.call(path, options),
            ),
          )),
        );
        // and once more, after all effects of the first call have appeared
        for (const { path, ...options } of calls.slice(0, 1)) answers.push(await scene.call(path, options));
      } else for (const { path, ...options } of calls) answers.push(await scene.call(path, options));
      return { answers, right: await rightCall(scene, listingAt(open, 0).path, user) };
    },
    *judge({ answers: [first, ...again], right }) {
      if (!(yield* premise(accepted(right), 'a right ID token was not served either')) || first === undefined) return;
      // whether an e-mail that no user has is refused at all is a separate question
      if (!(yield* premise(!accepted(first), 'a first call with an e-mail that no user has was served'))) return;
      for (const call of again) {
        if (call.response?.status !== first.response?.status || accepted(call)) {
          yield* answeredWith401(call, 'OIC-16', 'a further call with an e-mail that no user has');
        }
      }
    },
  }),

  check({
    id: 'openid-connect/an-id-token-works-once-its-user-exists',
    title: 'An ID token that was refused is accepted once a user with its e-mail exists',
    proves: ['OIC-17'],
    needs: idTokenNeeds,
    cases: rightIdTokens,
    maxCases: 10,
    arrange: idTokenStage,
    async gather(scene, spec, { user: known, open }) {
      const { path } = listingAt(open, 0);
      const email = `${scene.target.name('newcomer').replaceAll(' ', '-')}@conformance.example`;
      const authorization = bearer(await anIdToken(scene, spec, { user: { email } }));
      const call = () => scene.call(path, { authorization });
      // two calls, so that the second one finds a user whom the first refusal created
      const before = [await call(), await call()];
      if (before.some(accepted)) return { path, before };
      const user = await aUserAt(scene, email);
      await aLaboratoryFor(scene, user);
      let after = await scene.settle(call, accepted);
      const fresh = accepted(after) ? after : await callWithIdToken(scene, path, spec, { user });
      if (!accepted(after) && !accepted(fresh) && (await signInOnce(scene, user)))
        after = await scene.settle(call, accepted);
      return { path, before, after, control: await rightCall(scene, path, known, spec), email: user.email === email };
    },
    *judge({ path, before, after, control, email }) {
      if (!(yield* premise(!before.some(accepted), 'an ID token with an e-mail that no user has was served'))) return;
      if (after === undefined || control === undefined) return;
      if (!(yield* premise(accepted(control), 'a right ID token of another user was not served either'))) return;
      if (!(yield* premise(email === true, 'the tenant gave the new user another address than was asked for'))) return;
      const subject = `GET ${path} with an ID token that was refused before its user was created`;
      yield* isAccepted(after, 'OIC-17', subject);
    },
  }),

  check({
    id: 'openid-connect/an-email-that-resembles-a-callers-is-answered-401',
    title: 'An address that no user has is answered with 401 while the user of a similar address calls',
    proves: ['OIC-15', 'OIC-28'],
    needs: idTokenNeeds,
    cases: objectOf({ neighbour: neighbours, listing: fc.nat(4) }),
    maxCases: 8,
    describe: ({ neighbour }) =>
      `the e-mail ${describeNeighbour(neighbour)}, whose user calls with a right token at the time`,
    arrange: idTokenStage,
    async gather(scene, { neighbour, listing }, { other, open }) {
      const { path } = listingAt(open, listing);
      const domain =
        `${scene.target.name('domain').replaceAll(/[^A-Za-z0-9]/g, '-')}.conformance.example`.toLowerCase();
      // the specification does not say which addresses users can have
      const user = (await unlessRefused(aUserAt(scene, `caller@${domain}`))) ?? (await aUser(scene));
      await aLaboratoryFor(scene, user);
      await signInWhereNeeded(scene, user);
      const email = neighbourOf(user.email, neighbour, other.email);
      const [right, wrong] = await scene.together([
        (part) => rightCall(part, path, user),
        (part) => callWithIdToken(part, path, plainIdToken, { user: { email } }),
      ]);
      return { path, wrong, right, requirement: requirementOf(neighbour, user.email, email) };
    },
    *judge({ path, wrong, right, requirement }, { neighbour }) {
      if (wrong === undefined || right === undefined) return;
      const subject = `GET ${path} with an ID token for the e-mail ${describeNeighbour(neighbour)}`;
      yield* refusedByContrast(wrong, right, requirement, subject);
    },
  }),
];
