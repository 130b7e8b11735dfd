import type { Exchange } from '../../core/exchange.ts';
import type { CheckResult } from '../../core/result.ts';
import { assembleReport } from '../../reports/assemble.ts';
import type { Report } from '../../reports/report.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { failureOf, resultOf, runOf } from './runs.ts';

const form = 'application/x-www-form-urlencoded';

function tokenExchange(number: number, body: string, status: number, answered: string): Exchange {
  return {
    number,
    at: number * 8,
    ms: 4.6,
    request: {
      method: 'POST',
      url: 'https://acme.example/api/v2/token',
      headers: { Authorization: 'Basic base64(app_1:<client secret 1>)', 'Content-Type': form },
      body,
    },
    response: { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body: answered },
  };
}

const tokens = '{"access_token":"<access token 2>","refresh_token":"<refresh token 2>","expires_in":900}';

const spent = resultOf(
  'delegated/spent-refresh-token-is-refused',
  { 'DEL-42': 'failed', 'DEL-43': 'failed', 'DEL-44': 'passed' },
  {
    title: 'A spent refresh token is refused',
    cases: 37,
    exchanges: 148,
    failures: [
      failureOf('DEL-42', {
        observed: 'yielded `<access token 3>`',
        expected: 'no token',
        counterexample: '{ refreshesBefore: 0, presentAgainAfter: 0 }',
        replay: { seed: 1234, path: '3:0:1' },
        exchange: 3,
        evidence: [
          tokenExchange(1, 'grant_type=refresh_token&refresh_token=<refresh token 1>', 200, tokens),
          {
            number: 2,
            at: 19,
            operation: 'clock.advance',
            input: { seconds: 0 },
            output: { now: '2026-11-20T08:00:00Z' },
          },
          tokenExchange(3, 'grant_type=refresh_token&refresh_token=<refresh token 1>', 200, tokens),
        ],
      }),
      failureOf('DEL-43', { replay: { seed: 1234, path: '3:0:1' }, confirmed: false }),
    ],
  },
);

const results: readonly CheckResult[] = [
  spent,
  resultOf(
    'transport/http-is-refused',
    { 'TRN-01': 'passed', 'TRN-02': 'passed' },
    {
      observations: [
        {
          freedom: 'FRE-02',
          observed: 'plain HTTP was not answered (connect: nothing listens)',
          evidence: [tokenExchange(4, 'grant_type=client_credentials', 401, '<html><script>alert(1)</script></html>')],
        },
      ],
    },
  ),
  resultOf('api-key/key-acts-as-its-user', { 'KEY-01': 'passed', 'KEY-02': 'passed', 'KEY-03': 'warning' }),
  resultOf(
    'expiry/token-ends-after-fifteen-minutes',
    { 'EXP-01': 'not-exercised', 'EXP-02': 'not-exercised' },
    { reason: 'the clock cannot be moved and `--allow-waits` was not given', cases: 0, exchanges: 0, failures: [] },
  ),
  resultOf(
    'webhooks/delivery-is-signed',
    { 'WHK-01': 'broken' },
    { reason: 'the control answered `app.setWebhook` with 503: Service <Unavailable>', failures: [] },
  ),
  resultOf(
    'listing/last-page-has-no-token',
    { 'LST-01': 'inconclusive', 'LST-02': 'inconclusive' },
    { reason: 'at least two pages were needed, and one was all there was', failures: [] },
  ),
  resultOf('versioning/older-paths-go-on', { 'VER-01': 'waived' }, { reason: 'waiver W-3 until 2026-12-31: known' }),
];

/** Returns the report of a made-up run over the whole catalogue, with every kind of entry that a report can have. */
export function sampleReport(): Report {
  const run = runOf(catalogue, results, { required: ['delegated', 'expiry'] });
  const unselected = catalogue.requirements
    .filter(({ profile }) => profile === 'client-credentials')
    .map(({ id }) => id);
  return assembleReport({
    ...run,
    checksByRequirement: new Map([
      ...run.checksByRequirement,
      ...unselected.map((id) => [id, ['client-credentials/app-token-is-issued']] as const),
    ]),
  });
}
