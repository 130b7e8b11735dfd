import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import type { RunRecord } from '../../reports/assemble.ts';
import type { Report } from '../../reports/report.ts';
import { failureText, failureTexts, notExercisedText, profileTable, surveyText } from '../../reports/terminal.ts';
import { catalogueOf, failureOf, resultOf, runOf } from './runs.ts';
import { sampleReport } from './sample.ts';

it('a table of profiles is aligned', () => {
  const catalogue = catalogueOf('DEL-01 delegated stated', 'DEL-02 delegated stated', 'KEY-01 api-key stated');
  const results = [resultOf('delegated/a', { 'DEL-01': 'failed', 'DEL-02': 'passed' })];
  expect(profileTable(assembleReport(runOf(catalogue, results)), { color: false }).split('\n')).toEqual([
    'profile    verdict        exercised  passed  failed  not exercised  planned',
    'delegated  failed         whole           1       1              0        0',
    'api-key    not exercised  none            0       0              0        1',
  ]);
});

it('a table of profiles leaves out profiles that were not selected and have no result', () => {
  const catalogue = catalogueOf('DEL-01 delegated stated', 'KEY-01 api-key stated', 'TOK-01 token-issuance stated');
  const results = [resultOf('delegated/a', { 'DEL-01': 'warning', 'KEY-01': 'inconclusive' })];
  const report = assembleReport(runOf(catalogue, results, { selectedProfiles: ['delegated'] }));
  expect(profileTable(report, { color: false }).split('\n')).toEqual([
    'profile    verdict       exercised  passed  failed  warning  inconclusive  not exercised',
    'delegated  warning       whole           0       0        1             0              0',
    'api-key    inconclusive  none            0       0        0             1              0',
  ]);
});

it('the reasons why checks were not exercised are listed, the most frequent first', () => {
  const catalogue = catalogueOf('DEL-01 delegated stated');
  const lacking = (id: string, reason: string) => resultOf(id, { 'DEL-01': 'not-exercised' }, { reason });
  const few = lacking('delegated/a', 'needs an operation');
  const many = ['b', 'c'].map((name) => lacking(`delegated/${name}`, 'needs \u001b[2J a setting'));
  const textOf = (results: Parameters<typeof runOf>[1]) =>
    notExercisedText(assembleReport(runOf(catalogue, results)), { color: false });
  expect(textOf([few, ...many]).split('\n')).toEqual([
    'Not exercised: 3 checks',
    String.raw`  2 checks: needs \u001b[2J a setting`,
    '  1 check: needs an operation',
  ]);
  expect(textOf([resultOf('delegated/a', { 'DEL-01': 'passed' })])).toBe('');
  const eleven = Array.from({ length: 11 }, (_, at) => lacking(`delegated/${at}`, `needs ${at}`));
  expect(textOf(eleven).split('\n').at(-1)).toBe('  3 checks: for other reasons (see the report)');
});

it('the survey is printed only for places that are missing or not known and that no cause names', () => {
  const catalogue = catalogueOf('TOK-01 token-issuance stated', 'VER-05 versioning stated');
  const results = [
    resultOf(
      'token-issuance/a',
      { 'TOK-01': 'not-exercised' },
      { causes: ['POST /oauth/token is not served: see TOK-01'] },
    ),
  ];
  const survey: NonNullable<Report['survey']> = {
    places: [
      { place: 'POST /oauth/token', by: { client_credentials: 'absent' }, demandedBy: ['TOK-01'] },
      { place: 'POST /api/v2/token', by: { client_credentials: 'absent' }, demandedBy: ['VER-05', 'TRN-02'] },
      { place: 'GET /oauth/authorize', by: {} },
      { place: 'GET /api/v2/entries', by: { 'API key': 'served' } },
      { place: 'GET /api/v2/plates', by: { 'API key': 'served', 'app token': 'refused', 'ID token': 'unclear' } },
      { place: 'GET /a\u001b[2J', by: { 'API key': 'unclear' } },
    ],
    unknownOperations: ['record.create'],
  };
  const textOf = (given: Partial<RunRecord>) =>
    surveyText(assembleReport(runOf(catalogue, results, given)), { color: false });
  expect(textOf({ survey }).split('\n')).toEqual([
    'Found before the checks',
    '  POST /api/v2/token is not served: see VER-05',
    '  GET /oauth/authorize (not tried: there is no credential to try it with)',
    '  GET /api/v2/plates (served: API key; refused: app token; not known: ID token)',
    String.raw`  GET /a\u001b[2J (not known: API key)`,
    '  record.create is listed by the control, which does not know it (501)',
  ]);
  expect(textOf({ survey: { places: survey.places.slice(3, 4) } })).toBe('');
  expect(textOf({ survey: { places: survey.places.slice(0, 2) } })).toBe('');
  expect(textOf({})).toBe('');
});

it('of the failures by a missing place, the requirement that demands it is printed in full, and the others in a line', () => {
  const ids = ['TRN-02', 'TOK-01', 'CCR-01'];
  const catalogue = catalogueOf(...ids.map((id) => `${id} token-issuance stated` as const));
  const failures = (id: string) => [
    failureOf(id, {
      subject: `what ${id} is about`,
      observed: 'was answered with 404',
      exchange: 1,
      evidence: [
        {
          number: 1,
          at: 0,
          ms: 1,
          request: { method: 'POST', url: 'https://acme.example/oauth/token', headers: {} },
          response: { status: 404, headers: {}, body: '' },
        },
      ],
    }),
  ];
  const results = ids.map((id) => resultOf(`token-issuance/${id}`, { [id]: 'failed' }, { failures: failures(id) }));
  const firstLines = (given: Partial<RunRecord>) =>
    failureTexts(assembleReport(runOf(catalogue, results, given)), { color: false }).map((text) => text.split('\n'));
  const by = { client_credentials: 'absent' } as const;
  const survey = { places: [{ place: 'POST /oauth/token', by, demandedBy: ['TOK-01', 'TRN-02', 'CCR-01'] }] };
  const [whole, brief, ...more] = firstLines({ survey });
  expect(whole?.[0]).toBe('FAILED TOK-01 Statement of TOK-01.');
  expect(brief).toEqual([
    'FAILED TRN-02 by token-issuance/TRN-02: what TRN-02 is about was answered with 404',
    'FAILED CCR-01 by token-issuance/CCR-01: what CCR-01 is about was answered with 404',
  ]);
  expect(more).toEqual([]);
  expect(firstLines({})).toHaveLength(3);
});

it('colours appear only if wanted, and change no text', () => {
  const report = sampleReport();
  const [failure] = failuresOf(report);
  if (failure === undefined) throw new Error('the sample has no failure');
  const texts = (color: boolean): string[] => [profileTable(report, { color }), failureText(failure, { color })];
  const [plain, coloured] = [texts(false), texts(true)];
  expect(coloured).not.toEqual(plain);
  expect(coloured.map((text) => stripVTControlCharacters(text))).toEqual(plain);
  // eslint-disable-next-line no-control-regex
  for (const text of plain) expect(text).toMatch(/^[\n\u0020-\u007e]*$/);
});

it('a failure shows the requirement, the observation and the command that reproduces it', () => {
  const [failure] = failuresOf(sampleReport());
  if (failure === undefined) throw new Error('the sample has no failure');
  expect(failureText(failure, { color: false }).split('\n')).toEqual([
    'FAILED DEL-42 A refresh token works once: presenting it again yields no token.',
    '  observed:       Presenting a spent refresh token yielded `<access token 3>`',
    '  expected:       no token',
    '  counterexample: { refreshesBefore: 0, presentAgainAfter: 0 }',
    '  stated in:      Limits, row Refresh token use',
    '                  States and transitions, row Refresh token presented again',
    '  check:          delegated/spent-refresh-token-is-refused',
    '  run again:      labconform run --check delegated/spent-refresh-token-is-refused --seed 7  # seed 1234, path 3:0:1',
    `  curl:           curl -i -u "app_1:$CLIENT_SECRET_1" -H 'Content-Type: application/x-www-form-urlencoded' --data-raw "grant_type=refresh_token&refresh_token=$REFRESH_TOKEN_1" https://acme.example/api/v2/token`,
  ]);
});

it('a name of the interface at the beginning of a sentence keeps its letter case', () => {
  const failures = [failureOf('DEL-01', { subject: 'client_credentials of an app' })];
  const results = [resultOf('delegated/a', { 'DEL-01': 'failed' }, { failures })];
  const [text] = failureTexts(assembleReport(runOf(catalogueOf('DEL-01 delegated stated'), results)), { color: false });
  expect(text).toContain('observed:       client_credentials of an app was answered');
});

it('a requirement that several checks find broken in the same way is printed once, with the other checks', () => {
  const catalogue = catalogueOf('DEL-01 delegated stated', 'DEL-02 delegated stated');
  const of = (name: string) => resultOf(`delegated/${name}`, { 'DEL-01': 'failed', 'DEL-02': 'failed' });
  const report = assembleReport(runOf(catalogue, ['a', 'b', 'c'].map(of)));
  const texts = failureTexts(report, { color: false });
  expect(texts.map((text) => text.split('\n')[0])).toEqual([
    'FAILED DEL-01 Statement of DEL-01.',
    'FAILED DEL-02 Statement of DEL-02.',
  ]);
  expect(texts[0]?.split('\n').slice(-2)).toEqual([
    '  also seen by:   delegated/b: presenting a spent refresh token was answered with 200',
    '                  delegated/c: presenting a spent refresh token was answered with 200',
  ]);
});

it('failures after the first thirty requirements get a line each', () => {
  const ids = Array.from({ length: 33 }, (_, at) => `DEL-${String(at).padStart(2, '0')}`);
  const catalogue = catalogueOf(...ids.map((id) => `${id} delegated stated` as const));
  const results = ids.flatMap((id) => [1, 2].map((at) => resultOf(`delegated/${id}-${at}`, { [id]: 'failed' })));
  const texts = failureTexts(assembleReport(runOf(catalogue, results)), { color: false });
  expect(texts).toHaveLength(31);
  expect(texts.at(-1)?.split('\n')).toEqual(
    ids
      .slice(30)
      .map(
        (id) => `FAILED ${id} by delegated/${id}-1 and 1 other: presenting a spent refresh token was answered with 200`,
      ),
  );
});

it('the failure with the fewest exchanges comes first among those of one requirement', () => {
  const shownBy = (name: string, exchanges: number) => {
    const evidence = Array.from({ length: exchanges }, (_, at) => ({
      number: at + 1,
      at,
      ms: 1,
      request: { method: 'GET', url: 'https://acme.example/api/v2/entries', headers: {} },
    }));
    const failures = [failureOf('DEL-01', { evidence })];
    return resultOf(`delegated/${name}`, { 'DEL-01': 'failed' }, { failures });
  };
  const results = [shownBy('a', 5), shownBy('b', 1), shownBy('c', 3)];
  const report = assembleReport(runOf(catalogueOf('DEL-01 delegated stated'), results));
  expect(failuresOf(report).map(({ check }) => check.id)).toEqual(['delegated/b', 'delegated/c', 'delegated/a']);
});

it('text of a tenant does not control the terminal', () => {
  const catalogue = catalogueOf('DEL-01 delegated stated');
  const failures = [failureOf('DEL-01', { observed: 'answered \u001b[2J\u0007\r\u202eabc' })];
  const report = assembleReport(runOf(catalogue, [resultOf('delegated/a', { 'DEL-01': 'failed' }, { failures })]));
  const [failure] = failuresOf(report);
  if (failure === undefined) throw new Error('the report has no failure');
  expect(failureText(failure, { color: false })).toContain(String.raw`answered \u001b[2J\u0007\u000d\u202eabc`);
});
