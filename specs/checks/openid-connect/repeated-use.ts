import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aKey, someOfEachKind } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, asReader, callWithIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { wrongIdTokens } from '../../../generators/id-token.ts';
import { describeIdToken } from '../../../generators/id-token-spec.ts';
import { openListingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, idTokenReaderNeeds, rightCall, servedStage } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** The uses of one ID token: a listing for each call, over new or shared connections, in turn or at once. */
const uses = objectOf({
  listings: fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.nat(4), { minLength: 2, maxLength: 16 }) },
    { weight: 1, arbitrary: fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }) },
  ),
  how: fc.constantFrom('in turn', 'at once', 'over connections of its own'),
  /** The user whose other token is used in between, or the API key. */
  between: fc.constantFrom('nobody', 'the same user', 'another user', 'the API key of the user'),
});

/** Checks of one ID token in several calls ("OpenID Connect (legacy)"). */
export const repeatedUseChecks: readonly SuiteCheck[] = [
  check({
    id: 'openid-connect/an-id-token-can-be-used-again',
    title: 'One ID token is accepted in several calls while it is live',
    proves: ['OIC-26'],
    needs: idTokenNeeds,
    cases: uses,
    maxCases: 30,
    describe: ({ listings, how, between }) =>
      inWords`one ID token ${listings.length} times ${how}${between === 'nobody' ? '' : `, with one of ${between} in between`}`,
    async arrange(scene) {
      const stage = await servedStage(scene);
      return { ...stage, key: scene.supports('apiKey.create') ? basic(await aKey(scene, stage.user)) : undefined };
    },
    async gather(scene, { listings, how, between }, { user, other, open, key }) {
      const token = await anIdToken(scene, plainIdToken, { user });
      const call = (part: Scene, listing: number): Promise<Exchange> => {
        const { path } = listingAt(open, listing);
        const options = { authorization: bearer(token), note: 'the same ID token' };
        return how === 'over connections of its own'
          ? part.onOneConnection((over) => part.call(path, { ...options, over }))
          : part.call(path, options);
      };
      const [first = 0, ...later] = listings;
      const calls = [await scene.settle(() => call(scene, first), accepted)];
      if (how === 'at once') {
        calls.push(...(await scene.together(later.map((listing) => (part: Scene) => call(part, listing)))));
      } else {
        for (const listing of later) {
          const { path } = listingAt(open, listing);
          if (between === 'the same user') await rightCall(scene, path, user);
          if (between === 'the API key of the user' && key !== undefined) {
            await scene.call(path, { authorization: key, note: 'the API key of the user' });
          }
          // this user may have no access, so the call need not be served
          if (between === 'another user') await callWithIdToken(scene, path, plainIdToken, { user: other });
          calls.push(await call(scene, listing));
        }
      }
      // a listing that no longer serves the token may serve no token at all
      const closed: Record<string, Exchange> = {};
      for (const one of calls) {
        const path = new URL(one.request.url).pathname;
        if (!accepted(one)) closed[path] ??= await rightCall(scene, path, user);
      }
      return { calls, closed };
    },
    *judge({ calls, closed }) {
      yield* judged(calls, closed);
    },
  }),

  check({
    id: 'openid-connect/an-id-token-can-be-used-page-after-page',
    title: 'One ID token is accepted for each page of a listing',
    proves: ['OIC-26'],
    needs: [...idTokenReaderNeeds, 'apiKey.create'],
    cases: fc.nat(4),
    maxCases: 8,
    describe: openListingNamed,
    arrange: async (scene) => {
      const stage = await servedStage(scene);
      await someOfEachKind(scene, asReader(stage.user).laboratory, 2);
      return { ...stage, key: basic(await aKey(scene, stage.user)) };
    },
    async gather(scene, listing, { user, open, key }) {
      const { path } = listingAt(open, listing);
      const pages = async (authorization: string): Promise<readonly Exchange[]> => {
        const first = await scene.settle(
          () => scene.call(path, { authorization, query: { pageSize: '1' } }),
          (one) => (nextTokenOf(one) ?? '') !== '',
        );
        const nextToken = nextTokenOf(first) ?? '';
        if (nextToken === '') return [first];
        return [first, await scene.call(path, { authorization, query: { pageSize: '1', nextToken } })];
      };
      const own = await pages(bearer(await anIdToken(scene, plainIdToken, { user })));
      return { path, own, byKey: own.at(-1)?.response?.status === 200 ? [] : await pages(key) };
    },
    *judge({ path, own: [first, second], byKey }) {
      if (second !== undefined && accepted(second)) return;
      const hasSecondPage = first !== undefined && accepted(first) && byKey.length === 2 && byKey.every(accepted);
      // whether a listing has a second page at all is a separate question
      if (!hasSecondPage || second === undefined) {
        yield notApplicable('the listing has no second page');
        return;
      }
      yield finding('OIC-26', `GET ${path} for the next page with an ID token`, answer(second), 'a page', second);
    },
  }),

  check({
    id: 'openid-connect/wrong-id-tokens-do-right-ones-no-harm',
    title: 'A right ID token is accepted right after a wrong one of the same provider and user was refused',
    proves: ['OIC-01'],
    needs: idTokenNeeds,
    cases: objectOf({ specs: fc.array(wrongIdTokens, { minLength: 1, maxLength: 3 }) }),
    maxCases: 12,
    describe: ({ specs }) => `after ${specs.map(describeIdToken).join(', then ')}`,
    arrange: servedStage,
    async gather(scene, { specs }, { user, other, open }) {
      const { path } = listingAt(open, 0);
      const before = await rightCall(scene, path, user);
      for (const spec of specs) await callWithIdToken(scene, path, spec, { user, other });
      const after = await callWithIdToken(scene, path, plainIdToken, { user });
      return { path, before, after };
    },
    *judge({ path, before, after }) {
      if (!(yield* premise(accepted(before), `GET ${path} with a right ID token ${answer(before)} before`))) return;
      // a tenant may slow down a caller that makes many wrong calls (FRE-12)
      if (after.response?.status !== 401) {
        if (!accepted(after))
          yield notApplicable(`the right ID token ${answer(after)}, perhaps to slow the caller down`);
        return;
      }
      yield finding('OIC-01', `GET ${path} with a right ID token after wrong ones`, answer(after), 'a page', after);
    },
  }),

  check({
    id: 'openid-connect/id-tokens-come-together',
    title: 'Simultaneous ID tokens are all accepted, even if the tenant has to fetch the keys anew for them',
    proves: ['OIC-01'],
    needs: [...idTokenNeeds, 'passing-time'],
    maxSeconds: day,
    async gather(scene) {
      const { user, open } = await servedStage(scene);
      const { path } = listingAt(open, 0);
      const before = await rightCall(scene, path, user);
      // however long the tenant keeps keys (FRE-106), some of these calls come when it has to fetch them
      await scene.elapse(day);
      const one = (part: Scene): Promise<Exchange> => callWithIdToken(part, path, plainIdToken, { user });
      const together = await scene.together([one, one, one, one, one, one]);
      return { path, before, together, after: await rightCall(scene, path, user) };
    },
    *judge({ path, before, together, after }) {
      const served = accepted(before) && accepted(after);
      if (!(yield* premise(served, `GET ${path} with one ID token ${answer(after)}`))) return;
      const isDecided = (call: Exchange): boolean => accepted(call) || call.response?.status === 401;
      if (!together.some(isDecided)) yield notApplicable('calls at once were neither served nor refused with 401');
      for (const call of together) {
        if (call.response?.status !== 401) continue;
        yield finding(
          'OIC-01',
          `GET ${path} with an ID token at the same time as others`,
          answer(call),
          'a page',
          call,
        );
      }
    },
  }),

  check({
    id: 'openid-connect/an-id-token-can-be-used-for-minutes',
    title: 'One ID token is still accepted some minutes after its first use',
    proves: ['OIC-26'],
    needs: [...idTokenNeeds, 'passing-time'],
    maxSeconds: 200,
    async gather(scene) {
      const { user, open } = await servedStage(scene);
      const { path } = listingAt(open, 0);
      const token = await anIdToken(scene, plainIdToken, { user });
      const call = () => scene.call(path, { authorization: bearer(token), note: 'the same ID token' });
      const calls = [await scene.settle(call, accepted)];
      for (const seconds of [30, 31, 60, 65]) {
        await scene.elapse(seconds);
        calls.push(await call());
      }
      return { calls, closed: { [path]: await rightCall(scene, path, user) } };
    },
    *judge({ calls, closed }) {
      yield* judged(calls, closed);
    },
  }),
];

function* judged([first, ...later]: readonly Exchange[], closed: Readonly<Record<string, Exchange>>) {
  if (first === undefined || !(yield* premise(accepted(first), `the first use of an ID token ${answer(first)}`)))
    return;
  for (const [index, call] of later.entries()) {
    if (accepted(call)) continue;
    const path = new URL(call.request.url).pathname;
    const control = closed[path];
    if (control !== undefined && !(yield* premise(accepted(control), `GET ${path} serves no new ID token either`)))
      continue;
    const subject = `GET ${path} with a live ID token that was used ${index + 1} times before`;
    yield finding('OIC-26', subject, answer(call), 'a page', call);
  }
}
