import { digestOf } from '../reports/digest.ts';
import { faults } from '../tenant/faults/index.ts';

/**
 * Returns the text of tenant/faults/figures.json, the figures of the faults that each report names. They are stored, so
 * that a run does not have to load all faults for them.
 */
export function faultFigures(): string {
  const shown = faults.map(({ id, breaks, summary }) => ({ id, breaks, summary }));
  return `${JSON.stringify({ faults: faults.length, faultsDigest: digestOf(shown) }, undefined, 2)}\n`;
}
