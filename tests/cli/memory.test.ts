import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const textOf = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const flagsIn = (text: string): string[] => text.match(/--(?:max-semi-space-size|heap-growing-percent)=\d+/g) ?? [];

describe('the command limits its memory however it is started', () => {
  test('by its name, by npm, or by a path to it: the flags are the same', async () => {
    const [firstLine = ''] = (await textOf('cli/labconform.js')).split('\n');
    const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> };
    const flags = flagsIn(await textOf('cli/memory.js'));
    expect(flags).toHaveLength(2);
    expect(flagsIn(firstLine)).toEqual(flags);
    expect(flagsIn(scripts['conformance'] ?? '')).toEqual(flags);
    expect(flagsIn(scripts['labconform'] ?? '')).toEqual(flags);
  });
});
