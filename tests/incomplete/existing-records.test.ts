import { describe, expect, inject, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { findFault } from '../../tenant/faults/index.ts';
import type { Variant } from '../../tenant/index.ts';
import { addRecord } from '../../tenant/state/add-record.ts';
import { findVariant } from '../../tenant/variants/index.ts';
import type { TenantDifferences } from './incomplete-tenant.ts';
import { requirementsWithVerdict, runIncomplete, verdictsOf } from './run.ts';

const isWhole = inject('depth') === 'whole';
const ofRecords = checks.filter(({ needs }) => needs.includes('records'));
/** The smallest number of requirements that these checks judge with thirty entries and thirty plates, in few cases. */
const usuallyJudged = 20;

/**
 * Runs checks against a tenant without a control, whose records the suite has not made, and returns requirements by
 * verdict.
 */
async function judged(
  otherwise: TenantDifferences,
): Promise<Readonly<Record<'red' | 'broken' | 'all', readonly string[]>>> {
  const run = { lacking: { control: true }, checks: ofRecords, runs: isWhole ? 10 : 4, ...otherwise } as const;
  const verdicts = verdictsOf(await runIncomplete(run));
  return {
    red: requirementsWithVerdict(verdicts, 'failed', 'warning'),
    broken: requirementsWithVerdict(verdicts, 'broken'),
    all: requirementsWithVerdict(verdicts, 'passed', 'failed', 'warning'),
  };
}

/** Returns a tenant in which other users work: at each `every`-th listing call, `work` is done. */
function busy(every: number, work: Busy): Variant {
  return {
    id: 'listing/others-work-on-the-same',
    freedoms: ['FRE-125', 'FRE-144'],
    summary: 'Others go on working in the projects that the caller sees.',
    behaviour: (normal) => {
      const touched = new Map<string, Date>();
      let calls = 0;
      return {
        answerListing: (call, actor, listing) => {
          if (++calls % every === 0) work({ call, calls, touched, records: normal.recordsFor(call, actor, listing) });
          return normal.answerListing(call, actor, listing);
        },
        recordsFor: (call, actor, listing) =>
          normal.recordsFor(call, actor, listing).map((record) => {
            const modifiedAt = touched.get(record.id);
            return modifiedAt === undefined ? record : { ...record, modifiedAt };
          }),
      };
    },
  };
}

type Behaviour = ReturnType<Variant['behaviour']>;
type Recalled = NonNullable<Behaviour['recordsFor']>;
type Busy = (moment: {
  readonly call: Parameters<Recalled>[0];
  readonly calls: number;
  readonly touched: Map<string, Date>;
  readonly records: ReturnType<Recalled>;
}) => void;

const writes: Busy = ({ call, calls, records }) => {
  const [one] = records;
  if (one === undefined) return;
  const { kind, projectId, createdBy, schemaId, fields } = one;
  const draft = { kind, projectId, createdBy, schemaId, fields, name: `Note ${calls}`, modifiedAt: call.now };
  addRecord(call.tenant, draft);
};

const edits: Busy = ({ call, calls, touched, records }) => {
  const one = records[(calls * 7) % records.length];
  if (one !== undefined) touched.set(one.id, new Date(call.now.getTime() + calls * 1000));
};

/** Faults of order, pages, page tokens, repetition and versions. A quick run tries the first only. */
const toBeFound = [
  'listing/sorted-down-whatever-is-asked',
  'listing/page-size-is-overlooked-on-v2-plates',
  'listing/sort-is-overlooked-on-v2-entries',
  'listing/sorted-within-a-page-only',
  'listing/the-last-of-a-page-comes-again',
  'listing/one-lost-before-the-third-page',
  'listing/pages-go-round',
  'listing/null-on-the-last-page',
  'listing/an-empty-page-after-a-full-one',
  'listing/pages-are-one-short',
  'listing/plus-signs-of-page-tokens-become-blanks',
  'listing/a-page-token-of-a-following-page-is-a-credential',
  'listing/reading-takes-turns',
  'listing/large-pages-are-sorted-by-name',
  'listing/v2-knows-six-plates',
];

/** Variants in items, times, pages and page tokens. */
const tolerated = [
  'listing/ties-stay-when-the-direction-turns',
  'listing/unsorted-in-another-order-each-time',
  'listing/times-of-whole-minutes',
  'listing/times-are-days',
  'listing/times-are-not-shown',
  'listing/times-as-numbers',
  'listing/pages-of-five-at-least',
  'listing/short-pages-by-turns',
  'listing/items-under-data-beside-much-else',
  'listing/every-table-counts-from-one',
  'listing/names-in-compatibility-form',
  'listing/one-of-two-servers-hears-of-records-and-grants-late',
];

/** Returns all members, or the first `few` for a run at every change. */
function some<T>(all: readonly T[], few: number): readonly T[] {
  return isWhole ? all : all.slice(0, few);
}

describe('at a tenant whose records the suite has not made', () => {
  test.for(some(toBeFound, 1))('%s is found', async (id) => {
    const fault = required(findFault(id), id);
    const { red } = await judged({ fault });
    expect(red.filter((one) => fault.breaks.includes(one))).not.toEqual([]);
    expect(red.filter((one) => ![...fault.breaks, ...(fault.also ?? [])].includes(one))).toEqual([]);
  });

  test.for(some(tolerated, 0))('%s is tolerated', async (id) => {
    const variant = required(findVariant(id), id);
    const { red, broken } = await judged({ variant });
    expect(red.filter((one) => variant.warnings?.includes(one) !== true)).toEqual([]);
    expect(broken).toEqual([]);
  });

  test('nothing is red without a fault, and the usual number of requirements is judged', async () => {
    const { red, broken, all } = await judged({});
    expect([...red, ...broken]).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(usuallyJudged);
  });

  test.for(
    some<[string, number, Busy]>(
      [
        ['edits at each fortieth call', 40, edits],
        ['edits at each third call', 3, edits],
        ['writes at each fortieth call', 40, writes],
        ['writes at each third call', 3, writes],
      ],
      1,
    ),
  )('nothing is red while another user %s', async ([, every, work]) => {
    const { red, broken } = await judged({ variant: busy(every, work) });
    expect([...red, ...broken]).toEqual([]);
  });
});

function required<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}
