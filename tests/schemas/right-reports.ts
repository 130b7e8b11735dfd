import type { Report } from '../../schemas/types/report.ts';

/** Right reports: one with a failed check that has every possible member, and one of an interrupted embedded run. */
export const RIGHT_REPORTS: readonly Report[] = [
  {
    reportVersion: 1,
    tool: {
      name: 'labconform',
      version: '0.1.0',
    },
    target: {
      name: 'acme-staging',
      baseUrl: 'https://acme.example',
      control: 'http',
      tenantId: 'ten_4f1c',
    },
    catalogue: {
      version: '1',
      requirements: 2,
      planned: 1,
    },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:01:00.000Z',
    seed: 1234,
    runsPerProperty: 100,
    outcome: 'not-conforming',
    summary: {
      passed: 0,
      failed: 1,
      warning: 0,
      'not-exercised': 0,
      inconclusive: 0,
      broken: 0,
      waived: 0,
    },
    profiles: [
      {
        name: 'delegated',
        exercised: 'part',
        verdict: 'failed',
        counts: {
          failed: 1,
          planned: 1,
        },
      },
    ],
    requirements: [
      {
        id: 'DEL-43',
        profile: 'delegated',
        basis: 'stated',
        statement: 'Reusing a spent refresh token returns invalid_grant.',
        section: 'Errors',
        verdict: 'failed',
        checks: ['delegated/spent-refresh-token-is-refused'],
      },
      {
        id: 'DEL-44',
        profile: 'delegated',
        basis: 'derived',
        statement: 'Another.',
        section: 'Errors',
        verdict: 'planned',
        checks: [],
      },
    ],
    checks: [
      {
        id: 'delegated/spent-refresh-token-is-refused',
        title: 'A spent refresh token is refused',
        profile: 'delegated',
        requirements: ['DEL-43'],
        verdict: 'failed',
        durationMs: 12.5,
        cases: 100,
        exchanges: 310,
        reason: 'a finding',
        failure: {
          requirement: 'DEL-43',
          expected: 'an error `invalid_grant`',
          observed: 'was answered with 200',
          counterexample: '{}',
          replay: {
            seed: -7,
            path: '0:1',
          },
          curl: 'curl https://acme.example/oauth/token',
          evidence: [
            {
              id: 'x12',
              at: 3,
              request: {
                method: 'POST',
                url: 'https://acme.example/oauth/token',
                headers: {
                  accept: 'application/json',
                  'x-twice': ['a', 'b'],
                },
                body: 'refresh_token=<refresh token 1>',
              },
              response: {
                status: 200,
                headers: {},
                body: '{}',
              },
              ms: 4,
              note: 'the replay',
            },
            {
              id: 'x13',
              at: 9,
              request: {
                method: 'GET',
                url: 'https://acme.example/api/v2/entries',
                headers: {},
              },
              trouble: 'the connection was reset',
            },
          ],
        },
        findings: [
          {
            requirement: 'DEL-43',
            subject: 'presenting a spent refresh token',
            observed: 'was answered with 200',
            expected: 'an error `invalid_grant`',
            verdict: 'failed',
          },
        ],
      },
    ],
    observations: [
      {
        freedom: 'FRE-22',
        observed: '400',
        checks: ['delegated/spent-refresh-token-is-refused'],
        evidence: [],
      },
    ],
    freedoms: [
      {
        id: 'FRE-22',
        topic: 'Status that accompanies invalid_grant',
        range: '400 or another.',
      },
    ],
  },
  {
    reportVersion: 1,
    tool: {
      name: 'labconform',
      version: '0.1.0',
    },
    target: {
      name: 'embedded',
      baseUrl: 'https://127.0.0.1:1',
      control: 'embedded',
      fault: 'f1',
      variant: 'v1',
    },
    catalogue: {
      version: '1',
      requirements: 2,
      planned: 1,
    },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:01:00.000Z',
    seed: 1234,
    runsPerProperty: 100,
    outcome: 'not-conforming',
    summary: {
      passed: 0,
      failed: 1,
      warning: 0,
      'not-exercised': 0,
      inconclusive: 0,
      broken: 0,
      waived: 0,
    },
    profiles: [],
    requirements: [],
    checks: [],
    observations: [],
    interrupted: true,
    failOn: 'warning',
    shard: { index: 2, of: 3 },
    missingShards: [{ index: 3, of: 3 }],
    waivers: [
      { check: 'a/b', requirement: 'DEL-43', reason: 'known', owner: 'Ann', lastDay: '2026-12-31', state: 'over' },
    ],
    behaviours: [{ id: '9f86d081884c', request: 'GET /api/v2/entries', answer: '200', members: 'entries, nextToken' }],
  },
];
