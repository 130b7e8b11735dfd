import { describe, expect, test } from 'vitest';
import { servingOf } from '../../drivers/examination/serving.ts';
import type { Lack, Serving, Survey } from '../../drivers/survey/survey.ts';
import {
  isAbout,
  lackAtListing,
  lackAtTokenPath,
  lackOfAuthorization,
  servesNothing,
  toldLack,
} from '../../drivers/survey/survey.ts';
import { assayResultsAt, versionedListings } from '../../drivers/world/listing.ts';
import { checks } from '../../specs/checks/index.ts';
import { requirements } from '../../specs/requirements/index.ts';

const assayResults = '/assay-results';

/** A survey in which app tokens and keys are served everywhere but at these paths. */
function surveyWithout(missing: readonly string[], serving: Serving = 'absent'): Survey {
  const at = (path: string): Serving => (missing.includes(path) ? serving : 'served');
  return {
    listings: [...versionedListings, assayResultsAt(assayResults)].map((listing) => ({
      ...listing,
      by: { 'app token': at(listing.path), 'API key': at(listing.path) },
    })),
    authorization: at('/oauth/authorize'),
    tokenPaths: ['/oauth/token', '/api/v2/token'].map((path) => ({ path, by: { client_credentials: at(path) } })),
    unknownOperations: [],
  };
}

const everywhere = [...versionedListings.map(({ path }) => path), assayResults];
const lacks: readonly (readonly [string, Lack | undefined])[] = [
  ...everywhere.map((path) => [path, lackAtListing(surveyWithout([path]), path)] as const),
  ['/api/v3', lackAtListing(surveyWithout(everywhere), '/api/v3/plate/items')],
  ...['/oauth/token', '/api/v2/token'].map((path) => [path, lackAtTokenPath(surveyWithout([path]), path)] as const),
  ['/oauth/authorize', lackOfAuthorization(surveyWithout(['/oauth/authorize']))],
];

describe('what a survey found', () => {
  test('is missing where each answer said that nothing is there, and not where one was served, refused or disturbed', () => {
    expect(lackAtListing(surveyWithout([]), '/api/v2/entries')).toBeUndefined();
    for (const serving of ['unclear', 'refused'] as const)
      expect(lackAtListing(surveyWithout(['/api/v2/entries'], serving), '/api/v2/entries')).toBeUndefined();
    const half = surveyWithout([]);
    const byKey = half.listings.map((listing) => ({
      ...listing,
      by: { ...listing.by, 'API key': 'absent' as const },
    }));
    expect(lackAtListing({ ...half, listings: byKey }, '/api/v2/entries')).toBeUndefined();
    expect(lackAtListing({ ...half, listings: [] }, '/api/v2/entries')).toBeUndefined();
  });

  test('names the requirement that demands what is missing', () => {
    const lack = lackAtListing(surveyWithout(['/api/v3/entry/items']), '/api/v3/entry/items');
    expect(lack === undefined ? '' : toldLack(lack)).toBe('GET /api/v3/entry/items is not served: see LST-01');
    expect(lack?.demandedBy).not.toContain('VER-01');
  });

  test('is that a version is missing where all of its listings are', () => {
    const v3 = versionedListings.filter(({ version }) => version === 'v3').map(({ path }) => path);
    expect(lackAtListing(surveyWithout(v3), '/api/v3/plate/items')?.demandedBy).toContain('VER-01');
  });

  test('is nothing where nothing was served, whatever a browser did, and not where nothing could be asked', () => {
    const nothing = surveyWithout([...everywhere, '/oauth/token', '/api/v2/token']);
    expect(servesNothing(nothing)).toBe(true);
    expect(servesNothing(surveyWithout([...everywhere, '/oauth/token']))).toBe(false);
    expect(servesNothing({ listings: [], tokenPaths: [], unknownOperations: [] })).toBe(false);
  });

  test('is told by doctor, a line for each place and each operation that is listed in vain', () => {
    const survey = surveyWithout(['/api/v2/plates', '/api/v2/token']);
    const lines = servingOf({ ...survey, unknownOperations: ['record.create'] });
    expect(lines.map(({ state, found }) => `${state}: ${found}`)).toEqual([
      'ok: POST /oauth/token (served: client_credentials)',
      'note: POST /api/v2/token is not served: see VER-05',
      "ok: GET /oauth/authorize (served: a user's browser)",
      'ok: GET /api/v3/entry/items (served: app token, API key)',
      'ok: GET /api/v2/entries (served: app token, API key)',
      'ok: GET /api/v3/plate/items (served: app token, API key)',
      'note: GET /api/v2/plates is not served: see LST-04',
      'ok: GET /assay-results (served: app token, API key)',
      'note: record.create is listed by the control, which does not know it (501)',
    ]);
  });
});

describe('what is missing', () => {
  test.for(lacks)('at %s is demanded by requirements of the catalogue', ([, lack]) => {
    const known = new Set<string>(requirements.map(({ id }) => id));
    expect(lack?.demandedBy.filter((id) => !known.has(id))).toEqual([]);
  });

  test.for(lacks)('at %s is told by a check of the first that demands it', ([, lack]) => {
    if (lack === undefined) throw new Error('nothing is missing');
    const [first] = lack.demandedBy;
    const telling = checks.filter(({ proves }) => isAbout(lack, new Set(proves)));
    expect(telling.flatMap(({ proves }) => proves)).toContain(first);
  });
});
