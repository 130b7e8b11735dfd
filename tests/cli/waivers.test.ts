import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWaivers } from '../../cli/run/waivers.ts';
import type { Report } from '../../schemas/types/report.ts';
import { labconform } from './command.ts';
import { inProcess } from './in-process.ts';

const check = 'token-issuance/every-answer-has-its-members';
const fault = 'token-issuance/expires-in-as-text';
const sound = 'token-issuance/a-right-request-is-granted';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function waivers(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

function waiver(given: Readonly<Record<string, string>>): string {
  const all = { check, reason: 'until release 7', owner: 'platform team', lastDay: '2999-12-31', ...given };
  const lines = Object.entries(all).map(([key, value], at) => `${at === 0 ? '  - ' : '    '}${key}: ${value}`);
  return `waivers:\n${lines.join('\n')}\n`;
}

async function run(file: string, ...more: readonly string[]) {
  const args = ['run', '--quiet', '--seed', '7', '--runs', '2', '--format', 'json', '--report-dir', 'out'];
  const ended = await labconform([...args, '--waivers', file, ...more], folder);
  return { ...ended, report: JSON.parse(await readFile(join(folder, 'out/conformance.json'), 'utf8')) as Report };
}

describe('labconform run --waivers', () => {
  test('lets a known failure pass, and says so', async () => {
    const file = await waivers('in-force.yaml', waiver({ requirement: 'TOK-04' }));
    const { status, out, err, report } = await run(file, '--fault', fault, '--check', check);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(
      /WAIVED TOK-04[\s\S]*\nPartly exercised: .*none failed that is not waived; .*Broken and waived: TOK-04\./i,
    );
    expect(report).toMatchObject({
      outcome: 'partly-exercised',
      summary: { waived: 1 },
      waivers: [{ state: 'applied' }],
    });
    expect(report.checks[0]?.reason).toMatch(/^TOK-04 waived until 2999-12-31 by platform team: until release 7$/);
  });

  test('reads JSON too, and --bail does not end the run at a waived failure', async () => {
    const json = { waivers: [{ check, reason: 'known', owner: 'Ann', lastDay: '2999-12-31' }] };
    const file = await waivers('in-force.json', JSON.stringify(json));
    const { status, report } = await run(file, '--fault', fault, '--check', check, '--bail');
    expect({ status, outcome: report.outcome }).toEqual({ status: 0, outcome: 'partly-exercised' });
  });

  test('applies a waiver of a replaced check to its successor, for the requirements that the former check proved', async () => {
    const file = await waivers('former.yaml', waiver({ check: 'lifecycle/who-goes-on-creates-records-again' }));
    const now = 'lifecycle/credentials-in-histories-of-transitions';
    expect(await readWaivers(file)).toMatchObject([
      { check: now, requirement: 'LIF-05', owner: 'platform team' },
      { check: now, requirement: 'LIF-26', owner: 'platform team' },
    ]);
  });

  test('applies a waiver of a renamed check to the check with its present id, as a whole or for one requirement', async () => {
    const former = 'token-issuance/answers-stay-alike-whatever-happened';
    const now = 'token-issuance/answers-have-the-same-members-after-events';
    const whole = await readWaivers(await waivers('renamed.yaml', waiver({ check: former })));
    expect(whole).toMatchObject([{ check: now, owner: 'platform team' }]);
    expect(whole[0]?.requirement).toBeUndefined();
    const one = await readWaivers(await waivers('renamed.yaml', waiver({ check: former, requirement: 'TOK-04' })));
    expect(one).toMatchObject([{ check: now, requirement: 'TOK-04' }]);
  });

  test('ends with 5 if the waived requirements passed', async () => {
    const file = await waivers('passes.yaml', waiver({ check: sound }));
    const { status, out, err, report } = await run(file, '--check', sound);
    expect(status).toBe(5);
    expect(out.trim().split('\n').at(-1)).toMatch(/1 waiver is stale: \S+ \(the waived requirements passed\)\./);
    expect(err).toMatch(/^labconform: the waiver of \S+ \(platform team\) is stale: the waived requirements passed\n$/);
    expect(report.waivers).toMatchObject([{ state: 'passed' }]);
  });

  test('ends with 5 if a waiver has ended, and with 1 if its check failed', async () => {
    const file = await waivers('over.yaml', waiver({ lastDay: '2020-02-29' }));
    const elsewhere = await run(file, '--check', sound);
    expect(elsewhere.status).toBe(5);
    expect(elsewhere.out.trim().split('\n').at(-1)).toMatch(/1 waiver is stale: .*its last day was 2020-02-29/);
    expect(elsewhere.err).toMatch(/is stale: its last day was 2020-02-29/);
    expect((await run(file, '--fault', fault, '--check', check)).status).toBe(1);
  });
});

describe('a file of waivers that is wrong is refused before anything is run', () => {
  test.each([
    ['no YAML', 'waivers: [', /line \d+, column \d+: /],
    ['nothing', '', /found nothing in it, expected waivers such as /],
    ['only a list', '- check: a', /found a list, expected waivers such as /],
    ['no waivers', '{}', /\/waivers is missing, expected a list/],
    ['a member too many', waiver({ until: '2999-12-31' }), /unknown key `until`/],
    ['no owner', waiver({ owner: '" "' }), /\/waivers\/0\/owner is " ", expected text such as "platform team"/],
    [
      'a date of another form',
      waiver({ lastDay: '31.12.2026' }),
      /\/lastDay is "31\.12\.2026", expected text such as "2026-12-31"/,
    ],
    [
      'a day that does not exist',
      waiver({ lastDay: '2026-02-30' }),
      /\/lastDay is "2026-02-30", which is not a day of the calendar/,
    ],
    ['an unknown check', waiver({ check: `${check}x` }), new RegExp(`which is no check; did you mean ${check}\\?`)],
    [
      'a requirement of another check',
      waiver({ requirement: 'DEL-43' }),
      /\/requirement is "DEL-43", which \S+ does not prove, expected one of /,
    ],
    ['the same twice', `${waiver({})}${waiver({}).replace('waivers:\n', '')}`, /waives \S+ a second time/],
  ] as const)('%s', async (_what, text, message) => {
    const file = await waivers('wrong.yaml', text);
    const { status, err, out } = await inProcess(['run', '--waivers', file]);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^labconform: --waivers: .*wrong\.yaml: /);
    expect(err).toMatch(message);
  });

  test('a file that does not exist', async () => {
    const { status, err } = await inProcess(['run', '--waivers', join(folder, 'none.yaml')]);
    expect(status).toBe(2);
    expect(err).toMatch(/^labconform: --waivers: \S+none\.yaml: there is no such file, expected waivers such as .*\n$/);
  });
});
