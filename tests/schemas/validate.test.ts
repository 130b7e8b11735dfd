import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import type { OperationInput, OperationOutput } from '../../schemas/control/operations.ts';
import type { Report } from '../../schemas/types/report.ts';
import { assertValid, satisfies, SCHEMA_NAMES, SchemaMismatch, validator } from '../../schemas/validate.ts';
import { ABSENT, changed, pointersIn } from './changed-body.ts';
import { RIGHT_BODIES } from './right-bodies.ts';

const SEED = 20261120;
// Nothing can be wrong with a token-error: its schema allows every value.
const names = fc.constantFrom(...SCHEMA_NAMES.filter((name) => name !== 'token-error'));
/** Right bodies, each with a place in it. */
const places = names.chain((name) =>
  fc.constantFrom(...RIGHT_BODIES[name]).chain((body) =>
    fc.record({
      name: fc.constant(name),
      body: fc.constant<unknown>(body),
      pointer: fc.constantFrom(...pointersIn(body)),
    }),
  ),
);

test.each(SCHEMA_NAMES)('right bodies satisfy %s', (name) => {
  const judge = validator(name);
  expect(RIGHT_BODIES[name].length).toBeGreaterThan(0);
  for (const body of RIGHT_BODIES[name]) expect(judge(body)).toEqual([]);
});

test('any JSON value is judged in sentences of one line, and is refused exactly if there is a problem', () => {
  fc.assert(
    fc.property(places, fc.jsonValue(), fc.string({ unit: 'binary' }), ({ name, body, pointer }, value, key) => {
      const withValue = changed(body, pointer, value);
      for (const candidate of [withValue, changed(body, `/${key.replaceAll(/[~/]/g, '_')}`, value)]) {
        const problems = validator(name)(candidate);
        expect(problems.length === 0).toBe(satisfies(name, candidate));
        for (const { sentence } of problems) expect(sentence).toMatch(/^[^\p{Cc}\u2028\u2029]{10,}$/u);
      }
    }),
    { seed: SEED, numRuns: 400 },
  );
});

test('the pointer of a problem leads to the changed member, a member inside it or a member that decides about it', () => {
  fc.assert(
    fc.property(
      places,
      fc.constantFrom<unknown>([], {}, 'text', 5, null, true, ABSENT),
      ({ name, body, pointer }, value) => {
        fc.pre(pointer !== '');
        const holder = pointer.slice(0, pointer.lastIndexOf('/'));
        for (const problem of validator(name)(changed(body, pointer, value))) {
          const near = problem.pointer.startsWith(pointer) || problem.pointer.startsWith(holder);
          expect(near, `${problem.pointer} for ${pointer}`).toBe(true);
        }
      },
    ),
    { seed: SEED, numRuns: 400 },
  );
});

const marks = fc.stringMatching(/^[a-z0-9]{24,90}$/);
const shapes = fc.constantFrom<(mark: string) => unknown>(
  (mark) => mark,
  (mark) => [mark],
  (mark) => ({ value: mark }),
  (mark) => `https://user:${mark}@acme.example/`,
  (mark) => ({ type: mark, grant_type: mark, url: mark }),
);

test('no sentence of a redacting validator contains a string of the body', () => {
  let problemsSeen = 0;
  fc.assert(
    fc.property(places, marks, shapes, fc.boolean(), ({ name, body, pointer }, mark, shape, addsMember) => {
      const wrong = changed(body, addsMember ? '/surplus' : pointer, shape(mark));
      for (const { sentence, pointer: where } of validator(name, { redact: true })(wrong)) {
        problemsSeen += 1;
        expect(`${sentence} ${where}`).not.toContain(mark.slice(0, 12));
      }
    }),
    { seed: SEED, numRuns: 1500 },
  );
  expect(problemsSeen).toBeGreaterThan(500);
});

test('sentences about bodies with secrets never contain their values, even without redaction', () => {
  const secretive = SCHEMA_NAMES.filter(
    (name) => !/^(v2|webhook|report|page|assay|waivers|statement|envelope)/.test(name),
  );
  fc.assert(
    fc.property(places, marks, shapes, ({ name, body, pointer }, mark, shape) => {
      fc.pre(secretive.includes(name));
      for (const { sentence } of validator(name, { redact: false })(changed(body, pointer, shape(mark)))) {
        expect(sentence).not.toContain(mark.slice(0, 12));
      }
    }),
    { seed: SEED, numRuns: 600 },
  );
});

test('no sentence repeats more than 60 characters of a value or of a key', () => {
  const long = fc.stringMatching(/^[a-z]{61,200}$/);
  fc.assert(
    fc.property(places, long, ({ name, body, pointer }, text) => {
      const wrong = [
        changed(body, pointer, text),
        changed(body, `/${text}`, true),
        changed(body, pointer, { [text]: 1 }),
      ];
      for (const candidate of wrong) {
        for (const { sentence } of validator(name)(candidate)) expect(sentence).not.toContain(text.slice(0, 60));
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('a shortened value keeps whole characters', () => {
  const [problem] = validator('v2.entry.created')(
    changed(RIGHT_BODIES['v2.entry.created'][0], '/createdAt', '🧪'.repeat(70)),
  );
  expect(problem?.sentence.isWellFormed()).toBe(true);
  expect(problem?.sentence).toContain('…');
});

test('a valid body gets its type', () => {
  const body: unknown = RIGHT_BODIES.report[0];
  assertValid('report', body);
  expectTypeOf(body).toEqualTypeOf<Report>();
  expect(body.reportVersion).toBe(1);
});

test('types of operations follow from their names', () => {
  expectTypeOf<OperationInput<'user.create'>>().toEqualTypeOf<{ readonly email: string; readonly name?: string }>();
  expectTypeOf<OperationOutput<'clock.now'>['now']>().toEqualTypeOf<string>();
  expect(satisfies('user.create.input', { email: 'a@acme.example' })).toBe(true);
});

test('an invalid body is thrown with all its problems', () => {
  let thrown: unknown;
  try {
    assertValid('page', { nextToken: 5 });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SchemaMismatch);
  expect(thrown).toMatchObject({
    schema: 'page',
    message: 'not a valid page: /nextToken is 5 (an integer), expected a string',
    problems: [{ pointer: '/nextToken', keyword: 'type' }],
  });
});
