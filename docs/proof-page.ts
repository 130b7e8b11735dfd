import { readFileSync } from 'node:fs';
import { grouped } from '../reports/html/pieces.ts';
import { table } from '../reports/markdown/text.ts';
import { checks } from '../specs/checks/index.ts';
import { freedoms, profileNames, requirements, untestable } from '../specs/requirements/index.ts';
import { faults } from '../tenant/faults/index.ts';
import { variants } from '../tenant/variants/index.ts';
import type { Origin, ProofFigures, Share, WeatherFigures } from './proof-figures.ts';

/** The results of runs of the proof, as `npm run proof:record` writes them. */
export const proofFigures = JSON.parse(readFileSync(new URL('proof.json', import.meta.url), 'utf8')) as ProofFigures;

/** Counts of the catalogue and of the proof. */
export const inventory = {
  stated: requirements.filter(({ basis }) => basis === 'stated').length,
  derived: requirements.filter(({ basis }) => basis === 'derived').length,
  untestable: untestable.length,
  freedoms: freedoms.length,
  checks: checks.length,
  faults: faults.length,
  variants: variants.length,
} as const;

/** Returns the text of docs/proof.md for the figures in docs/proof.json. */
export function proofPage(): string {
  const { profiles, weather, engines } = proofFigures;
  return [
    '# Proof',
    [
      'This page shows that the suite is sensitive, specific and steady, with the figures of real runs. Each row names the day and',
      'the commit of its run. `npm run proof:record` runs the proof and writes the figures, `npm run docs` writes this page.',
    ].join('\n'),
    '## What there is',
    table(
      ['What', 'Number'],
      [
        ['Requirements that the specification states: a tenant that breaks one fails', inventory.stated],
        [
          'Requirements that follow from it or from a standard that it names: a tenant that breaks one is warned',
          inventory.derived,
        ],
        ['Statements that no test from outside can show', inventory.untestable],
        ['Freedoms: what the specification leaves open. They are observed and never judged', inventory.freedoms],
        ['Checks', inventory.checks],
        ['Faults: the reference tenant with one wrong decision each', inventory.faults],
        ['Variants: conforming tenants that use the freedoms in another way', inventory.variants],
      ].map(([what, count]) => [String(what), String(count)]),
      100,
    ),
    '## Faults and variants',
    [
      'A fault is caught when a check of the requirement that it breaks finds it, and no check blames the tenant for a stated',
      'requirement that it keeps. A variant is right when it gets the verdicts of the plain tenant. In a *quick* run the checks',
      'that must find a fault run whole, and a share of all others. In a *whole* run every check meets every fault and every',
      'variant. `npm test` makes a quick run of one fault of each requirement and one variant of each freedom.',
    ].join('\n'),
    table(
      ['Profile', 'Faults caught', 'Variants right', 'Run', 'Day', 'Commit'],
      profileNames.map((name) => {
        const found = profiles[name];
        if (found === undefined) return [name, 'not recorded', '', '', '', ''];
        return [name, shareText(found.faults), shareText(found.variants), found.depth, ...originCells(found)];
      }),
      100,
    ),
    '## Weather',
    [
      'The reference tenant, which conforms, stands behind a proxy that disturbs a share of its exchanges: lost and cut',
      'answers, closed connections, 429, 502, 503 and 504. A false red is a failure or a warning of this tenant. [What weather',
      'does to a verdict](weather.md) says by which rules the suite decides.',
    ].join('\n'),
    table(
      [
        'Disturbed',
        'Runs',
        'Exchanges',
        'False reds',
        'Same verdict as without',
        'Exit 0',
        'Faulty tenants never passed',
        'Run',
        'Day',
        'Commit',
      ],
      Object.entries(weather).map(([name, one]) => [name, ...weatherCells(one)]),
      100,
    ),
    '## Other engines',
    table(
      ['Engine', 'What was shown', 'Tests passed', 'Run', 'Day', 'Commit'],
      Object.entries(engines).map(([name, one]) => [
        name,
        one.shown,
        shareText(one.tests),
        one.depth,
        ...originCells(one),
      ]),
      100,
    ),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

/** Returns the figures that README contains between its two marks: a part of this page. */
export function proofSummary(): string {
  const { stated, derived, faults: allFaults, variants: allVariants } = inventory;
  const { profiles, weather, engines } = proofFigures;
  const recorded = Object.values(profiles);
  const inWeather = Object.entries(weather);
  const falseReds = sumOf(inWeather.map(([, one]) => one.falseReds));
  const faults = summed(recorded.map((one) => one.faults));
  const variants = summed(recorded.map((one) => one.variants));
  return [
    `- **${stated + derived} requirements**: ${stated} stated by the specification, ${derived} derived from it.`,
    `- **${grouped(allFaults)} faults**, tenants with one wrong decision each, show that the suite is sensitive: ${shareText(faults)} that were tried were caught by a check of the requirement that they break.`,
    `- **${grouped(allVariants)} variants**, conforming tenants that use the freedoms of the specification in another way, show that it is fair: ${shareText(variants)} got the verdicts of the plain tenant.`,
    ...Object.entries(engines).map(
      ([name, { tests }]) => `- **Another engine**: a tenant on ${name} conforms, in ${shareText(tests)} tests.`,
    ),
    ...(inWeather.length === 0
      ? []
      : [
          `- **Weather**: in ${sumOf(inWeather.map(([, one]) => one.runs))} runs behind a gateway that disturbs its exchanges (${inWeather.map(([name]) => name).join(', ')}), a conforming tenant got ${falseReds === 0 ? 'no false failure or warning' : `${falseReds} false failures and warnings`}.`,
        ]),
  ].join('\n');
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function summed(shares: readonly Share[]): Share {
  return { tried: sumOf(shares.map(({ tried }) => tried)), right: sumOf(shares.map(({ right }) => right)) };
}

function weatherCells(one: WeatherFigures): string[] {
  const { runs, exchanges, disturbed, checks: exercised, same, falseReds, exitZero, faulty, depth } = one;
  const [ofExchanges, ofChecks] = [percent(disturbed, exchanges), percent(same, exercised)];
  return [
    `${runs}`,
    `${exchanges}, ${ofExchanges} disturbed`,
    `${falseReds}`,
    `${same} of ${exercised} (${ofChecks})`,
    `${exitZero} of ${runs}`,
    faulty.tried === 0 ? 'not recorded' : shareText(faulty),
    depth,
    ...originCells(one),
  ];
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
}

function shareText({ right, tried }: Share): string {
  return `${grouped(right)} of ${grouped(tried)}`;
}

function originCells({ date, commit }: Origin): [string, string] {
  return [date, commit];
}
