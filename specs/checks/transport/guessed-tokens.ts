import fc from 'fast-check';
import { anAppWithAccess } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { dividers, tokenDividers, withAddition } from '../../../generators/credential.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingActor, listingAt } from '../../expectations/open-listings.ts';
import { refusedAsClientError, refusedByContrast } from '../../expectations/refusal.ts';

/** Words that have the form of a token, and words that services accept if they were left open for a trial. */
const words = ['test', 'admin', 'anonymous', 'guest', 'none', 'null', 'undefined', 'true', '0', '1', '...', '-', '_'];

/** Values that match everything if they are read as a pattern or as a part of a query. None has the form of a token. */
const catchAlls = ['*', '%', '%%', '.*', "' or '1'='1", '" or ""="', '{}', '[]', '{"$ne":null}'];

/** Bearer values that are worth trying on any listing ("Errors", first row). */
export const guessedTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/usual-words-are-no-tokens',
    title: 'A usual word, or a value that matches anything in a pattern or a query, is no access token',
    proves: ['TRN-07'],
    needs: ['actor'],
    cases: fc.nat(4),
    maxCases: 5,
    describe: (listing) => `usual words as bearer values, at ${listingNamed(listing)}`,
    arrange: (scene) => listingActor(scene),
    async gather(scene, listing, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const calls = [];
      for (const value of [...words, ...catchAlls]) {
        calls.push({
          value,
          call: await scene.call(path, { authorization: bearer(value), note: `${value} as token` }),
        });
      }
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, calls, control };
    },
    *judge({ path, calls, control }) {
      for (const { value, call } of calls) {
        const subject = `GET ${path} with the bearer value ${value}`;
        // a value that cannot be in a bearer header may be called malformed (RFC 6750, sections 2.1 and 3.1)
        const judge = words.includes(value) ? refusedByContrast : refusedAsClientError;
        yield* judge(call, control, 'TRN-07', subject);
      }
    },
  }),

  check({
    id: 'transport/what-stands-behind-a-token-counts',
    title: 'A live access token that is followed by a separator and more text is refused',
    proves: ['TRN-08'],
    needs: ['app'],
    cases: fc.nat(4),
    maxCases: 5,
    describe: (listing) => `a live token with additions, at ${listingNamed(listing)}`,
    arrange: (scene) => anAppWithAccess(scene),
    async gather(scene, listing, { token, authorization }) {
      const path = (await scene.listingAt(listing)).path;
      const calls = [];
      // after a comma another credential may begin, and it is open which of the two counts (FRE-07)
      for (const divider of dividers.filter((one) => one !== ',')) {
        const value = withAddition(token, divider);
        if (value === undefined) continue;
        const what = `more text after it and ${divider}`;
        scene.journal.secrets.learnNearMiss(token, value, what);
        const note = `a live token, ${what}`;
        calls.push({ divider, call: await scene.call(path, { authorization: bearer(value), note }) });
      }
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, calls, control };
    },
    *judge({ path, calls, control }) {
      for (const { divider, call } of calls) {
        const subject = `GET ${path} with a live access token and more text after ${divider}`;
        const isFormed = tokenDividers.some((one) => one === divider);
        yield* (isFormed ? refusedByContrast : refusedAsClientError)(call, control, 'TRN-08', subject);
      }
    },
  }),
];
