import fc from 'fast-check';

/** The number of records in a project, by kind of record. */
export interface ProjectPlan {
  readonly entry: number;
  readonly plate: number;
  readonly assayResult: number;
}

/** Projects with at least one record, and few enough records that a control can make them quickly. */
export const projectPlans: fc.Arbitrary<ProjectPlan> = fc
  .record(
    {
      entry: fc.integer({ min: 0, max: 2 }),
      plate: fc.integer({ min: 0, max: 2 }),
      assayResult: fc.integer({ min: 0, max: 2 }),
    },
    { noNullPrototype: true },
  )
  .map((plan) => (plan.entry + plan.plate + plan.assayResult === 0 ? { ...plan, entry: 1 } : plan));

/** Returns a plan in words: `1 entry, 2 plates`. */
export function describePlan({ entry, plate, assayResult }: ProjectPlan): string {
  return [
    [entry, 'entry', 'entries'],
    [plate, 'plate', 'plates'],
    [assayResult, 'assay result', 'assay results'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`)
    .join(', ');
}
