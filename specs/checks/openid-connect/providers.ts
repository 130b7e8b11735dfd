import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, observation } from '../../../core/judgement.ts';
import {
  aTrustedProvider,
  callWithIdToken,
  instant,
  learnIdToken,
  plainIdToken,
  importProviderExchange,
} from '../../../drivers/world/identity.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { otherProvidersSignatures, rightIdTokens, wronglySigned } from '../../../generators/id-token.ts';
import { describeIdToken } from '../../../generators/id-token-spec.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { contrastWith, idTokenNeeds, idTokenStage, rightCall, servedStage } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks of providers that the tenant was not told to trust ("OpenID Connect (legacy)", 3 and 5). */
export const providersChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/a-provider-not-set-up-is-answered-401',
    title: 'A well-signed ID token of a provider that was not set up is answered with 401',
    proves: ['OIC-18'],
    needs: idTokenNeeds,
    cases: objectOf({
      spec: rightIdTokens,
      listing: fc.nat(4),
      /** Whether the token names the kid of its key. */
      kid: fc.constantFrom<'own' | 'missing'>('own', 'own', 'missing'),
    }),
    maxCases: 40,
    arrange: idTokenStage,
    async gather(scene, { spec, listing, kid }, stage) {
      const from = await scene.target.identities.neverSetUp();
      return contrastWith(scene, stage, listing, { ...spec, kid }, { from });
    },
    *judge({ path, wrong, right }) {
      yield* refusedByContrast(
        wrong,
        right,
        'OIC-18',
        `GET ${path} with an ID token of a provider that was not set up`,
      );
    },
  }),

  check({
    id: 'openid-connect/the-name-of-the-trusted-issuer-is-not-enough',
    title: "An ID token with the trusted issuer's name and another provider's key is answered with 401",
    proves: ['OIC-19'],
    needs: idTokenNeeds,
    cases: objectOf({ spec: wronglySigned(otherProvidersSignatures), listing: fc.nat(4) }),
    maxCases: 40,
    describe: ({ spec }) => describeIdToken(spec),
    arrange: idTokenStage,
    async gather(scene, { spec, listing }, stage) {
      const otherProvider = await scene.target.identities.neverSetUp();
      return contrastWith(scene, stage, listing, spec, { otherProvider });
    },
    *judge({ path, what, wrong, right }) {
      yield* refusedByContrast(wrong, right, 'OIC-19', `GET ${path} with ${what}`);
    },
  }),

  check({
    id: 'openid-connect/trusted-providers-do-not-sign-for-each-other',
    title: 'Neither of two trusted providers can sign in the name of the other, and each can name any user',
    proves: ['OIC-01', 'OIC-19'],
    needs: [...idTokenNeeds, 'tenant-of-its-own'],
    async gather(scene) {
      const { provider: one } = await aTrustedProvider(scene);
      const { user, other: stranger, open } = await servedStage(scene);
      const { path } = listingAt(open, 0);
      const other = await scene.target.identities.another();
      const { caPem, issuer, configurationUrl } = other;
      const input = { issuer, configurationUrl, ...(caPem === undefined ? {} : { caPem }) };
      const { audience } = await scene.operate('identityProvider.trust', input);
      const send = async (
        from: typeof one,
        iss: 'own' | 'other',
        kid: 'own' | 'missing' | 'unknown',
        note: string,
        email = user.email,
      ) => {
        const spec = { ...plainIdToken, kid, claims: { ...plainIdToken.claims, iss } };
        const otherProvider = from === one ? other : one;
        const occasion = { email, otherProvider, at: await instant(scene) };
        const { token } = await from.issueIdToken(spec, {
          ...occasion,
          ...(audience === undefined ? {} : { audience }),
        });
        learnIdToken(scene, token);
        return scene.call(path, { authorization: bearer(token), note });
      };
      const right = [await send(one, 'own', 'own', 'of the first provider')];
      right.push(await scene.settle(() => send(other, 'own', 'own', 'of the second provider'), accepted));
      // a user whom the first provider never named
      const fresh = await send(other, 'own', 'own', 'of the second provider, for another user', stranger.email);
      const wrong: { who: string; call: Exchange }[] = [];
      for (const kid of ['own', 'missing', 'unknown'] as const) {
        for (const [who, from] of [
          ['the first', one],
          ['the second', other],
        ] as const) {
          wrong.push({ who, call: await send(from, 'other', kid, `signed by ${who} in the name of the other`) });
        }
      }
      return { path, right, fresh, wrong };
    },
    *judge({ path, right, fresh, wrong }) {
      const [first, second] = right;
      if (first === undefined || second === undefined) return;
      if (!accepted(second) && accepted(fresh)) {
        const subject = `GET ${path} with an ID token of the second of two providers, for a user whom the first named too,`;
        yield finding('OIC-01', subject, answer(second), 'a page, as other users are shown', second);
        return;
      }
      if (!(yield* premise(accepted(second), `GET ${path} with a token of the second provider ${answer(second)}`)))
        return;
      yield held('OIC-01');
      const kept = accepted(first) ? 'is still' : 'is no longer';
      const observed = `a provider ${kept} trusted when another one is set up`;
      yield observation('FRE-108', observed, first);
      for (const { who, call } of wrong) {
        const subject = `GET ${path} with an ID token signed by ${who} of two providers in the name of the other`;
        yield* refusedByContrast(call, second, 'OIC-19', subject);
      }
    },
  }),

  check({
    id: 'openid-connect/before-its-set-up-a-provider-is-not-trusted',
    title: "A provider's ID tokens are answered with 401 before it is set up, and served afterwards",
    proves: ['OIC-20'],
    needs: idTokenNeeds,
    async gather(scene) {
      const trusted = await aTrustedProvider(scene);
      const before = importProviderExchange(scene, trusted);
      const { user, open } = await idTokenStage(scene);
      const { path } = listingAt(open, 0);
      return { before, after: await rightCall(scene, path, user) };
    },
    *judge({ before, after }) {
      yield* refusedByContrast(before, after, 'OIC-20', 'an ID token sent before its provider was set up');
    },
  }),

  check({
    id: 'openid-connect/unspecified-id-tokens',
    title: 'A right ID token is served in addition to tokens that the specification says nothing about',
    proves: ['OIC-01'],
    needs: idTokenNeeds,
    arrange: servedStage,
    async gather(scene, _given, { user, other, open }) {
      const { path } = listingAt(open, 0);
      const tries = [];
      const { claims } = plainIdToken;
      for (const { freedom, what, change } of freeTokens) {
        const spec = { ...plainIdToken, ...change, claims: { ...claims, ...change.claims } };
        tries.push({ freedom, what, call: await callWithIdToken(scene, path, spec, { user, other }) });
      }
      const upper = { email: user.email.toUpperCase() };
      tries.push({
        freedom: 'FRE-103' as const,
        what: 'the e-mail in upper case',
        call: await callWithIdToken(scene, path, plainIdToken, { user: upper }),
      });
      return { path, tries, right: await rightCall(scene, path, user) };
    },
    *judge({ path, tries, right }) {
      for (const { freedom, what, call } of tries) {
        const observed = `an ID token with ${what} ${accepted(call) ? 'was served' : 'was refused'}`;
        yield observation(freedom, observed, call);
      }
      if (tries.some(({ call }) => accepted(call)) && !accepted(right)) {
        yield finding('OIC-01', `GET ${path} with a plain ID token`, answer(right), 'a page, as others got', right);
      } else yield* premise(accepted(right), `GET ${path} with a plain ID token ${answer(right)}`);
    },
  }),
];

type Change = Partial<Omit<typeof plainIdToken, 'claims'>> & {
  readonly claims?: Partial<(typeof plainIdToken)['claims']>;
};

/** Well-signed tokens of an existing user. The specification does not say whether they are accepted. */
const freeTokens: readonly {
  readonly freedom: 'FRE-100' | 'FRE-101' | 'FRE-102' | 'FRE-105' | 'FRE-113';
  readonly what: string;
  readonly change: Change;
}[] = [
  { freedom: 'FRE-100', what: 'no sub', change: { claims: { sub: 'missing' } } },
  { freedom: 'FRE-100', what: 'another iss', change: { claims: { iss: 'other' } } },
  { freedom: 'FRE-100', what: 'no exp', change: { claims: { exp: 'missing' } } },
  { freedom: 'FRE-100', what: 'an nbf an hour ahead', change: { claims: { nbf: 3600 } } },
  { freedom: 'FRE-101', what: 'an exp half a minute ago', change: { claims: { exp: -30 } } },
  { freedom: 'FRE-102', what: 'an unverified e-mail', change: { claims: { emailVerified: false } } },
  { freedom: 'FRE-102', what: 'no email_verified', change: { claims: { emailVerified: 'missing' } } },
  { freedom: 'FRE-105', what: 'no kid', change: { kid: 'missing' } },
  { freedom: 'FRE-105', what: 'the kid of another key', change: { kid: 'another' } },
  { freedom: 'FRE-105', what: 'a kid that is not known', change: { kid: 'unknown' } },
  { freedom: 'FRE-113', what: 'another aud', change: { claims: { aud: 'other' } } },
  { freedom: 'FRE-113', what: 'a list as aud', change: { claims: { aud: 'list' } } },
];
