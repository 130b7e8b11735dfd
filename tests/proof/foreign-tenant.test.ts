import { beforeEach, expect, inject, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { startForeignTenant } from '../foreign-tenant/foreign-tenant.ts';
import { recordProofTest } from './record/record-proof-test.ts';
import { sampleChecks } from './sample.ts';
import { runAgainst, told } from './served-tenant.ts';

beforeEach(({ task }) =>
  recordProofTest(
    { task },
    {
      of: 'engine',
      engine: '@node-oauth/oauth2-server',
      shown: 'A tenant on the OAuth server of another project conforms: it fails nothing and leaves nothing open.',
      depth: inject('depth'),
    },
  ),
);

/** Derived requirements that the foreign tenant does not keep, and that the suite warns of. */
const warnings: readonly string[] = [];

/**
 * Checks that wait for deliveries in real time, with few cases at a time. Most limit their number of cases themselves.
 */
const waitForDeliveries = checks.filter(({ needs }) => needs.includes('event.trigger'));

const isWhole = inject('depth') === 'whole';
const thorough = [30, checks.filter((check) => !waitForDeliveries.includes(check))] as const;

test.concurrent.each([[isWhole ? 5 : 1, checks] as const, ...(isWhole ? [thorough] : [])])(
  "another project's tenant, which conforms, fails nothing and leaves nothing open in %i cases a property",
  async (runs, among) => {
    const tenant = await startForeignTenant({ seed: `foreign ${runs}` });
    try {
      const results = await runAgainst(tenant, runs, among);
      const verdicts = results.flatMap((result) =>
        Object.entries(result.verdicts).map(([requirement, verdict]) => ({
          verdict,
          requirement,
          line: told(result, requirement),
        })),
      );
      const wrong = verdicts.filter(({ verdict }) => ['failed', 'broken', 'inconclusive'].includes(verdict));
      expect(wrong.map(({ line }) => line)).toEqual([]);
      const warned = verdicts.filter(({ verdict }) => verdict === 'warning');
      expect(warned.filter(({ requirement }) => !warnings.includes(requirement)).map(({ line }) => line)).toEqual([]);
      expect([...new Set(warned.map(({ requirement }) => requirement))].toSorted()).toEqual(warnings.toSorted());
    } finally {
      await tenant.close();
    }
  },
);

test.concurrent.each([
  ['trusts no private authority', { trustsPrivateAuthorities: false }],
  ['refuses addresses with a certificate of a private authority', { refusesPrivateAuthorities: true }],
])('a tenant that %s delivers unencrypted, and passes the requirements about deliveries', async (_title, options) => {
  const tenant = await startForeignTenant({ seed: 'in clear text', ...options });
  try {
    const results = await runAgainst(tenant, 2, waitForDeliveries);
    const other = results.flatMap((result) =>
      Object.entries(result.verdicts).flatMap(([requirement, verdict]) =>
        verdict === 'passed' || verdict === 'not-exercised' ? [] : [told(result, requirement)],
      ),
    );
    expect(other).toEqual([]);
  } finally {
    await tenant.close();
  }
});

test.concurrent('a tenant with plain HTTP on this machine is judged on everything except TLS itself', async () => {
  const tenant = await startForeignTenant({ seed: 'plain', overTls: false });
  try {
    const among = isWhole ? checks : sampleChecks;
    const results = await runAgainst(
      tenant,
      2,
      among.filter((check) => !waitForDeliveries.includes(check)),
    );
    const verdicts = results.flatMap((result) =>
      Object.entries(result.verdicts).map(([requirement, verdict]) => ({
        verdict,
        requirement,
        line: told(result, requirement),
      })),
    );
    const wrong = verdicts.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'not-exercised');
    expect(wrong.map(({ line }) => line)).toEqual([]);
    const passed = new Set(
      verdicts.filter(({ verdict }) => verdict === 'passed').map(({ requirement }) => requirement),
    );
    const aboutTls = ['TRN-01', 'TRN-02', 'TRN-03', 'TRN-04', 'TRN-05'];
    expect(aboutTls.filter((requirement) => passed.has(requirement))).toEqual([]);
    // Deliveries are left out, few cases do not judge every requirement, and there is no second tenant.
    expect(passed.size).toBeGreaterThan(0.8 * requirements.length);
  } finally {
    await tenant.close();
  }
});
