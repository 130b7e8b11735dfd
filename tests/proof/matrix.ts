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
import { leaksIn, secretsOf, secretRecordingVariant } from './canary.ts';
import { recordedFinders } from './found-by.ts';

const seed = 20261120;
/** Shared by all runs, because RSA keys take long to make. */
const keys = createKeyStore();

/**
 * The amount of checks that run. `quick`, for every commit: the checks that must find a fault run completely, and a
 * share of all other checks, which differs from fault to fault. `whole`, for `npm run proof`: every check runs against
 * every fault, and against every variant in combination with others.
 */
export type Depth = 'quick' | 'whole';

declare module 'vitest' {
  interface ProvidedContext {
    depth: Depth;
  }
}

/** All checks. A check that proves few requirements comes first, because it is the likeliest to find their faults. */
const likeliestFirst = checks.toSorted((one, other) => one.proves.length - other.proves.length);

/** One search for a fault: the number of cases a property, and the seed of the cases. */
export interface Look {
  readonly runs: number;
  readonly drawnFrom: number;
}

/**
 * The looks for a fault that must be found. Most faults are found by the first few cases. Some checks of histories have
 * at most 24 cases and find a fault with most seeds but not with all, so the last looks use other seeds.
 */
export const thorough: readonly Look[] = [
  { runs: 5, drawnFrom: seed },
  { runs: 30, drawnFrom: seed },
  { runs: 100, drawnFrom: seed + 1 },
  { runs: 100, drawnFrom: seed + 2 },
];

/** The looks for a fault that is listed as not caught, and must not be found. */
export const superficial = thorough.slice(0, 2);

interface Share {
  /** Cases a property. */
  readonly runs: number;
  /** One of `oneOf` checks is run. */
  readonly oneOf: number;
}

/** The share of the checks that must not find a fault. */
const otherShares: Readonly<Record<Depth, Share>> = { quick: { runs: 1, oneOf: 2000 }, whole: { runs: 2, oneOf: 1 } };
/**
 * The share for a variant, whose verdicts must be those of the plain tenant. Its own profile's checks are the likeliest
 * to differ.
 */
type FairShare = Share & { readonly oneOfOwn: number };
export const variantShare: Readonly<Record<Depth | 'sample', FairShare>> = {
  sample: { runs: 1, oneOf: 250, oneOfOwn: 9 },
  quick: { runs: 1, oneOf: 250, oneOfOwn: 3 },
  whole: { runs: 8, oneOf: 25, oneOfOwn: 1 },
};
/** The share for tenants that combine variants: every check meets every variant in combination with others. */
export const combinedVariantsShare: Readonly<Record<Depth, FairShare>> = {
  quick: { runs: 1, oneOf: 25, oneOfOwn: 25 },
  whole: { runs: 4, oneOf: 1, oneOfOwn: 1 },
};

/** The result of the search for a fault, and the findings that are not about it. */
export interface FaultOutcome {
  /** Requirements that the fault should break and that no finding named. */
  readonly missed: readonly string[];
  /** Findings for requirements that the fault does not break. */
  readonly unrelated: readonly string[];
  /** Stated requirements that fail although the fault breaks only derived ones: a conforming tenant would fail. */
  readonly accused: readonly string[];
  /** Checks that ended as broken, because of the test bed or the suite itself. */
  readonly broken: readonly string[];
  /** Places at which a secret can be read in the results. Searched only if all checks are run. */
  readonly leaks: readonly string[];
}

/**
 * Runs checks against a tenant with a fault. The checks of the requirements that the fault breaks run with more and
 * more cases until each requirement is found broken. The other checks run with few cases.
 */
export async function judgeFault(fault: Fault, depth: Depth): Promise<FaultOutcome> {
  const canary: Canary | undefined = depth === 'whole' ? { issued: new Set(), exchanges: [] } : undefined;
  const { results, missed } = await searchFor(fault, canary);
  const otherShare = otherShares[depth];
  const done = new Set(results.map(({ id }) => id));
  const others = checks.filter(({ id }) => !done.has(id) && isInShare(otherShare, fault.id, id));
  results.push(...(await run(others, { fault }, otherShare.runs, canary)));

  const found = results.flatMap(({ id, failures }) => failures.map((failure) => ({ check: id, ...failure })));
  const foreseen = new Set([...fault.breaks, ...(fault.also ?? [])]);
  const lineOf = (one: (typeof found)[number]): string =>
    `${one.requirement} by ${one.check}: ${one.subject} ${one.observed}, expected ${one.expected}`;
  const breaksStated = [...foreseen].some((id) => isStated(id));
  return {
    missed,
    unrelated: found.filter((one) => !foreseen.has(one.requirement)).map(lineOf),
    accused: breaksStated ? [] : found.filter((one) => isStated(one.requirement)).map(lineOf),
    broken: results.filter((one) => one.verdict === 'broken').map((one) => `${one.id}: ${one.reason ?? ''}`),
    leaks: canary === undefined ? [] : leaksOf(results, canary),
  };
}

function isStated(requirement: string): boolean {
  return requirements.find(({ id }) => id === requirement)?.basis === 'stated';
}

/** The secrets that must not appear in the results. */
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

/** The result of a search for a fault. */
export interface Search {
  readonly results: CheckResult[];
  /** Requirements that the fault should break and that no finding named. */
  readonly missed: readonly string[];
  /** The checks that found the fault with the usual seed, each with the cases a property that it needed. */
  readonly finders: Readonly<Record<string, number>>;
}

/** Runs checks of the requirements that a fault breaks until each is found, first the checks that found it before. */
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
    // the record is about the usual seed only
    if (left.length < missed.length && drawnFrom === seed) finders[check.id] = runs;
    missed = left;
  };
  for (const [id, runs] of Object.entries(recordedFinders[fault.id] ?? {})) {
    const check = checks.find((one) => one.id === id);
    if (check !== undefined) await attempt(check, { runs, drawnFrom: seed });
  }
  for (const look of thorough) for (const check of likeliestFirst) await attempt(check, look);
  return { results, missed, finders };
}

/**
 * Runs checks of the requirements that a fault breaks until one requirement is found broken. Returns the check and its
 * cases a property, or undefined if the fault is not found.
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

/** Runs checks against a variant, and returns the verdicts that differ from those of the plain tenant. */
export async function judgeVariant(variant: Variant, { runs, oneOf, oneOfOwn }: FairShare): Promise<readonly string[]> {
  // both ids begin with the profile and a slash
  const [profile = ''] = variant.id.split('/');
  const shareOf = (id: string): Share => ({ runs, oneOf: id.startsWith(`${profile}/`) ? oneOfOwn : oneOf });
  const chosen = checks.filter(({ id }) => isInShare(shareOf(id), variant.id, id));
  const listed = new Set(variant.warnings ?? []);
  const different: string[] = [];
  for (const result of await run(chosen, { variant }, runs)) {
    for (const [requirement, verdict] of Object.entries(result.verdicts)) {
      // few cases may not judge every requirement, and a tenant need not have everything that a check looks at
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

/**
 * Reports whether a check is in the share of a fault. Each fault has another share, so that all checks meet many
 * faults.
 */
function isInShare({ oneOf }: Share, deviation: string, check: string): boolean {
  return Math.abs(seedFor(seed, `${deviation} ${check}`)) % oneOf === 0;
}

const certificate = await createCertificate(realTime.today());
/** The surveys of the tenants of each fault and variant, which are the same in each of their sessions. */
const surveys = new Map<string, Promise<Survey | undefined>>();

/**
 * Runs some checks against a tenant with a fault or a variant.
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
          variant: secretRecordingVariant(canary.issued, false),
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
