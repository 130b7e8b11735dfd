import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { notApplicable } from '../../../core/judgement.ts';
import { anApp } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, aTokenUser, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import {
  absentSignatures,
  alteredSignatures,
  headerKeySignatures,
  strangersSignatures,
  symmetricSignatures,
  wronglySigned,
} from '../../../generators/id-token.ts';
import { someTampering, tampered } from '../../../generators/tampering.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, idTokenStage, rightCall } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { wrongTokenCheck } from './wrong-token.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks of ID tokens whose signature is not the provider's ("OpenID Connect (legacy)", 3). */
export const signaturesChecks: readonly SuiteCheck[] = [
  wrongTokenCheck({
    id: 'openid-connect/a-signature-that-does-not-verify-is-answered-401',
    title: 'An ID token whose signature does not verify is answered with 401',
    requirement: 'OIC-05',
    tokens: wronglySigned(alteredSignatures),
  }),

  check({
    id: 'openid-connect/an-accepted-id-token-that-was-tampered-with-is-answered-401',
    title: 'An ID token that was accepted and then altered is answered with 401',
    proves: ['OIC-05'],
    needs: idTokenNeeds,
    cases: objectOf({
      tampering: someTampering,
      listing: fc.nat(4),
      key: fc.nat(5),
      acceptedFirst: fc.boolean(),
      /** Whether the token has an identifier of its own, by which a tenant may remember it. */
      hasId: fc.boolean(),
    }),
    maxCases: 60,
    describe: ({ tampering, acceptedFirst }) =>
      `an ID token with ${tampering}, ${acceptedFirst ? 'after' : 'before'} the right one was used`,
    async arrange(scene) {
      const stage = await idTokenStage(scene);
      const victim = await aTokenUser(scene);
      await signInWhereNeeded(scene, victim);
      return { ...stage, victim };
    },
    async gather(scene, { tampering, listing, key, acceptedFirst, hasId }, { user, victim, open }) {
      const { path } = listingAt(open, listing);
      const extra: Readonly<Record<string, string>> = hasId ? { jti: scene.target.name('id-token') } : {};
      const spec = { ...plainIdToken, claims: { ...plainIdToken.claims, extra } };
      const token = await anIdToken(scene, spec, { user });
      const another = await anIdToken(
        scene,
        { ...plainIdToken, signature: { kind: 'published', key } },
        { user: victim },
      );
      const changed = tampered(token, another, victim.email, tampering);
      const use = () => scene.call(path, { authorization: bearer(token) });
      const first = acceptedFirst ? await scene.settle(use, accepted) : undefined;
      if (changed === undefined) return null;
      scene.journal.secrets.learnNearMiss(token, changed, tampering);
      const wrong = await scene.call(path, { authorization: bearer(changed), note: `an ID token with ${tampering}` });
      // whether a token works for more than one call is a separate question
      const right = first !== undefined && accepted(first) ? first : await rightCall(scene, path, user);
      return { path, wrong, right };
    },
    *judge(seen, { tampering }) {
      if (seen === null) {
        yield notApplicable('the drawn change changes nothing');
        return;
      }
      yield* refusedByContrast(seen.wrong, seen.right, 'OIC-05', `GET ${seen.path} with an ID token with ${tampering}`);
    },
  }),

  wrongTokenCheck({
    id: 'openid-connect/a-key-that-nobody-published-is-answered-401',
    title: 'An ID token signed with an unpublished key is answered with 401 under any kid',
    requirement: 'OIC-06',
    tokens: wronglySigned(strangersSignatures),
    maxCases: 40,
  }),

  check({
    id: 'openid-connect/a-client-secret-is-no-key',
    title: 'An ID token signed symmetrically with the secret of the app that its aud names is answered with 401',
    proves: ['OIC-06'],
    needs: [...idTokenNeeds, 'app.create'],
    async gather(scene) {
      const { user, open } = await idTokenStage(scene);
      const { path } = listingAt(open, 0);
      const app = await anApp(scene);
      const right = await anIdToken(scene, plainIdToken, { user });
      const [, payload = ''] = right.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
      const calls = [];
      for (const aud of [app.clientId, app.appId, claims['aud']]) {
        const token = signedWithSecret({ ...claims, aud }, app.clientSecret);
        scene.journal.secrets.learnNearMiss(right, token, 'signed with a client secret');
        const note = 'an ID token signed with the secret of a client';
        calls.push(await scene.call(path, { authorization: bearer(token), note }));
      }
      return { path, calls, right: await rightCall(scene, path, user) };
    },
    *judge({ path, calls, right }) {
      for (const call of calls) {
        yield* refusedByContrast(call, right, 'OIC-06', `GET ${path} with an ID token signed with a client secret`);
      }
    },
  }),

  wrongTokenCheck({
    id: 'openid-connect/an-unsigned-id-token-is-answered-401',
    title: 'An ID token without a signature is answered with 401, in any spelling of the alg none',
    requirement: 'OIC-07',
    tokens: wronglySigned(absentSignatures),
    maxCases: 80,
  }),

  wrongTokenCheck({
    id: 'openid-connect/a-public-key-is-no-secret',
    title: 'An ID token signed symmetrically with the published key is answered with 401',
    requirement: 'OIC-08',
    tokens: wronglySigned(symmetricSignatures),
  }),

  check({
    id: 'openid-connect/keys-in-the-header-are-not-trusted',
    title: 'A key that the header of an ID token carries or points to is not trusted',
    proves: ['OIC-09'],
    needs: idTokenNeeds,
    cases: objectOf({ spec: wronglySigned(headerKeySignatures), listing: fc.nat(4) }),
    maxCases: 50,
    arrange: idTokenStage,
    async gather(scene, { spec, listing }, { user, other, open }) {
      const { path } = listingAt(open, listing);
      const right = await rightCall(scene, path, user);
      const token = await anIdToken(scene, spec, { user, other });
      const by = spec.signature.kind === 'header key' ? spec.signature.by : '';
      const note = `an ID token signed with the key in its ${by}`;
      // sent twice, because a tenant may remember a key from a header
      const wrong = [];
      for (let time = 0; time < 2; time++) wrong.push(await scene.call(path, { authorization: bearer(token), note }));
      return { path, by, wrong, right };
    },
    *judge({ path, by, wrong, right }) {
      for (const [index, call] of wrong.entries()) {
        const subject = `GET ${path} with an ID token signed with the key in its ${by}${index === 0 ? '' : ', sent again'}`;
        yield* refusedByContrast(call, right, 'OIC-09', subject);
      }
    },
  }),
];

/** Returns a JSON Web Token with these claims, signed by HS256 as OpenID Connect permits for clients with a secret. */
function signedWithSecret(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}
