import { expect, test } from 'vitest';
import { personalityVariants } from '../../tenant/variants/personalities.ts';
import { variants } from '../../tenant/variants/index.ts';

test('every personality uses eight freedoms and more at once, and is proved with its profile', () => {
  const known = new Set(variants.map(({ id }) => id));
  expect(personalityVariants.length).toBeGreaterThanOrEqual(10);
  expect(personalityVariants.filter(({ freedoms }) => freedoms.length < 8)).toEqual([]);
  expect(personalityVariants.filter(({ id }) => !known.has(id))).toEqual([]);
});
