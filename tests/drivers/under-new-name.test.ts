import { expect, test } from 'vitest';
import type { TroubleFacts } from '../../core/trouble.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import { underNewName } from '../../drivers/control/under-new-name.ts';

/** Makes something, at the first tries in vain; gives what was made, or the trouble, and how often it was tried. */
async function made(inVain: number, facts: TroubleFacts): Promise<readonly [unknown, number]> {
  let tries = 0;
  const make = async (): Promise<string> => {
    await Promise.resolve();
    if (++tries <= inVain) throw new TestBedTrouble(`no answer to the ${tries}.`, facts);
    return `the ${tries}.`;
  };
  const ended: unknown = await underNewName(make).catch((error: unknown) => error);
  return [ended instanceof Error ? ended.message : ended, tries];
}

test('what may have been made is made once more under another name, and not for ever', async () => {
  expect(await made(2, { passing: true })).toEqual(['the 3.', 3]);
  expect(await made(3, { passing: true })).toEqual(['no answer to the 3.', 3]);
});

test('what was declined, or fails each time, is not made under other names', async () => {
  expect(await made(1, { passing: true, refusal: true })).toEqual(['no answer to the 1.', 1]);
  expect(await made(1, {})).toEqual(['no answer to the 1.', 1]);
});
