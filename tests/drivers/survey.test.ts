import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { servingOf } from '../../drivers/examination/serving.ts';
import { badValueIn } from '../../drivers/survey/bad-values.ts';
import type { Lack, Serving, Survey, SurveyedListing } from '../../drivers/survey/survey.ts';
import {
  provesOnlyLack,
  lackAtListing,
  lackAtTokenPath,
  lackOfAuthorization,
  servesNothing,
  lackInWords,
} from '../../drivers/survey/survey.ts';
import { assayResultsAt, versionedListings } from '../../drivers/world/listing.ts';
import { checks } from '../../specs/checks/index.ts';
import { requirements } from '../../specs/requirements/index.ts';

const assayResults = '/assay-results';

/** Returns a survey in which app tokens and keys are served everywhere except at these paths. */
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

describe('a survey', () => {
  test('finds a listing missing only if every answer said so, not if one was served or disturbed', () => {
    expect(lackAtListing(surveyWithout([]), '/api/v2/entries')).toBeUndefined();
    expect(lackAtListing(surveyWithout(['/api/v2/entries'], 'unclear'), '/api/v2/entries')).toBeUndefined();
    const half = surveyWithout([]);
    const byKey = half.listings.map((listing) => ({
      ...listing,
      by: { ...listing.by, 'API key': 'absent' as const },
    }));
    expect(lackAtListing({ ...half, listings: byKey }, '/api/v2/entries')).toBeUndefined();
    expect(lackAtListing({ ...half, listings: [] }, '/api/v2/entries')).toBeUndefined();
  });

  test('finds a listing bad if it refuses every caller', () => {
    const lack = lackAtListing(surveyWithout(['/api/v2/entries'], 'refused'), '/api/v2/entries');
    expect(lack?.isBad).toBe(true);
    expect(lack === undefined ? '' : lackInWords(lack)).toBe('GET /api/v2/entries serves no caller: see LST-02');
  });

  test('names the requirement that demands a missing listing', () => {
    const lack = lackAtListing(surveyWithout(['/api/v3/entry/items']), '/api/v3/entry/items');
    expect(lack === undefined ? '' : lackInWords(lack)).toBe('GET /api/v3/entry/items is not served: see LST-01');
    expect(lack?.demandedBy).not.toContain('VER-01');
  });

  test('finds a version missing if all its listings are missing', () => {
    const v3 = versionedListings.filter(({ version }) => version === 'v3').map(({ path }) => path);
    expect(lackAtListing(surveyWithout(v3), '/api/v3/plate/items')?.demandedBy).toContain('VER-01');
  });

  test('shows that a tenant serves nothing, whatever a browser did, but not if nothing could be asked', () => {
    const nothing = surveyWithout([...everywhere, '/oauth/token', '/api/v2/token']);
    expect(servesNothing(nothing)).toBe(true);
    expect(servesNothing(surveyWithout([...everywhere, '/oauth/token']))).toBe(false);
    expect(servesNothing({ listings: [], tokenPaths: [], unknownOperations: [] })).toBe(false);
  });

  test('is printed by doctor: a line for each place and each operation that the control lists but does not know', () => {
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

describe('a missing place', () => {
  test.for(lacks)('at %s is demanded by requirements of the catalogue', ([, lack]) => {
    const known = new Set<string>(requirements.map(({ id }) => id));
    expect(lack?.demandedBy.filter((id) => !known.has(id))).toEqual([]);
  });

  test.for(lacks)('at %s is reported by a check of the first requirement that demands it', ([, lack]) => {
    if (lack === undefined) throw new Error('nothing is missing');
    const [first] = lack.demandedBy;
    const reporting = checks.filter(({ proves }) => provesOnlyLack(lack, new Set(proves)));
    expect(reporting.flatMap(({ proves }) => proves)).toContain(first);
  });
});

describe('a bad value', () => {
  const path = '/api/v2/plates';
  const plain = surveyWithout([]);
  /** Returns a survey with these properties of one listing. */
  const surveyWith = (found: Partial<SurveyedListing>): Survey => ({
    ...plain,
    listings: plain.listings.map((listing) => (listing.path === path ? { ...listing, ...found } : listing)),
  });
  const asked = (
    query: string,
    status: number,
    {
      nextToken = '',
      authorization = 'Bearer token',
    }: { readonly nextToken?: string; readonly authorization?: string } = {},
  ): Exchange => ({
    number: 1,
    at: 0,
    ms: 1,
    request: { method: 'GET', url: `https://tenant.example${query}`, headers: { authorization } },
    response: { status, headers: {}, body: JSON.stringify({ items: [], nextToken }) },
  });
  const met = (survey: Survey, exchange: Exchange): string | undefined =>
    badValueIn(survey, 'https://tenant.example', [exchange])?.told;

  test('is a sort order that a listing never serves', () => {
    const survey = surveyWith({ ways: { 'modifiedAt:desc': 'refused', 'modifiedAt:asc': 'unclear' } });
    const down = `${path}?pageSize=2&sort=modifiedAt%3Adesc`;
    expect(met(survey, asked(down, 500))).toBe(`GET ${path} is not served with sort=modifiedAt:desc: see LST-37`);
    expect(met(survey, asked(down, 200))).toBeUndefined();
    expect(met(survey, asked(`${path}?sort=modifiedAt:asc`, 500))).toBeUndefined();
    expect(met(survey, asked(`/api/v2/entries?sort=modifiedAt:desc`, 500))).toBeUndefined();
  });

  test('is a page that leads to no following page, and a page token that is refused', () => {
    const survey = surveyWith({ ways: { 'a following page': 'refused' } });
    expect(met(survey, asked(`${path}?pageSize=1`, 200))).toBe(`GET ${path} leads to no following page: see LST-11`);
    expect(met(survey, asked(`${path}?pageSize=1`, 200, { nextToken: 'b' }))).toBeUndefined();
    expect(met(survey, asked(path, 200))).toBeUndefined();
    const following = asked(`${path}?pageSize=1&nextToken=b`, 400);
    expect(met(survey, following)).toBe(`GET ${path} serves no following page: see LST-12`);
  });

  test('is a grant that a token path refuses', () => {
    const legacy = '/api/v2/token';
    const tokenPaths = plain.tokenPaths.map((one) => ({
      ...one,
      by: { ...one.by, refresh_token: 'refused' as const },
    }));
    const request = (grant: string, status: number): Exchange => {
      const exchange = asked(legacy, status);
      return { ...exchange, request: { ...exchange.request, method: 'POST', body: `grant_type=${grant}` } };
    };
    const sentence = `POST ${legacy} grants no refresh_token: see VER-07`;
    expect(met({ ...plain, tokenPaths }, request('refresh_token', 400))).toBe(sentence);
    expect(met({ ...plain, tokenPaths }, request('authorization_code', 400))).toBeUndefined();
    expect(met(plain, request('refresh_token', 400))).toBeUndefined();
  });

  test('is a kind of credential that a listing does not accept', () => {
    const survey = surveyWith({ by: { 'app token': 'served', 'API key': 'refused' } });
    const basic = { authorization: 'Basic abc' };
    expect(met(survey, asked(path, 403, basic))).toBe(`GET ${path} takes no API key: see KEY-02`);
    expect(met(survey, asked(path, 403))).toBeUndefined();
    expect(met(plain, asked(path, 403, basic))).toBeUndefined();
  });
});
