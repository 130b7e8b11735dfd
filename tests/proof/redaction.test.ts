import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { CheckResult } from '../../core/result.ts';
import { seedFor } from '../../core/seed.ts';
import { createKeyStore } from '../../drivers/identity-provider/provider.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import type { Survey } from '../../drivers/survey/survey.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import type { Report } from '../../reports/report.ts';
import { failureText, lastLine, profileTable, unsettledText } from '../../reports/terminal.ts';
import { folderWriters, writers } from '../../reports/writers.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { faults } from '../../tenant/faults/index.ts';
import type { Fault } from '../../tenant/index.ts';
import { createCertificate } from '../../tenant/index.ts';
import { leaksIn, secretsOf, secretRecordingVariant } from './canary.ts';
import { recordedFinders } from './found-by.ts';
import type { Depth } from './matrix.ts';

const keys = createKeyStore();
const certificate = await createCertificate(realTime.today());

/** The survey of the plain tenant, shared because a survey for each fault would take longer than the checks. */
let plain: Survey | undefined;

beforeAll(async () => {
  const session = await openEmbedded({ seed: 5, runId: 'canary', realTime, keys, certificate });
  plain = await session.survey();
  await session.close();
  // the Allure reporter waits for the disk at each file, and these files are removed at once
  vi.spyOn(fs, 'fsyncSync').mockReturnValue();
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** The results of runs, and the secrets that must not appear in what the runs write. */
interface Gathered {
  readonly results: CheckResult[];
  /** The credentials that the tenants issued. */
  readonly issued: Set<string>;
  /** Every exchange, without redaction. */
  readonly exchanges: Exchange[];
}

interface Aim {
  readonly fault: Fault;
  readonly aimed: readonly SuiteCheck[];
}

/** Runs checks against tenants that have one fault each. */
async function gathered(
  aims: readonly Aim[],
  { runs, repeats }: { readonly runs: number; readonly repeats: boolean },
): Promise<Gathered> {
  const all: Gathered = { results: [], issued: new Set(), exchanges: [] };
  for (const { fault, aimed } of aims) {
    const session = await openEmbedded({
      seed: 5,
      runId: 'canary',
      realTime,
      keys,
      certificate,
      fault,
      variant: secretRecordingVariant(all.issued, repeats),
      // A tenant that repeats requests gets its own survey, because the survey quotes answers and is also searched for
      // secrets.
      ...(plain === undefined || repeats ? {} : { survey: plain }),
      observe: (_check, exchange) => void all.exchanges.push(exchange),
    });
    all.results.push(...(await runAll(aimed, session, { runs, seed: 5, now: realTime.now, shrinkMs: 100 })));
    await session.close();
  }
  return all;
}

/** Returns everything that is written or printed about results, by file name. */
async function everythingWritten(results: readonly CheckResult[]): Promise<Map<string, string>> {
  const report = assembleReport({
    tool: { name: 'labconform', version: '0.0.0' },
    target: { name: 'embedded', baseUrl: 'https://127.0.0.1', control: 'embedded' },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:00:01.000Z',
    seed: 5,
    runsPerProperty: 20,
    results,
    catalogue,
    checksByRequirement: new Map(),
    required: [],
    interrupted: false,
  });
  const terminal = [
    ...failuresOf(report).map((failure) => failureText(failure, { color: false })),
    unsettledText(report, { color: false }),
    profileTable(report, { color: false }),
    lastLine(report),
  ];
  const texts = new Map(Object.entries(writers).map(([name, { write }]) => [name, write(report)]));
  for (const [name, text] of await allureFiles(report)) texts.set(name, text);
  texts.set('terminal', terminal.join('\n')).set('results', JSON.stringify(results));
  return texts;
}

async function allureFiles(report: Report): Promise<[string, string][]> {
  const folder = await mkdtemp(join(tmpdir(), 'labconform-canary-'));
  try {
    await folderWriters.allure.writeInto(report, folder);
    const names = await readdir(folder);
    return await Promise.all(
      names.map(async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the places at which a secret can be read in what runs write, with the surrounding text. */
async function leaksOf(
  aims: readonly Aim[],
  how: { readonly runs: number; readonly repeats: boolean },
): Promise<string[]> {
  const { results, issued, exchanges } = await gathered(aims, how);
  const secrets = secretsOf(issued, exchanges);
  // A check may find a breach before anything is issued, but then it made few requests.
  if (secrets.size === 0 && exchanges.length >= 3) return ['no secret was seen, so that none could be found'];
  return leaksIn(await everythingWritten(results), secrets);
}

/**
 * Faults of all profiles and kinds, with these exceptions: faults of the base address and of deliveries, which are
 * judged without a request and so without a credential; and e-mail addresses as keys, because they are no secret, and
 * ID tokens hold the same octets.
 */
const suitable = faults.filter(
  ({ id, breaks }) =>
    !breaks.includes('TRN-01') && !id.startsWith('webhooks/') && id !== 'api-key/e-mail-address-suffices',
);
const breaking = Map.groupBy(
  suitable.flatMap((fault) => fault.breaks.map((requirement) => ({ fault, requirement }))),
  ({ requirement }) => requirement,
);

/** Returns one fault for each check to find: a different fault for each check, as far as possible. */
function oneACheck(): Aim[] {
  const used = new Set<string>();
  return checks.flatMap((check) => {
    const broken = check.proves.flatMap((requirement) => breaking.get(requirement) ?? []).map(({ fault }) => fault);
    const found = broken.filter(({ id }) => recordedFinders[id]?.[check.id] !== undefined);
    const candidates = [...found, ...broken];
    const fault = candidates.find(({ id }) => !used.has(id)) ?? candidates[0];
    if (fault === undefined) return [];
    used.add(fault.id);
    return [{ fault, aimed: [check] }];
  });
}

/** The number of runs that are written together. */
const batch = 25;

function inBatches(aims: readonly Aim[]): [string, readonly Aim[]][] {
  return Array.from({ length: Math.ceil(aims.length / batch) }, (_, at) => {
    const some = aims.slice(at * batch, (at + 1) * batch);
    return [`${some[0]?.aimed[0]?.id ?? ''} and those that follow`, some];
  });
}

/** For each commit a third of the tests is enough. The seed draws them. */
const seed = inject('seed');
const isMeant = ({ aimed: [check] }: Aim): boolean => !inject('sample') || seedFor(seed, check?.id ?? '') % 3 === 0;

// concurrent, because some wait for deliveries
test.concurrent.for(inBatches(oneACheck().filter(isMeant)))(
  'runs with one fault a check write no secret: %s',
  async ([, aims]) => {
    expect(await leaksOf(aims, { runs: 3, repeats: false })).toEqual([]);
  },
);

/** One of `oneOf` faults is tried, with `runs` cases a property. */
const repeated: Readonly<Record<Depth, { readonly oneOf: number; readonly runs: number }>> = {
  quick: { oneOf: 240, runs: 5 },
  whole: { oneOf: 25, runs: 20 },
};
const { oneOf, runs } = repeated[inject('depth')];

test.concurrent.for(suitable.filter((_fault, at) => at % oneOf === 0).map((fault) => [fault.id, fault] as const))(
  'runs write no secret if a tenant with %s repeats requests in every encoding',
  async ([, fault]) => {
    const aimed = checks.filter((check) => check.proves.some((requirement) => fault.breaks.includes(requirement)));
    expect(await leaksOf([{ fault, aimed }], { runs, repeats: true })).toEqual([]);
  },
);
