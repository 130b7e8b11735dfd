import { describe, expect, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { recordedChecks } from '../../specs/recorded/recorded-checks.ts';
import { faults } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { inspectedRun, record } from './recorded-run.ts';

/** Checks whose traffic shows most of the requirements that a capture can show. */
const busy: readonly string[] = [
  'token-issuance/every-answer-has-its-members',
  'token-issuance/answers-are-json-that-no-cache-keeps',
  'token-issuance/answers-to-user-grants-have-their-members',
  'token-issuance/an-authorization-code-request-without-code-yields-no-token',
  'versioning/the-legacy-path-answers-alike',
  'versioning/spent-at-one-path-is-spent-at-the-other',
  'delegated/each-refresh-brings-new-tokens',
  'delegated/a-spent-refresh-token-is-refused',
  'transport/a-call-without-a-credential-is-answered-401',
  'transport/a-401-carries-a-challenge',
  'transport/a-page-is-labelled-json',
  'webhooks/every-delivery-is-one-envelope',
  'webhooks/a-standard-message-has-its-members',
  'webhooks/no-id-stands-for-two-events',
];

const ofIds = (ids: readonly string[]): readonly SuiteCheck[] => checks.filter(({ id }) => ids.includes(id));

describe('the recorded traffic of a conforming tenant', () => {
  test('breaks no requirement, and shows most of those that a capture can show', async () => {
    const { broken, judged } = await inspectedRun(await record(ofIds(busy), {}, 4));
    expect([...broken.values()]).toEqual([]);
    const some = ['TOK-02', 'TOK-05', 'TOK-07', 'TOK-09', 'CCR-02', 'VER-08', 'DEL-38', 'DEL-42', 'DEL-43', 'TOK-32'];
    const more = ['LST-09', 'TRN-06', 'TRN-17', 'TRN-18', 'WHK-04', 'WHK-14', 'WHK-30', 'WHK-37', 'WHK-44'];
    expect([...some, ...more].filter((id) => !judged.has(id))).toEqual([]);
  });

  // Each variant runs the checks of its own profile and some of the others above, different ones for each variant.
  const sample = variants.filter((_, index) => index % 8 === 0);
  test.each(sample)('$id breaks no requirement either', async (variant) => {
    const place = variants.indexOf(variant);
    const own = ofIds(
      busy.filter((id, index) => id.split('/')[0] === variant.id.split('/')[0] || (index + place) % 7 === 0),
    );
    const { broken } = await inspectedRun(await record(own, { variant }, 1));
    const warned = new Set<string>(variant.warnings);
    expect([...broken].filter(([requirement]) => !warned.has(requirement)).map(([, text]) => text)).toEqual([]);
  });
});

/** Faults whose breach the traffic shows, each with a check that makes the tenant show it. */
const visible: readonly (readonly [fault: string, requirement: string, check: string])[] = [
  ['token-issuance/expires-in-milliseconds', 'TOK-05', 'token-issuance/validity-does-not-end-with-the-day'],
  ['token-issuance/the-end-of-refresh-tokens-is-text', 'TOK-08', 'token-issuance/additions-change-no-answer-of-a-user'],
  ['token-issuance/answers-may-be-cached', 'TOK-28', 'token-issuance/answers-are-json-that-no-cache-keeps'],
  [
    'token-issuance/a-refresh-without-refresh-token-is-granted',
    'TOK-15',
    'token-issuance/a-refresh-request-without-refresh-token-yields-no-token',
  ],
  ['token-issuance/one-token-an-app-and-second', 'TOK-32', 'token-issuance/no-token-is-handed-out-twice'],
  ['client-credentials/refresh-lifetime-of-zero', 'CCR-03', 'client-credentials/no-refresh-token-is-issued'],
  [
    'delegated/spent-tokens-work-for-another-ten-seconds',
    'DEL-42',
    'delegated/a-spent-refresh-token-yields-nothing-however-it-is-written',
  ],
  ['delegated/two-of-a-race-win-after-a-refresh', 'DEL-52', 'delegated/a-refresh-race-has-one-winner'],
  ['versioning/legacy-path-announces-an-hour', 'VER-08', 'versioning/the-legacy-path-answers-alike'],
  [
    'versioning/the-other-path-knows-only-the-last-spent-token',
    'VER-11',
    'versioning/spent-at-one-path-is-spent-at-the-other',
  ],
  ['listing/null-on-the-last-page', 'LST-09', 'listing/nothing-to-show-is-one-empty-page'],
  [
    'transport/anonymous-gets-an-empty-page-of-plates',
    'TRN-06',
    'transport/an-odd-call-without-a-credential-is-not-served',
  ],
  ['transport/no-challenge', 'TRN-17', 'transport/a-401-carries-a-challenge'],
  ['webhooks/delivered-by-put', 'WHK-01', 'webhooks/delivered-by-post-to-the-very-address'],
  ['webhooks/created-at-in-milliseconds', 'WHK-30', 'webhooks/created-at-is-a-time-at-each-hour'],
  ['webhooks/ids-are-counted-for-each-app', 'WHK-34', 'webhooks/no-id-stands-for-two-events'],
];

describe('a breach that the traffic shows is named', () => {
  // The outcome of a race depends on chance.
  test.for(visible)('%s', { retry: 2 }, async ([id, requirement, check]) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    const { broken } = await inspectedRun(await record(ofIds([check]), { fault }, 5));
    expect([...broken.keys()]).toContain(requirement);
    const foreseen = new Set<string>([...fault.breaks, ...(fault.also ?? [])]);
    expect([...broken].filter(([one]) => !foreseen.has(one)).map(([, text]) => text)).toEqual([]);
  });

  test('each fault of the list breaks the requirement that is listed with it', () => {
    const judged = new Set(recordedChecks.flatMap(({ judges }) => Object.keys(judges)));
    const wrong = visible.filter(
      ([id, requirement]) =>
        !judged.has(requirement) || faults.find((one) => one.id === id)?.breaks.includes(requirement) !== true,
    );
    expect(wrong).toEqual([]);
  });
});
