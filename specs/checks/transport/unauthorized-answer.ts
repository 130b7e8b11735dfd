import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { anAppWithAccess } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import {
  badAuthorizations,
  wrongCredentials,
  describeBadAuthorization,
  headerValueOf,
} from '../../../generators/authorization-header.ts';
import { changed, changes, describeChange, strangers } from '../../../generators/credential.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse, pageTokenIn, recordsIn, recordsDisclosedIn } from '../../expectations/disclosure.ts';
import { listingActor, listingAt } from '../../expectations/open-listings.ts';
import { challenges, refusedByContrast } from '../../expectations/refusal.ts';

/** Query parameters of a listing with values that it may refuse, but only to a known caller. */
const invalidQueries = fc.oneof(
  fc.constantFrom('abc', '-1', '0', '1.5', '', '1e99', '99999999999999999999', 'ten').map((pageSize) => ({ pageSize })),
  fc.constantFrom('??', ':', 'modifiedAt', 'modifiedAt:up', 'nosuchfield:asc', '', ',').map((sort) => ({ sort })),
  fc
    .oneof(
      fc.constantFrom('bogus', '{}', '0', '='),
      strangers.map((value) => value.slice(0, 200)),
    )
    .map((nextToken) => ({ nextToken })),
  fc.constantFrom({ sort: 'größe:asc' }, { nextToken: 'жетон' }, { pageSize: '５' }, { nextToken: '' }),
  fc.constantFrom({ unknown: 'x' }, { pagesize: '5' }, { limit: 'ten' }),
  fc.constantFrom('{', '[]', 'null', '{"a":', '> 5').map((schemaFields) => ({ schemaFields })),
  fc.constantFrom({ pageSize: 'abc', sort: '??' }, { pageSize: '-5', nextToken: 'bogus' }),
);

/** A value of three parts, as ID tokens have. Other code often decides on such values than on access tokens. */
const likeAnIdToken = [{ alg: 'RS256', typ: 'JWT' }, { email: 'nobody@conformance.example' }, 'no signature']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/** The content of a 401 answer, which comes before any other answer ("Authentication"; "Errors"). */
export const unauthorizedAnswerChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-401-discloses-nothing',
    title: 'A 401 answer discloses no records and no page token',
    proves: ['TRN-12'],
    needs: ['app.create', 'access'],
    cases: fc.record({
      bad: fc.oneof(
        badAuthorizations,
        changes.map((change) => ({ kind: 'near miss' as const, change })),
      ),
      listing: fc.nat(4),
      query: fc.constantFrom<Record<string, string>>(
        {},
        {},
        { pageSize: '1' },
        { sort: 'modifiedAt:desc' },
        { sort: 'modifiedAt:asc', pageSize: '1' },
        { schemaFields: '{"Name":"value"}' },
      ),
    }),
    arrange: (scene) => anAppWithAccess(scene),
    async gather(scene, { bad, listing, query }, { token, authorization, laboratory }) {
      const target = await scene.listingAt(listing);
      const { path } = target;
      const records = (laboratory?.records ?? []).filter(({ kind }) => kind === target.kind);
      const control = await scene.settle(
        async () => glimpse(scene, target, await scene.call(path, { authorization })),
        (look) => records.some((record) => shows(look, record)),
      );
      let value: string | undefined;
      if (bad.kind === 'near miss') {
        const mutant = changed(token, bad.change);
        if (mutant === undefined) return { path, control, records };
        scene.journal.secrets.learnNearMiss(token, mutant, describeChange(bad.change));
        value = bearer(mutant);
      } else value = headerValueOf(bad);
      const call = await scene.call(path, {
        ...(value === undefined ? {} : { authorization: value }),
        query,
        note: 'badly authenticated',
      });
      return {
        path,
        control,
        records,
        answered: glimpse(scene, target, call),
        ofOthers: recordsDisclosedIn(scene, call),
      };
    },
    *judge({ path, control, records, answered, ofOthers = [] }, { bad, query }) {
      if (answered === undefined) {
        yield notApplicable('the drawn change does not change this token');
        return;
      }
      const call = lastPage(answered);
      if (call.response?.status !== 401) {
        // this check judges only the content of a 401, but there must be one
        const isPlain = bad.kind === 'none' && Object.keys(query).length === 0;
        if (isPlain) yield* premise(false, `GET ${path} without a credential ${answer(call)}`);
        else yield notApplicable(`GET ${path} ${answer(call)}, which is not a 401`);
        return;
      }
      const with_ = bad.kind === 'near miss' ? 'with a near miss of a live token' : describeBadAuthorization(bad);
      const subject = `the 401 to GET ${path} ${with_}`;
      const names = new Set([...recordsIn(answered, records).map(({ name }) => name), ...ofOthers]);
      if (names.size > 0) {
        yield finding('TRN-12', subject, `disclosed ${[...names].join(', ')}`, 'nothing of any record', call);
      }
      if (pageTokenIn(call) !== undefined) yield finding('TRN-12', subject, 'carried a page token', 'none', call);
      const text = `GET ${path} with a right credential ${answer(lastPage(control))} and did not show the record either`;
      yield* premise(
        records.some((record) => shows(control, record)),
        text,
      );
    },
  }),

  check({
    id: 'transport/a-401-carries-a-challenge',
    title: 'A 401 answer of a listing carries a WWW-Authenticate header with at least one challenge',
    proves: ['TRN-17'],
    needs: ['actor'],
    cases: fc.record({
      bad: fc.oneof(
        { weight: 3, arbitrary: badAuthorizations },
        { weight: 1, arbitrary: fc.constant({ kind: 'bearer' as const, value: likeAnIdToken }) },
      ),
      listing: fc.nat(4),
      headers: fc.constantFrom<Record<string, string>>({}, {}, { 'x-requested-with': 'XMLHttpRequest' }),
    }),
    maxCases: 40,
    describe: ({ bad, listing, headers }) =>
      [
        `at ${listingNamed(listing)}, without a credential and with ${describeBadAuthorization(bad)}`,
        ...Object.keys(headers),
      ].join(', with the header '),
    arrange: (scene) => listingActor(scene),
    async gather(scene, { bad, listing, headers }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const anonymous = await scene.call(path, { headers, note: 'without a credential' });
      const value = headerValueOf(bad);
      if (value === undefined) return { path, control, answered: [anonymous] };
      const call = await scene.call(path, { authorization: value, headers, note: describeBadAuthorization(bad) });
      return { path, control, answered: [anonymous, call] };
    },
    *judge({ path, control, answered }, { bad }) {
      const served = `GET ${path} with a right credential ${answer(control)}`;
      if (!(yield* premise(accepted(control), served))) return;
      for (const [index, call] of answered.entries()) {
        if (call.response?.status !== 401) {
          // other requirements cover whether the answer must be a 401, but there must be one to judge
          if (index === 0) yield* premise(false, `GET ${path} without a credential ${answer(call)}`);
          continue;
        }
        const how = index === 0 ? 'without a credential' : describeBadAuthorization(bad);
        yield* challenges(call, `the 401 to GET ${path} ${how}`);
      }
    },
  }),

  check({
    id: 'transport/authentication-comes-before-validation',
    title: 'A badly authenticated call with invalid query parameters is still answered with 401',
    proves: ['TRN-20'],
    needs: ['actor'],
    cases: fc.record({ bad: wrongCredentials, listing: fc.nat(4), query: invalidQueries }),
    maxCases: 60,
    arrange: (scene) => listingActor(scene),
    async gather(scene, { bad, listing, query }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const value = headerValueOf(bad);
      const credential = value === undefined ? {} : { authorization: value };
      const plain = await scene.call(path, { ...credential, note: describeBadAuthorization(bad) });
      const call = await scene.call(path, { ...credential, query, note: 'the same, with an invalid query' });
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, plain, call, control };
    },
    *judge({ path, plain, call, control }, { bad, query }) {
      const with_ = describeBadAuthorization(bad);
      if (plain.response?.status !== 401) {
        yield* premise(false, `GET ${path} ${with_} ${answer(plain)} with a valid query too`);
        return;
      }
      const subject = `GET ${path} ${with_} and ${JSON.stringify(query)} as query`;
      yield* refusedByContrast(call, control, 'TRN-20', subject);
    },
  }),
];
