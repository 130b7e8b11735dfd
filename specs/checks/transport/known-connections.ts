import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { premise } from '../../../core/check.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { PremiseUnmet, Unsupported } from '../../../core/trouble.ts';
import { inWords } from '../../../core/wording.ts';
import { aKeyOwnerWithAccess, settledActor, someRecords } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import { unlessSmallPagesAreRefused } from '../../expectations/following-call.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { answeredWith401, refusedByContrast } from '../../expectations/refusal.ts';
import { tokenForAUser } from './token-for-a-user.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { objectOf } from '../../../generators/object.ts';

/** Calls on a connection that served a caller before ("Authentication": every call is authenticated for itself). */
export const knownConnectionsChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-wrong-token-on-a-known-connection-is-answered-401',
    title: 'On a connection that served a right credential, a token that was never issued is answered with 401',
    proves: ['TRN-07'],
    needs: ['actor'],
    cases: objectOf({ listing: fc.nat(4), before: fc.integer({ min: 1, max: 3 }) }),
    maxCases: 10,
    async arrange(scene) {
      const { authorization } = await settledActor(scene);
      return { authorization, open: await listingsOpenTo(scene, authorization) };
    },
    async gather(scene, { listing, before }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      return scene.onOneConnection(async (over) => {
        let control = await scene.call(path, { authorization, over });
        for (let time = 1; time < before; time++) control = await scene.call(path, { authorization, over });
        const wrong = bearer('nobody-was-ever-given-this-token');
        return { path, control, probe: await scene.call(path, { authorization: wrong, over, note: 'never issued' }) };
      });
    },
    *judge({ path, control, probe }) {
      yield* refusedByContrast(probe, control, 'TRN-07', `GET ${path} with an unknown token on a known connection`);
    },
  }),

  check({
    id: 'transport/a-call-after-a-key-is-authenticated-for-itself',
    title: "A call without a credential is answered with 401 after a user's calls on its connection",
    proves: ['TRN-13'],
    needs: ['api-key'],
    cases: objectOf({
      listing: fc.nat(4),
      before: fc.integer({ min: 1, max: 3 }),
      by: fc.constantFrom('a key', 'a token for a user'),
    }),
    maxCases: 12,
    describe: ({ before, by }) => inWords`after ${before} calls with ${by}`,
    async arrange(scene) {
      const { authorization: key } = await aKeyOwnerWithAccess(scene);
      const open = await listingsOpenTo(scene, key);
      const token = (await tokenForAUser(scene)) ?? key;
      return { authorizations: { 'a key': key, 'a token for a user': token }, open };
    },
    async gather(scene, { listing, before, by }, { authorizations, open }) {
      const authorization = authorizations[by];
      const { path } = listingAt(open, listing);
      const fresh = await scene.onOneConnection((over) => scene.call(path, { over, note: 'without a credential' }));
      return scene.onOneConnection(async (over) => {
        let control = await scene.call(path, { authorization, over });
        for (let time = 1; time < before; time++) control = await scene.call(path, { authorization, over });
        const probe = await scene.call(path, { over, note: 'without a credential on the same connection' });
        return { path, fresh, control, probe };
      });
    },
    *judge({ path, fresh, control, probe }, { by }) {
      // other requirements cover any other answer to either call
      if (fresh.response?.status !== 401 || !accepted(control)) {
        yield notApplicable(`GET ${path} ${answer(fresh)} without a credential, and ${answer(control)} with ${by}`);
      } else yield* answeredWith401(probe, 'TRN-13', `GET ${path} without a credential after ${by}`);
    },
  }),

  check({
    id: 'transport/a-following-page-is-authenticated-for-itself',
    title: 'A following page without a credential is answered with 401 on the connection of the first',
    proves: ['TRN-13'],
    needs: ['api-key'],
    cases: objectOf({ listing: fc.nat(4), pages: fc.integer({ min: 1, max: 2 }) }),
    maxCases: 10,
    describe: ({ pages }) => inWords`after ${pages} pages on the same connection`,
    async arrange(scene) {
      const { authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      const open = await listingsOpenTo(scene, authorization);
      if (laboratory !== undefined) {
        // more than two following pages need: one version of a listing may leave records out (FRE-155)
        for (const kind of new Set(open.map((one) => one.kind))) await someRecords(scene, laboratory, kind, 4);
      }
      return { authorization, open, filled: laboratory !== undefined };
    },
    async gather(scene, { listing, pages }, { authorization, open, filled }) {
      const { path } = listingAt(open, listing);
      const look = (over: Dispatcher, nextToken: string | undefined, sent: string | undefined): Promise<Exchange> =>
        scene.call(path, {
          over,
          query: { pageSize: '1', ...(nextToken === undefined ? {} : { nextToken }) },
          ...(sent === undefined ? { note: 'without a credential' } : { authorization: sent }),
        });
      return scene.onOneConnection(async (over) => {
        // records may take a while to be listed
        const isFollowed = (one: Exchange): boolean => (nextTokenOf(one) ?? '') !== '';
        let control = await scene.settle(() => look(over, undefined, authorization), isFollowed);
        for (let page = 1; page < pages && nextTokenOf(control) !== undefined; page++) {
          control = await look(over, nextTokenOf(control), authorization);
        }
        const nextToken = nextTokenOf(control) ?? '';
        if (nextToken === '' && !filled) {
          throw new Unsupported('no listing of the key has two pages, and the control makes no records for it');
        }
        if (nextToken === '') unlessSmallPagesAreRefused(control);
        if (nextToken === '') throw new PremiseUnmet('no page that another one follows was served');
        // another requirement covers a page token that opens its page to every caller
        const fresh = await scene.onOneConnection((other) => look(other, nextToken, undefined));
        return { path, fresh, probe: await look(over, nextToken, undefined), control };
      });
    },
    *judge({ path, fresh, probe, control }) {
      if (fresh.response?.status !== 401) {
        yield notApplicable(`GET ${path} with a page token and no credential ${answer(fresh)} on a new connection too`);
      } else yield* refusedByContrast(probe, control, 'TRN-13', `GET ${path} for the next page, without a credential,`);
    },
  }),

  check({
    id: 'transport/an-odd-call-without-a-credential-is-not-served',
    title: 'A listing call without an Authorization header is not served with any parameters',
    proves: ['TRN-06'],
    needs: ['actor'],
    cases: objectOf({
      listing: fc.nat(4),
      query: fc.constantFrom<Record<string, string>>(
        { schemaFields: '{"Name":"value"}' },
        { 'schemaFields.Name': 'value' },
        { 'schemaFields[Name]': 'value' },
        { sort: 'modifiedAt:asc' },
        { nextToken: 'x' },
        { pageSize: '0' },
      ),
    }),
    maxCases: 40,
    async arrange(scene) {
      const { authorization } = await settledActor(scene);
      return { authorization, open: await listingsOpenTo(scene, authorization) };
    },
    async gather(scene, { listing, query }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const probe = await scene.call(path, { query, note: 'without a credential' });
      return { path, probe, control: await scene.call(path, { authorization }) };
    },
    *judge({ path, probe, control }, { query }) {
      // it is inferred that a refusal has the status 401 even with wrong parameters, and another requirement covers
      // that
      if (accepted(probe)) {
        yield* answeredWith401(probe, 'TRN-06', `GET ${path} with ${Object.keys(query)[0] ?? ''} and no credential`);
      } else yield* premise(accepted(control), `GET ${path} with a right credential ${answer(control)}`);
    },
  }),
];
