import type { Exchange } from '../../core/exchange.ts';
import type { CheckResult } from '../../core/result.ts';
import { seedFor } from '../../core/seed.ts';
import type { EmbeddedOptions } from '../../drivers/session/embedded.ts';
import { createKeyStore } from '../../drivers/identity-provider/provider.ts';
import type { Survey } from '../../drivers/survey/survey.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Fault, Variant } from '../../tenant/index.ts';
import { createCertificate } from '../../tenant/index.ts';
import { realTime } from '../../drivers/real-time.ts';
import { leaksIn, secretsOf, thatTells } from './canary.ts';
import { foundBy } from './found-by.ts';

const seed = 20261120;
/** RSA keys take a while to make, so all runs share them. */
const keys = createKeyStore();

/**
 * How much is run. `quick`, for every commit: what must find a fault runs whole, and of all other checks a share that
 * differs from fault to fault. `whole`, for `npm run proof`: every check against every fault, and against every variant
 * among others.
 */
export type Depth = 'quick' | 'whole';

declare module 'vitest' {
  interface ProvidedContext {
    depth: Depth;
  }
}

/** What proves little else is the likeliest to find what breaks it. */
const likeliestFirst = checks.toSorted((one, other) => one.proves.length - other.proves.length);

/** What a fault is looked for with: cases a property, and the seed that they are drawn from. */
export interface Look {
  readonly runs: number;
  readonly drawnFrom: number;
}

/**
 * Where a fault must be found: most are found by the first few cases. Some checks of histories have 24 and no more, and a
 * fault that they find for most seeds is not found for each: the last looks draw others.
 */
export const thorough: readonly Look[] = [
  { runs: 5, drawnFrom: seed },
  { runs: 30, drawnFrom: seed },
  { runs: 100, drawnFrom: seed + 1 },
  { runs: 100, drawnFrom: seed + 2 },
];

/** Where none must be found: a fault that is listed as not caught. */
export const superficial = thorough.slice(0, 2);

interface Share {
  /** Cases a property. */
  readonly runs: number;
  /** One check of so many is run. */
  readonly oneOf: number;
}

/** Where a fault must not be found. */
const glances: Readonly<Record<Depth, Share>> = { quick: { runs: 1, oneOf: 2000 }, whole: { runs: 2, oneOf: 1 } };
/** A variant's verdicts must be those of the plain tenant. Checks of its own profile are the likeliest to be others. */
type FairShare = Share & { readonly oneOfOwn: number };
export const ofOneVariant: Readonly<Record<Depth | 'sample', FairShare>> = {
  sample: { runs: 1, oneOf: 250, oneOfOwn: 9 },
  quick: { runs: 1, oneOf: 250, oneOfOwn: 3 },
  whole: { runs: 8, oneOf: 25, oneOfOwn: 1 },
};
/** Every check meets every variant among others of them. */
export const ofVariantsTogether: Readonly<Record<Depth, FairShare>> = {
  quick: { runs: 1, oneOf: 25, oneOfOwn: 25 },
  whole: { runs: 4, oneOf: 1, oneOfOwn: 1 },
};

/** What a fault was caught by, and what was found that has nothing to do with it. */
export interface FaultOutcome {
  /** Requirements that the fault is meant to break, and that no finding named. */
  readonly missed: readonly string[];
  /** Findings for requirements that the fault does not break. */
  readonly unrelated: readonly string[];
  /** Stated requirements that fail although the fault breaks derived ones only: an innocent tenant would be failed. */
  readonly accused: readonly string[];
  /** Checks that ended as broken: the test bed, or the suite itself. */
  readonly broken: readonly string[];
  /** Where a secret can be read from the results; looked for where all checks are run. */
  readonly leaks: readonly string[];
}

/**
 * Runs checks against a tenant with one wrong decision: those of the requirements that it breaks until each is found,
 * with more and more cases, the others at a glance.
 */
export async function judgeFault(fault: Fault, depth: Depth): Promise<FaultOutcome> {
  const canary: Canary | undefined = depth === 'whole' ? { issued: new Set(), exchanges: [] } : undefined;
  const { results, missed } = await searchFor(fault, canary);
  const glance = glances[depth];
  const done = new Set(results.map(({ id }) => id));
  const others = checks.filter(({ id }) => !done.has(id) && isInShare(glance, fault.id, id));
  results.push(...(await run(others, { fault }, glance.runs, canary)));

  const found = results.flatMap(({ id, failures }) => failures.map((failure) => ({ check: id, ...failure })));
  const foreseen = new Set([...fault.breaks, ...(fault.also ?? [])]);
  const told = (one: (typeof found)[number]): string =>
    `${one.requirement} by ${one.check}: ${one.subject} ${one.observed}, expected ${one.expected}`;
  const breaksTheWords = [...foreseen].some((id) => isStated(id));
  return {
    missed,
    unrelated: found.filter((one) => !foreseen.has(one.requirement)).map(told),
    accused: breaksTheWords ? [] : found.filter((one) => isStated(one.requirement)).map(told),
    broken: results.filter((one) => one.verdict === 'broken').map((one) => `${one.id}: ${one.reason ?? ''}`),
    leaks: canary === undefined ? [] : leaksOf(results, canary),
  };
}

function isStated(requirement: string): boolean {
  return requirements.find(({ id }) => id === requirement)?.basis === 'stated';
}

/** What nobody may read from the results. */
interface Canary {
  readonly issued: Set<string>;
  readonly exchanges: Exchange[];
}

function leaksOf(results: readonly CheckResult[], { issued, exchanges }: Canary): string[] {
  return leaksIn(
    results.map((result) => [result.id, JSON.stringify(result)] as const),
    secretsOf(issued, exchanges),
  );
}

/** How a fault was looked for. */
export interface Search {
  readonly results: CheckResult[];
  /** Requirements that it is meant to break, and that no finding named. */
  readonly missed: readonly string[];
  /** The checks that found it with the usual seed, each with the cases a property that it needed. */
  readonly finders: Readonly<Record<string, number>>;
}

/** Runs checks of the requirements that a fault breaks until each is found; those first that found it before. */
export async function searchFor(fault: Fault, canary?: Canary): Promise<Search> {
  const results: CheckResult[] = [];
  const finders: Record<string, number> = {};
  let missed: readonly string[] = fault.breaks;
  const attempt = async (check: SuiteCheck, { runs, drawnFrom }: Look): Promise<void> => {
    if (!check.proves.some((requirement) => missed.includes(requirement))) return;
    const [result] = await run([check], { fault }, runs, canary, drawnFrom);
    if (result === undefined) return;
    results.push(result);
    const left = missed.filter((id) => !result.failures.some(({ requirement }) => requirement === id));
    // the record tells nothing of other seeds
    if (left.length < missed.length && drawnFrom === seed) finders[check.id] = runs;
    missed = left;
  };
  for (const [id, runs] of Object.entries(foundBy[fault.id] ?? {})) {
    const check = checks.find((one) => one.id === id);
    if (check !== undefined) await attempt(check, { runs, drawnFrom: seed });
  }
  for (const look of thorough) for (const check of likeliestFirst) await attempt(check, look);
  return { results, missed, finders };
}

/**
 * Runs checks of the requirements that a fault breaks until one of them is found, and says by which check and with how many
 * cases a property; undefined where it is not found.
 */
export async function searchForAny(
  fault: Fault,
  looks: readonly Look[] = thorough,
): Promise<{ readonly check: string; readonly runs: number } | undefined> {
  const breaks = new Set(fault.breaks);
  const proving = likeliestFirst.filter(({ proves }) => proves.some((one) => breaks.has(one)));
  for (const { runs, drawnFrom } of looks) {
    for (const check of proving) {
      const [result] = await run([check], { fault }, runs, undefined, drawnFrom);
      if (result?.failures.some(({ requirement }) => breaks.has(requirement)) === true)
        return { check: check.id, runs };
    }
  }
  return undefined;
}

/** Runs checks against a conforming tenant that uses its freedoms otherwise; what differs from the plain tenant. */
export async function judgeVariant(variant: Variant, { runs, oneOf, oneOfOwn }: FairShare): Promise<readonly string[]> {
  // the profile stands before the slash of both ids
  const [profile = ''] = variant.id.split('/');
  const shareOf = (id: string): Share => ({ runs, oneOf: id.startsWith(`${profile}/`) ? oneOfOwn : oneOf });
  const chosen = checks.filter(({ id }) => isInShare(shareOf(id), variant.id, id));
  const listed = new Set(variant.warnings ?? []);
  const different: string[] = [];
  for (const result of await run(chosen, { variant }, runs)) {
    for (const [requirement, verdict] of Object.entries(result.verdicts)) {
      // few cases need not be about everything, and a tenant need not have all that a check looks at
      if (verdict === 'not-exercised') continue;
      if (verdict === 'passed' || (verdict === 'warning' && listed.has(requirement))) continue;
      const failure = result.failures.find((one) => one.requirement === requirement);
      const why =
        failure === undefined
          ? (result.reason ?? '')
          : `${failure.subject} ${failure.observed}, expected ${failure.expected}`;
      different.push(`${requirement} is ${verdict} by ${result.id}: ${why}`);
    }
  }
  return different;
}

/** Another share for each fault, so that all checks meet many faults. */
function isInShare({ oneOf }: Share, deviation: string, check: string): boolean {
  return Math.abs(seedFor(seed, `${deviation} ${check}`)) % oneOf === 0;
}

const certificate = await createCertificate(realTime.today());
/** What the tenants of each fault and variant serve: it is looked for in several sessions, and is the same in each. */
const surveys = new Map<string, Promise<Survey | undefined>>();

/**
 * Runs some checks against a tenant that deviates.
 *
 * @param drawnFrom the seed of the cases
 */
export async function run(
  some: readonly SuiteCheck[],
  deviation: Pick<EmbeddedOptions, 'fault' | 'variant'>,
  runs: number,
  canary?: Canary,
  drawnFrom = seed,
): Promise<CheckResult[]> {
  if (some.length === 0) return [];
  const id = (deviation.fault ?? deviation.variant)?.id ?? '';
  const survey = await surveys.get(id);
  const session = await openEmbedded({
    ...(survey === undefined ? {} : { survey }),
    seed,
    runId: 'proof',
    realTime,
    keys,
    certificate,
    ...deviation,
    ...(canary === undefined
      ? {}
      : {
          variant: thatTells(canary.issued, false),
          observe: (_check: string, exchange: Exchange) => void canary.exchanges.push(exchange),
        }),
  });
  if (survey === undefined) surveys.set(id, session.survey());
  try {
    return await runAll(some, session, { runs, seed: drawnFrom, now: realTime.now, shrinkMs: 0 });
  } finally {
    await session.close();
  }
}
