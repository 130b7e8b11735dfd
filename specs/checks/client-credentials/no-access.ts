import { isFinding } from '../../../core/check.ts';
import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { json } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  aKeyOwner,
  aUser,
  anAccessToken,
  anApp,
  anAppWithAccess,
  aProject,
  grant,
  legacyTokenPath,
  requestToken,
  accessTokenIn,
  someRecords,
} from '../../../drivers/world/actors.ts';
import type { User } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { heldBy, identifierOf, listWith, valueAt } from '../../../drivers/world/page.ts';
import type { View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { glimpse } from '../../expectations/disclosure.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';

/** What apps do not see: anything before they are added to something, and what only users see. */
export const noAccessChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/a-new-app-has-no-data',
    title: 'A new app that was added to nothing is shown nothing on any listing',
    proves: ['CCR-10'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const { authorization, laboratory } = await anAppWithAccess(scene);
      const newcomer = await anApp(scene);
      const tokens = [await anAccessToken(scene, newcomer)];
      const legacy = accessTokenIn(await requestToken(scene, newcomer, legacyTokenPath));
      if (legacy !== undefined) tokens.push(legacy);
      const listings = [];
      for (const listing of await scene.listings()) {
        const record = laboratory?.records.find(({ kind }) => kind === listing.kind);
        if (record === undefined) continue;
        const known = await scene.settle(
          () => scene.view(listing, authorization),
          (view) => shows(view, record),
        );
        const views: View[] = [];
        for (const token of tokens) {
          views.push(await scene.view(listing, bearer(token)));
          // a listing that is asked otherwise may be answered in another way
          const query = { sort: 'modifiedAt:desc', pageSize: '5' };
          const sorted = await scene.call(listing.path, { authorization: bearer(token), query });
          views.push(glimpse(scene, listing, sorted));
          const single = await scene.call(listing.path, { authorization: bearer(token), query: { pageSize: '1' } });
          views.push(glimpse(scene, listing, single));
        }
        listings.push({ path: listing.path, record, known, views, settings: scene.target.settings.api });
      }
      return listings;
    },
    *judge(listings) {
      const telling = listings.some(({ known, record }) => shows(known, record));
      const tells = yield* premise(
        telling,
        'no listing shows an app what it was added to: that a new one sees nothing proves nothing',
      );
      for (const { path, record, known, views, settings } of listings) {
        const isRecord = (item: unknown): boolean =>
          known.identifiers.length === 0 || identifierOf(item, path, settings) !== undefined;
        const place = known.pages.map((page) => listWith(json(page), record)).find((found) => found !== undefined);
        for (const view of views) {
          const subject = `GET ${path} by a new app that was added to nothing`;
          yield* heldWhere(tells, showsNone(view, [record], 'CCR-10', subject));
          if (place === undefined || shows(view, record)) continue;
          // where the items stand is known from whoever has some: an empty page may have other lists that are not empty
          // what stands in the place of records, and is none, is no data: that is LST-21's matter
          const items = view.pages.flatMap((page) => heldBy(valueAt(json(page), place)) ?? []).filter(isRecord);
          if (items.length > 0)
            yield finding('CCR-10', subject, `listed ${items.length} items`, 'none', lastPage(view));
        }
      }
    },
  }),

  check({
    id: 'client-credentials/apps-do-not-see-what-only-users-see',
    title: 'An app does not see the records of a project that only a user was added to',
    proves: ['CCR-09'],
    needs: ['app', 'user.create', 'access'],
    cases: objectOf({
      listing: fc.nat(4),
      /** Whether user and app have another project in common. */
      inCommon: fc.boolean(),
      sameConnection: fc.boolean(),
      records: fc.integer({ min: 1, max: 3 }),
    }),
    maxCases: 25,
    describe: ({ listing, inCommon, sameConnection, records }) =>
      inWords`${listingNamed(listing)}, ${records} records${inCommon ? ', another project in common' : ''}${sameConnection ? ', on one connection' : ''}`,
    arrange: (scene) => anAppWithAccess(scene),
    async gather(scene, { listing: index, inCommon, sameConnection, records: count }, { authorization, laboratory }) {
      const listing = listingAt(await scene.listings(), index);
      const owner: User & { readonly apiKey?: string } = scene.supports('apiKey.create')
        ? await aKeyOwner(scene)
        : await aUser(scene);
      const { apiKey } = owner;
      const project = await aProject(scene);
      await grant(scene, project, owner);
      if (inCommon && laboratory !== undefined) await grant(scene, laboratory, owner);
      const records = await someRecords(scene, project, listing.kind, count);
      const looks = async (over?: Dispatcher) => {
        const options = over === undefined ? {} : { over };
        const byUser =
          apiKey === undefined
            ? undefined
            : await scene.settle(
                () => scene.view(listing, basic(apiKey), options),
                (view) => records.every((record) => shows(view, record)),
              );
        let elsewhere: View | undefined;
        if (apiKey !== undefined && byUser?.end === 'refused') {
          // that a key works on both versions is inference of its own
          for (const other of await scene.listings()) {
            if (other.kind !== listing.kind || other === listing) continue;
            const view = await scene.view(other, basic(apiKey), options);
            if (records.some((record) => shows(view, record))) elsewhere = view;
          }
        }
        const known = laboratory?.records.filter(({ kind }) => kind === listing.kind) ?? [];
        const byApp = await scene.settle(
          () => scene.view(listing, authorization, options),
          (view) => known.every((record) => shows(view, record)),
        );
        const sisters: View[] = [];
        if (!known.every((record) => shows(byApp, record))) {
          for (const other of await scene.listings()) {
            if (other.kind === listing.kind && other !== listing) sisters.push(await scene.view(other, authorization));
          }
        }
        return {
          path: listing.path,
          records,
          known,
          byApp,
          sisters,
          ...(byUser === undefined ? {} : { byUser: elsewhere ?? byUser }),
        };
      };
      return sameConnection ? scene.onOneConnection(looks) : looks();
    },
    *judge({ path, records, known, byApp, sisters, byUser }) {
      const subject = `GET ${path} by an app, for a project that only a user was added to,`;
      const shown = [...showsNone(byApp, records, 'CCR-09', subject)];
      yield* shown.filter(isFinding);
      if (shown.some(isFinding)) return;
      const served = known.every((record) => [byApp, ...sisters].some((view) => shows(view, record)));
      yield* premise(
        served,
        `GET ${path} does not show the app what it was added to, so that it shows no more proves nothing`,
      );
      if (byUser === undefined) return;
      const there = sisters.length > 0 || records.some((record) => shows(byUser, record));
      yield* premise(there, `GET ${path} does not show the user either what the user was added to`);
    },
  }),
];
