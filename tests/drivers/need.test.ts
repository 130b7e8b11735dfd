import { expect, test } from 'vitest';
import type { Need } from '../../drivers/session/need.ts';
import { lacking } from '../../drivers/session/need.ts';
import type { Target } from '../../drivers/session/target.ts';

/** Returns the lack of a target for a need, if its control offers these operations. */
function lackedBy(kind: 'http' | 'none', operations: readonly string[], need: Need): ReturnType<typeof lacking> {
  const control = { kind, supports: (operation: string) => operations.includes(operation) };
  return lacking({ control } as unknown as Target, { needs: [need] });
}

test('the cause of a lack is the operation that the control does not offer, whichever check needs it', () => {
  const operations = ['project.create', 'project.grant'];
  const cause = 'the control does not offer record.create';
  expect(lackedBy('http', operations, 'record.create')).toEqual({
    reason: 'needs the operation record.create, which the control does not offer',
    cause,
  });
  expect(lackedBy('http', operations, 'access')).toEqual({
    reason: `needs records that the suite made: ${cause}`,
    cause,
  });
  expect(lackedBy('http', [], 'access')?.cause).toBe(
    'the control does not offer project.create, project.grant, record.create',
  );
  expect(lackedBy('http', [...operations, 'record.create'], 'access')).toBeUndefined();
});

test('without a control, that is the cause of every lack of its operations', () => {
  const causes = (['app.create', 'record.create', 'access'] as const).map((need) => lackedBy('none', [], need)?.cause);
  expect(new Set(causes)).toEqual(new Set(['there is no control (control.type is none)']));
});
