import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, textOf } from './schemas.ts';

interface Stage {
  readonly from: string;
  readonly name: string;
  readonly lines: readonly string[];
}

/** Reads the stages of the Containerfile as text, because the tests build no image. */
async function stages(): Promise<{ readonly before: readonly string[]; readonly stages: readonly Stage[] }> {
  const lines = (await textOf('Containerfile'))
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found: { from: string; name: string; lines: string[] }[] = [];
  const before: string[] = [];
  for (const line of lines) {
    const [, from, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (from !== undefined && name !== undefined) found.push({ from, name, lines: [] });
    else (found.at(-1)?.lines ?? before).push(line);
  }
  return { before, stages: found };
}

async function lineage(name: string): Promise<readonly string[]> {
  const all = (await stages()).stages;
  const stage = all.find((one) => one.name === name);
  return stage === undefined ? [] : [...(await lineage(stage.from)), ...stage.lines];
}

test('every line is an instruction, and the base image is pinned by its tag', async () => {
  const { before, stages: all } = await stages();
  expect(before).toEqual([expect.stringMatching(/^ARG NODE=[\w./-]+:24-[\w.-]+$/)]);
  for (const { from, lines } of all) {
    expect(['${NODE}', ...all.map(({ name }) => name)]).toContain(from);
    for (const line of lines) expect(line).toMatch(/^(ARG|CMD|COPY|ENTRYPOINT|ENV|RUN|USER|WORKDIR) \S/);
  }
});

test('the image without a target is the small one, and the browser is in another image', async () => {
  const { stages: all } = await stages();
  expect(all.at(-1)).toMatchObject({ from: 'base', name: 'labconform' });
  expect((await lineage('labconform')).join('\n')).not.toContain('chromium');
  expect((await lineage('chromium')).join('\n')).toMatch(/--no-install-recommends chromium && rm -rf \/var\/lib\/apt/);
});

test.for(['labconform', 'chromium'])('%s runs the command, as a user other than root', async (name) => {
  const lines = await lineage(name);
  expect(lines.findLast((line) => line.startsWith('USER'))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
  expect(lines).toContain('ENTRYPOINT ["labconform"]');
  // The other files that the command writes are in the two folders that it may write to.
  expect(lines).toContain('WORKDIR /work');
  expect(lines.join('\n')).toMatch(/HOME=\/tmp/);
});

test('it holds the package as published, without the files that only its own tests need', async () => {
  const { stages: all } = await stages();
  const text = all.find(({ name }) => name === 'package')?.lines.join('\n') ?? '';
  expect(text).toMatch(/npm ci .*\n.*\n?.*npm pack .*npm install .*--omit=dev .*\/package\/\*\.tgz/);
  const [, copied = ''] = /^COPY (.*) \.\/$/m.exec(text) ?? [];
  for (const file of copied.split(' ')) await access(join(root, file));
  const outer = all.filter(({ name }) => !name.startsWith('package')).flatMap(({ lines }) => lines);
  expect(outer.filter((line) => line.startsWith('COPY'))).toEqual([
    'COPY --from=package /opt/labconform /opt/labconform',
    'COPY --from=package-with-driver /opt/labconform /opt/labconform',
  ]);
});

test('a build contains neither secrets nor reports', async () => {
  const ignored = (await textOf('.dockerignore')).split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.env', '**/.env', '.git', '**/node_modules', 'conformance-report*']),
  );
});
