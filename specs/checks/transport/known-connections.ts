import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import { answer } from '../../../core/exchange.ts';
import { aKeyOwnerWithAccess, anAppWithAccess } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { answeredWith401, refusedByContrast } from '../../expectations/refusal.ts';

/** Calls on a connection on which somebody was served before ("Authentication": every call is authenticated for itself). */
export const knownConnectionChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-wrong-token-on-a-known-connection-is-answered-401',
    title: 'On a connection that served a right access token, one that was never issued is answered with 401',
    proves: ['TRN-07'],
    needs: ['app'],
    given: fc.record({ listing: fc.nat(4), before: fc.integer({ min: 1, max: 3 }) }, { noNullPrototype: true }),
    atMost: 10,
    async arrange(scene) {
      const { authorization } = await anAppWithAccess(scene);
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
    title: 'After calls with an API key on a connection a call without a credential is answered with 401',
    proves: ['TRN-13'],
    needs: ['api-key'],
    given: fc.record({ listing: fc.nat(4), before: fc.integer({ min: 1, max: 3 }) }, { noNullPrototype: true }),
    atMost: 10,
    async arrange(scene) {
      const { authorization } = await aKeyOwnerWithAccess(scene);
      return { authorization, open: await listingsOpenTo(scene, authorization) };
    },
    async gather(scene, { listing, before }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const fresh = await scene.onOneConnection((over) => scene.call(path, { over, note: 'without a credential' }));
      return scene.onOneConnection(async (over) => {
        let control = await scene.call(path, { authorization, over });
        for (let time = 1; time < before; time++) control = await scene.call(path, { authorization, over });
        const probe = await scene.call(path, { over, note: 'without a credential on the same connection' });
        return { path, fresh, control, probe };
      });
    },
    *judge({ path, fresh, control, probe }) {
      if (fresh.response?.status !== 401) return; // a question of its own
      if (accepted(control)) yield* answeredWith401(probe, 'TRN-13', `GET ${path} without a credential after a key`);
    },
  }),

  check({
    id: 'transport/an-odd-call-without-a-credential-is-not-served',
    title: 'A listing call without an Authorization header is not served, whatever its parameters are',
    proves: ['TRN-06'],
    needs: ['app'],
    given: fc.record(
      {
        listing: fc.nat(4),
        query: fc.constantFrom<Record<string, string>>(
          { schemaFields: '{"Name":"value"}' },
          { 'schemaFields.Name': 'value' },
          { 'schemaFields[Name]': 'value' },
          { sort: 'modifiedAt:asc' },
          { nextToken: 'x' },
          { pageSize: '0' },
        ),
      },
      { noNullPrototype: true },
    ),
    atMost: 40,
    async arrange(scene) {
      const { authorization } = await anAppWithAccess(scene);
      return { authorization, open: await listingsOpenTo(scene, authorization) };
    },
    async gather(scene, { listing, query }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const probe = await scene.call(path, { query, note: 'without a credential' });
      return { path, probe, control: await scene.call(path, { authorization }) };
    },
    *judge({ path, probe, control }, { query }) {
      // that a refusal has the status 401 even where parameters are wrong is inference, and a question of its own
      if (accepted(probe)) {
        yield* answeredWith401(probe, 'TRN-06', `GET ${path} with ${Object.keys(query)[0] ?? ''} and no credential`);
      } else yield* premise(accepted(control), `GET ${path} with a right access token ${answer(control)}`);
    },
  }),
];
