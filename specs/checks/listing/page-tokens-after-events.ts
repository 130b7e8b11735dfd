import fc from 'fast-check';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { aProject, revoke } from '../../../drivers/world/actors.ts';
import { shows } from '../../../drivers/world/view.ts';
import { anyListing, directionsOrNone } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsNone } from '../../expectations/acceptance.ts';
import { glimpse } from '../../expectations/disclosure.ts';
import { aReader, aStock, listedIn, pick, readersOfAll, settle } from '../../expectations/listing-stock.ts';
import { queryOf, describeListingCall } from '../../expectations/listing-walk.ts';
import { served as servedInstead } from '../../../drivers/world/listing-limits.ts';
import { onePage } from './page.ts';
import { plainTimes, theListing } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

const lifetime = 900;

/**
 * Page tokens after the end of the grant or credential that they were issued for ("Pagination", 3; "States and
 * transitions").
 */
export const pageTokensAfterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/a-page-token-shows-nothing-that-was-revoked',
    title: 'A following page shows no record of a project that was revoked since the page before',
    proves: ['LST-31'],
    needs: ['app.create', 'access', 'project.revoke'],
    cases: objectOf({ listing: anyListing, reader: fc.nat(2), sort: directionsOrNone }),
    maxCases: 12,
    async gather(scene, { listing: index, reader: position, sort }) {
      const listing = await theListing(scene, index);
      const times = plainTimes(6);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: 6 }, []);
      const steady = await aProject(scene);
      const reader = await aReader(scene, [stock.project, steady], pick(await readersOfAll(scene), position));
      const visible = await settle(scene, stock, reader, listing);
      const asked = { pageSize: 1, ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }) };
      const first = await onePage(scene, listing, reader, asked, stock);
      const secret = listedIn(stock, listing);
      const { token } = first;
      if (typeof token !== 'string' || token === '') return { path: listing.path, asked, secret };
      await revoke(scene, stock.project, reader.actor);
      // the revocation may take a moment to be seen (FRE-14)
      const after = await scene.settle(
        () => scene.view(listing, reader.authorization),
        (view) => !secret.some((record) => shows(view, record)),
      );
      const follow = async () =>
        glimpse(
          scene,
          listing,
          await scene.call(listing.path, {
            authorization: reader.authorization,
            query: { ...queryOf(servedInstead(asked, scene.target, listing.path)), nextToken: token },
            note: 'a page token from before the revocation',
          }),
        );
      // following pages may come from a server that does not know the revocation yet
      const view = await scene.nowOrSettled(follow, (one) => !secret.some((record) => shows(one, record)));
      const ended = visible.size > 1 && !secret.some((record) => shows(after, record));
      return { path: listing.path, asked, secret, ended, view };
    },
    *judge({ path, asked, secret, ended = false, view }) {
      if (!(yield* premise(view !== undefined, `${describeListingCall(path, asked)} led to no second page`))) return;
      // other checks judge first pages that still show revoked records
      if (view === undefined || !(yield* premise(ended, `GET ${path} still shows the revoked records`))) return;
      yield* showsNone(view, secret, 'LST-31', `GET ${path} with a page token from before the revocation`);
    },
  }),

  check({
    id: 'listing/a-page-token-does-not-prolong-its-credential',
    title: 'No following page is served when the access token has expired since the page before',
    proves: ['LST-29'],
    needs: ['app.create', 'access', 'passing-time'],
    cases: objectOf({ listing: anyListing, delegated: fc.boolean(), sort: directionsOrNone }),
    maxCases: 10,
    maxSeconds: lifetime + 10,
    async gather(scene, { listing: index, delegated, sort }) {
      const listing = await theListing(scene, index);
      const times = plainTimes(6);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: 6 }, []);
      const isUser = delegated && (await readersOfAll(scene)).includes('delegated');
      const kind = isUser ? 'delegated' : 'app';
      const reader = await aReader(scene, stock.project, kind);
      await settle(scene, stock, reader, listing);
      const asked = { pageSize: 1, ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }) };
      const first = await onePage(scene, listing, reader, asked, stock);
      const { token } = first;
      if (typeof token !== 'string' || token === '') return { path: listing.path, asked };
      // a page token may be valid for one use only, so the correct call uses another one
      const other = await onePage(scene, listing, reader, asked, stock);
      const served = await onePage(scene, listing, reader, asked, stock, String(other.token));
      await scene.elapse(lifetime + 10);
      const expired = await scene.call(listing.path, {
        authorization: reader.authorization,
        query: { ...queryOf(servedInstead(asked, scene.target, listing.path)), nextToken: token },
        note: 'a page token and an access token that has expired since',
      });
      return { path: listing.path, asked, served: served.exchange, expired };
    },
    *judge({ path, asked, served, expired }) {
      const led = served !== undefined && succeeded(served);
      if (!(yield* premise(led, `${describeListingCall(path, asked)} led to no second page`))) return;
      // other checks judge the status of the refusal of an expired token, and the page token may be stale by then
      // (FRE-136)
      if (expired === undefined || !accepted(expired)) return;
      const subject = `GET ${path} with a page token and an access token that has expired`;
      yield finding('LST-29', subject, `${answer(expired)} and a page`, 'a refusal', expired);
    },
  }),
];
