import fc from 'fast-check';
import type { Entry } from '../../core/journal.ts';
import type { CheckResult, Failure } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { verdicts } from '../../core/verdict.ts';
import type { RunRecord } from '../../reports/assemble.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

export const script = '<script>alert("x")</script>';

/** Text such as a hostile or broken tenant sends: markup, fences, control characters, halves of characters. */
export const text: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        script,
        ']]>',
        '&#0;',
        '"',
        "'",
        '|',
        '```',
        '`',
        '\n',
        '\r',
        '\u0000',
        '\u001b[31m',
        '\ud800',
        '\ufffe',
      ),
      fc.constantFrom('<access token 1>', 'base64(<API key 1>:)', '$(reboot)', '--', '</pre>', '<!--'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const headers = fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,12}$/), text, { maxKeys: 3 });

const exchange = fc.record(
  {
    number: fc.integer({ min: 1, max: 9 }),
    at: fc.nat(),
    ms: fc.nat(),
    request: fc.record(
      { method: fc.constantFrom('GET', 'POST', 'PUT'), url: text, headers, body: text },
      { requiredKeys: ['method', 'url', 'headers'] },
    ),
    response: fc.record({ status: fc.integer({ min: 100, max: 599 }), headers, body: text }),
    note: text,
  },
  { requiredKeys: ['number', 'at', 'ms', 'request'] },
);

const entry: fc.Arbitrary<Entry> = fc.oneof(
  exchange,
  fc.record({ number: fc.nat(), at: fc.nat(), operation: text, input: fc.jsonValue(), output: fc.jsonValue() }),
);

const evidence = fc.array(entry, { maxLength: 3 });

const failureParts = fc.record(
  {
    subject: text,
    observed: text,
    expected: text,
    counterexample: text,
    confirmed: fc.boolean(),
    exchange: fc.integer({ min: 1, max: 9 }),
    evidence,
  },
  { requiredKeys: ['subject', 'observed', 'expected', 'confirmed', 'evidence'] },
);

export const arbitraryCatalogue = catalogueOf(
  'TRN-01 transport stated',
  'TRN-02 transport derived',
  'DEL-01 delegated stated',
  'DEL-02 delegated stated',
  'KEY-01 api-key derived',
);

const verdict: fc.Arbitrary<Verdict> = fc.constantFrom(...verdicts);

function checkOf(at: number): fc.Arbitrary<CheckResult> {
  const ids = arbitraryCatalogue.requirements.map(({ id }) => id);
  return fc
    .record({
      said: fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), verdict), { minLength: 1, selector: ([id]) => id }),
      title: text,
      reason: fc.option(text, { nil: undefined }),
      parts: fc.array(failureParts, { minLength: 5, maxLength: 5 }),
      observations: fc.array(fc.record({ freedom: fc.constant('FRE-01'), observed: text, evidence }), { maxLength: 2 }),
    })
    .map(({ said, title, reason, parts, observations }) => {
      const plain = resultOf(`transport/check-${at}`, Object.fromEntries(said));
      const failures = plain.failures.map((failure, index): Failure => ({ ...failure, ...parts[index] }));
      return { ...plain, title, failures, observations, ...(reason === undefined ? {} : { reason }) };
    });
}

/** A run with any results. */
export const arbitraryRun: fc.Arbitrary<RunRecord> = fc
  .record({
    results: fc.nat({ max: 4 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => checkOf(at)))),
    unselected: fc.subarray(arbitraryCatalogue.requirements.map(({ id }) => id)),
    required: fc.subarray([...arbitraryCatalogue.profileNames]),
    interrupted: fc.boolean(),
    name: text,
  })
  .map(({ results, unselected, required, interrupted, name }) => {
    const run = runOf(arbitraryCatalogue, results, { required, interrupted });
    const checksByRequirement = new Map(run.checksByRequirement);
    for (const id of unselected)
      checksByRequirement.set(id, [...(checksByRequirement.get(id) ?? []), 'transport/unselected']);
    return { ...run, checksByRequirement, target: { ...run.target, name } };
  });
