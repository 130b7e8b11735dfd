import { expect, test } from 'vitest';
import type { TroubleFacts } from '../../core/trouble.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import { underNewName } from '../../drivers/control/under-new-name.ts';

/** Makes a thing after `inVain` failed tries. Returns the thing or the trouble's message, and the number of tries. */
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

test('a thing that may have been made is made again under another name, at most twice', async () => {
  expect(await made(2, { passing: true })).toEqual(['the 3.', 3]);
  expect(await made(3, { passing: true })).toEqual(['no answer to the 3.', 3]);
});

test('a thing that was declined, or whose trouble is lasting, is not made under another name', async () => {
  expect(await made(1, { passing: true, refusal: true })).toEqual(['no answer to the 1.', 1]);
  expect(await made(1, {})).toEqual(['no answer to the 1.', 1]);
});
