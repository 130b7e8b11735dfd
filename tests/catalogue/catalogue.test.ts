import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  catalogueVersion,
  freedoms,
  profileNames,
  type ProfileName,
  requirementById,
  requirements,
  requirementsOf,
  untestable,
} from '../../specs/requirements/index.ts';

/**
 * Returns the committed ids, one a line. They are changed by hand, so that a removal or a new basis shows in review.
 */
function pinned(name: string): readonly string[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

const prefixes: Readonly<Record<ProfileName, string>> = {
  transport: 'TRN',
  'token-issuance': 'TOK',
  'client-credentials': 'CCR',
  delegated: 'DEL',
  'api-key': 'KEY',
  'openid-connect': 'OIC',
  lifecycle: 'LIF',
  expiry: 'EXP',
  listing: 'LST',
  filtering: 'FLT',
  webhooks: 'WHK',
  versioning: 'VER',
};

/** Compares ids by their numbers: `DEL-02` before `DEL-10`, and `FRE-99` before `FRE-100`. */
function byIdWithin(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

describe('the requirements', () => {
  test('are pinned with their profile and basis', () => {
    const actual = requirements.map(({ id, profile, basis }) => `${id} ${profile} ${basis}`);
    expect(actual.sort(byIdWithin)).toEqual(pinned('./pinned-requirements.txt'));
  });

  test('have ids that are unique', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  });

  test.for(profileNames)('of %s have ids of their profile, numbered without a gap from 1', (profile) => {
    const ids: readonly string[] = requirementsOf(profile).map(({ id }) => id);
    const expected = ids.map((_, index) => `${prefixes[profile]}-${String(index + 1).padStart(2, '0')}`);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.toSorted(byIdWithin)).toEqual(expected);
  });

  test('belong to exactly one profile each', () => {
    const owners = new Map<string, ProfileName[]>();
    for (const profile of profileNames) {
      for (const requirement of requirementsOf(profile)) {
        expect(requirement.profile).toBe(profile);
        owners.set(requirement.id, [...(owners.get(requirement.id) ?? []), profile]);
      }
    }
    expect([...owners.values()].filter((profiles) => profiles.length !== 1)).toEqual([]);
    expect(owners.size).toBe(requirements.length);
  });

  test('are found by their id', () => {
    for (const requirement of requirements) expect(requirementById.get(requirement.id)).toBe(requirement);
    expect(requirementById.size).toBe(requirements.length);
  });

  test.for(['statement', 'observable'] as const)('have a %s of one line that ends in a full stop', (field) => {
    const wrong = requirements.filter((requirement) => !/^\S[^\n]*[^\s.]\.$/.test(requirement[field]));
    expect(wrong.map((requirement) => `${requirement.id}: ${requirement[field]}`)).toEqual([]);
  });

  test('have statements that are all different', () => {
    expect(new Set(requirements.map(({ statement }) => statement)).size).toBe(requirements.length);
  });

  test('are based on sections of the specification', () => {
    const chapters = [
      'Introduction',
      'What the service does',
      'Resources',
      'States and transitions',
      'Endpoints',
      'Listing endpoints',
      'Authentication',
      'OAuth bearer with app credentials',
      'Delegated auth from a canvas',
      'Credential handling',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ];
    const wrong = requirements.filter(({ section }) =>
      section.split('; ').some((part) => !chapters.includes(part.split(/ \/ | \(/)[0] ?? '')),
    );
    expect(wrong.map(({ id, section }) => `${id}: ${section}`)).toEqual([]);
  });
});

describe('the freedoms', () => {
  test('are pinned', () => {
    expect(freedoms.map(({ id }) => id).sort(byIdWithin)).toEqual(pinned('./pinned-freedoms.txt'));
  });

  test('have ids that are well formed and unique', () => {
    expect(freedoms.filter(({ id }) => !/^FRE-\d{2,3}$/.test(id))).toEqual([]);
    expect(new Set(freedoms.map(({ id }) => id)).size).toBe(freedoms.length);
  });

  test('name a topic, and a range that ends in a full stop', () => {
    const wrong = freedoms.filter(({ topic, range }) => topic.trim() === '' || !/^\S[^\n]*\.$/.test(range));
    expect(wrong).toEqual([]);
  });
});

describe('the untestable statements', () => {
  test('are pinned', () => {
    expect(untestable.map(({ id }) => id)).toEqual(pinned('./pinned-untestable.txt'));
  });

  test('have ids that are well formed and unique', () => {
    expect(untestable.filter(({ id }) => !/^UNT-\d{2}$/.test(id))).toEqual([]);
    expect(new Set(untestable.map(({ id }) => id)).size).toBe(untestable.length);
  });

  test('say what cannot be tested and why, each ending in a full stop', () => {
    const wrong = untestable.filter(({ statement, reason }) => !statement.endsWith('.') || !reason.endsWith('.'));
    expect(wrong).toEqual([]);
  });
});

test('the catalogue names its version', () => {
  expect(catalogueVersion).toMatch(/^[1-9]\d*$/);
});
