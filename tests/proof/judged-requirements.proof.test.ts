import { expect, test } from 'vitest';
import { createKeyStore } from '../../drivers/identity-provider/provider.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import type { RequirementId } from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';

const seed = 20261120;
/** Shared by all runs, because RSA keys take long to make. */
const keys = createKeyStore();

/**
 * Requirements that a check of random histories seldom reaches, but may name in a finding. Another check judges each of
 * them in every case.
 */
const seldom: Readonly<Record<string, readonly RequirementId[]>> = {
  'lifecycle/credentials-in-histories-of-transitions': [
    'LIF-14',
    'LIF-17',
    'LIF-25',
    'LIF-26',
    'LIF-27',
    'LIF-37',
    'LIF-38',
    'LIF-39',
    'LIF-44',
    'DEL-21',
    'DEL-44',
  ],
  'lifecycle/grants-in-histories-of-installations': ['LIF-25', 'LIF-39', 'LIF-40'],
  'lifecycle/grants-in-histories-of-suspensions': ['LIF-17'],
  'lifecycle/keys-in-histories-of-suspensions': ['KEY-14'],
  'lifecycle/two-states-in-every-order': ['DEL-63'],
  'expiry/grants-in-histories-of-time': ['EXP-10', 'EXP-13'],
  'expiry/credentials-in-histories-of-time-and-transitions': [
    'EXP-01',
    'EXP-10',
    'EXP-29',
    'EXP-32',
    'LIF-04',
    'LIF-17',
    'LIF-18',
  ],
  'versioning/tokens-of-the-legacy-path-in-histories-of-transitions': ['VER-02', 'VER-03', 'VER-16'],
  // at the reference tenant, resources of every kind have a schema
  'webhooks/deliveries-are-the-same-after-what-happens': ['WHK-39'],
};

test('at 100 cases every check judges each requirement that it proves, and passes the reference tenant', async () => {
  const session = await openEmbedded({ seed, runId: 'judged', realTime, keys });
  try {
    const results = await runAll(checks, session, { runs: 100, seed, now: realTime.now });
    const unjudged = results.flatMap(({ id, verdicts }) =>
      Object.entries(verdicts)
        .filter(([requirement, verdict]) => {
          const isSeldom = seldom[id]?.includes(requirement as RequirementId) === true;
          return verdict !== 'passed' && !(isSeldom && verdict === 'not-exercised');
        })
        .map(([requirement, verdict]) => `${requirement} is ${verdict} by ${id}`),
    );
    expect(unjudged).toEqual([]);
    const judged = new Set(
      results.flatMap(({ verdicts }) => Object.keys(verdicts).filter((one) => verdicts[one] === 'passed')),
    );
    expect(
      Object.values(seldom)
        .flat()
        .filter((requirement) => !judged.has(requirement)),
    ).toEqual([]);
  } finally {
    await session.close();
  }
});
