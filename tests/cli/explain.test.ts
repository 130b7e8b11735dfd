import { expect, test } from 'vitest';
import { groundText } from '../../reports/ground.ts';
import { checks } from '../../specs/checks/index.ts';
import { requirementById, requirements } from '../../specs/requirements/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import { inProcess } from './in-process.ts';

async function explained(id: string): Promise<string> {
  const { status, out } = await inProcess(['explain', id]);
  expect(status).toBe(0);
  return out;
}

function placesOf(id: string): string {
  const requirement = requirements.find((one) => one.id === id);
  const text = requirement === undefined ? undefined : groundText(requirement);
  if (text === undefined) throw new Error(`${id} names no place`);
  return text;
}

test('a requirement is explained with the places that it rests on', async () => {
  for (const id of ['DEL-43', 'TRN-17', 'EXP-15']) expect(await explained(id)).toContain(`\n\n${placesOf(id)}\n\n`);
});

test('a check is explained with the places of each requirement that it proves', async () => {
  const [check] = checks.filter(({ proves }) => proves.length > 1);
  if (check === undefined) throw new Error('no check proves two requirements');
  const text = await explained(check.id);
  for (const id of check.proves) {
    const statement = requirementById.get(id)?.statement ?? '';
    expect(text).toContain(`  ${id}: ${statement}\n    ${placesOf(id).replaceAll('\n', '\n    ')}\n`);
  }
});

test('a fault is explained with the places of each requirement that it breaks', async () => {
  const [fault] = faults;
  if (fault === undefined) throw new Error('there is no fault');
  const text = await explained(fault.id);
  for (const id of fault.breaks) expect(text).toContain(`\n    ${placesOf(id).replaceAll('\n', '\n    ')}\n`);
});

test('a check is explained with its cases: one, drawn, or written down', async () => {
  for (const check of [
    checks.find(({ cases }) => cases === undefined),
    checks.find(({ cases, casesAreWritten }) => cases !== undefined && casesAreWritten === undefined),
    checks.find(({ casesAreWritten }) => casesAreWritten),
  ]) {
    if (check === undefined) throw new Error('there is no check with such cases');
    const { cases, casesAreWritten, maxCases } = check;
    const said = cases === undefined ? 'one' : casesAreWritten ? `${maxCases}, all written down` : 'drawn, ';
    expect(await explained(check.id)).toContain(`\n\nCases\n  ${said}`);
  }
});
