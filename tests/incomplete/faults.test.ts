import { describe, expect, inject, test } from 'vitest';
import type { Cases } from './faults.ts';
import { drawnFaults, lookFor } from './faults.ts';
import { rows } from './rows.ts';

const isWhole = inject('depth') === 'whole';
const seed = 20261125;

function casesFor(id: string): Cases {
  // deliveries are waited for in real time
  if (id.startsWith('webhooks/')) return { few: 3, many: 12 };
  return isWhole ? { few: 12, many: 100 } : { few: 5, many: 30 };
}

/** The tenants at which a fault need not be found, because they lack its subject. */
const tenantsWithoutSubject: Readonly<Record<string, readonly string[]>> = {
  // no user has a key there
  'transport/connection-remembers-keys': ['all of the control but app.*'],
  // no user is added to a project there
  'client-credentials/a-grant-ends-the-tokens-of-its-app': ['all of the control but app.*'],
  'transport/empty-challenge': ['the assay results'],
  'listing/v3-leaves-one-out-for-id-tokens': ['the listings of v3'],
};

const lacks = isWhole
  ? [
      'the listings of v3',
      'the assay results',
      'all of OAuth',
      'record.create of the control, not listed',
      'all of the control but app.*',
    ]
  : ['the listings of v3'];
const tenants = rows.filter(({ what }) => lacks.includes(what));

describe(`a fault at a tenant that lacks something else (seed ${seed})`, () => {
  test.for(drawnFaults(isWhole ? 60 : 2, seed).map((fault) => [fault.id, fault] as const))(
    '%s is found by its own requirement at each tenant that has its subject',
    async ([id, fault]) => {
      const without = tenantsWithoutSubject[id] ?? [];
      const met = tenants.filter(({ what }) => !without.includes(what));
      const looks = await lookFor(
        fault,
        met.map(({ lacking }) => lacking),
        casesFor(id),
      );
      expect(met.filter((_, at) => looks[at] === 'missed').map(({ what }) => what)).toEqual([]);
    },
  );
});
