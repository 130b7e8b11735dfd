import type { Exchange } from '../../core/exchange.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { RunRecord } from '../../reports/assemble.ts';
import { assembleReport } from '../../reports/assemble.ts';
import type { ProfileName, Report } from '../../reports/report.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import faults from '../../tenant/faults/figures.json' with { type: 'json' };
import { arbitraryCatalogue } from './arbitrary-run.ts';
import { failureOf, resultOf, runOf } from './runs.ts';

/** Returns a report whose every text is the given one. */
export function filledWith(text: string): Report {
  const evidence = [
    {
      number: 1,
      at: 0,
      ms: 1,
      note: text,
      request: { method: text, url: text, headers: { 'X-A': text }, body: text },
      response: { status: 200, headers: { 'x-b': [text, text] }, body: text },
    },
    { number: 2, at: 0, operation: text, input: text, output: { [text]: text } },
  ];
  const failures = [
    failureOf('DEL-01', { subject: text, observed: text, expected: text, counterexample: text, evidence, exchange: 1 }),
  ];
  const given = {
    title: text,
    reason: text,
    failures,
    observations: [{ freedom: 'FRE-01', observed: text, evidence }],
  };
  const verdicts = ['failed', 'broken', 'not-exercised', 'waived'] as const;
  const results = verdicts.map((verdict) => resultOf(`delegated/${verdict}`, { 'DEL-01': verdict }, given));
  const hostile = {
    ...arbitraryCatalogue,
    requirements: arbitraryCatalogue.requirements.map((one) => ({ ...one, statement: text, section: text })),
    freedoms: [{ id: 'FRE-01', topic: text, range: text }],
    untestable: [{ id: 'UNT-01', statement: text, reason: text }],
  };
  const target = { name: text, baseUrl: text, control: 'http', tenantId: text, fault: text } as const;
  const survey = {
    places: [
      { place: text, by: { [text]: 'served' as const } },
      { place: text, by: {}, demandedBy: [text] },
    ],
    unknownOperations: [text],
  };
  return assembleReport(runOf(hostile, results, { target, survey, faults: { faults: 1 }, rerun: () => text }));
}

/**
 * Returns the report of a run of every check, or of the checks of one profile, over the whole catalogue or some of its
 * profiles, with a given verdict for each check.
 */
export function wholeRun(
  verdictOf: (check: string) => Verdict,
  {
    only = catalogue.profileNames,
    ofProfile: profile,
    ...given
  }: Partial<RunRecord> & { readonly only?: readonly ProfileName[]; readonly ofProfile?: ProfileName } = {},
): Report {
  const requirements = catalogue.requirements.filter(({ profile }) => only.includes(profile));
  const known = new Set<string>(requirements.map(({ id }) => id));
  const all = checks.filter(({ proves }) => (proves as readonly string[]).every((id) => known.has(id)));
  const checksByRequirement = new Map(
    requirements.map(({ id }) => [
      id as string,
      all.filter(({ proves }) => (proves as readonly string[]).includes(id)).map((check) => check.id),
    ]),
  );
  const selected = profile === undefined ? all : all.filter(({ id }) => id.startsWith(`${profile}/`));
  const results = selected.map(({ id, title, proves }, at) => {
    const verdict = verdictOf(id);
    const exercised = verdict !== 'not-exercised';
    return resultOf(id, Object.fromEntries(proves.map((requirement) => [requirement, verdict])), {
      title,
      cases: exercised ? 100 : 0,
      exchanges: exercised ? 412 : 0,
      ...(exercised && verdict !== 'inconclusive'
        ? {}
        : { reason: 'the control offers no clock, and `--allow-waits` was not given' }),
      failures: proves
        .slice(0, 3)
        .filter(() => verdict === 'failed')
        .map((requirement) =>
          failureOf(requirement, {
            counterexample: 'a code exchanged, then a refresh; then the spent token presented once',
            exchange: 3,
            evidence: [
              aCall(1),
              { number: 2, at: 9, operation: 'clock.advance', input: { seconds: 1 }, output: {} },
              aCall(3),
            ],
          }),
        ),
      observations: at % 5 === 0 ? [{ freedom: 'FRE-22', observed: `is seen ${at} times`, evidence: [aCall(1)] }] : [],
    });
  });
  return assembleReport(
    runOf({ ...catalogue, requirements, profileNames: only }, results, { faults, checksByRequirement, ...given }),
  );
}

function aCall(number: number): Exchange {
  return {
    number,
    at: number * 8,
    ms: 4.6,
    request: {
      method: 'POST',
      url: 'https://acme.example/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: `grant_type=refresh_token&client_id=app_1&client_secret=<client secret 1>&refresh_token=<refresh token ${number}>`,
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: '{"access_token":"<access token 2>","refresh_token":"<refresh token 4>","token_type":"Bearer","expires_in":900}',
    },
  };
}
