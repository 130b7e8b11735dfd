import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { jsonObject } from '../../core/exchange.ts';
import { base64Forms } from '../../core/secrets.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/target/embedded.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import { failureText, lastLine, profileTable, unsettledText } from '../../reports/terminal.ts';
import { writers } from '../../reports/writers.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { faults } from '../../tenant/faults/index.ts';
import type { Fault } from '../../tenant/index.ts';

/** Everything that a run with this fault writes or prints, and every exchange as it really was. */
async function everythingWritten(fault: Fault): Promise<{ texts: Map<string, string>; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const session = await openEmbedded({
    seed: 5,
    runId: 'canary',
    realTime,
    fault,
    observe: (_check, exchange) => void exchanges.push(exchange),
  });
  const aimed = checks.filter((check) => check.proves.some((requirement) => fault.breaks.includes(requirement)));
  const results = await runAll(aimed, session, { runs: 40, seed: 5, now: realTime.now, shrinkMs: 1000 });
  await session.close();
  const report = assembleReport({
    tool: { name: 'labconform', version: '0.0.0' },
    target: { name: 'embedded', baseUrl: 'https://127.0.0.1', control: 'embedded', fault: fault.id },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:00:01.000Z',
    seed: 5,
    runsPerProperty: 40,
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
  texts.set('terminal', terminal.join('\n')).set('results', JSON.stringify(results));
  return { texts, exchanges };
}

/** Credentials that worked or were handed out, and everything sent that differs from one of them only a little. */
function secretsIn(exchanges: readonly Exchange[]): Set<string> {
  const live = new Set<string>();
  const clientIds = new Set<string>();
  const sent = new Set<string>();
  for (const exchange of exchanges) {
    const clientId = new URLSearchParams(exchange.request.body ?? '').get('client_id');
    if (clientId !== null) clientIds.add(clientId);
    const token = jsonObject(exchange)?.['access_token'];
    if (typeof token === 'string') live.add(token);
    const good = exchange.response !== undefined && exchange.response.status < 300;
    for (const value of credentialsOf(exchange)) (good ? live : sent).add(value);
  }
  const known = [...live].filter((value) => value.length >= 16);
  const near = [...sent].filter((value) => known.some((secret) => value !== secret && resembles(value, secret)));
  // a client id is public: it stands in every authorization address
  return new Set([...known, ...near].filter((value) => !clientIds.has(value)));
}

function credentialsOf({ request }: Exchange): string[] {
  const [scheme = '', value = ''] = (request.headers['authorization'] ?? '').split(' ');
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString('utf8').split(':');
  const secret = new URLSearchParams(request.body ?? '').get('client_secret');
  return [value, ...(secret === null ? [] : [secret])];
}

function resembles(value: string, secret: string): boolean {
  const shared = 12;
  return value.length >= shared && (value.includes(secret.slice(0, shared)) || value.includes(secret.slice(-shared)));
}

/**
 * Faults of all profiles and kinds, but for those of the base address and of deliveries, which are judged without a
 * request and so without a credential.
 */
const chosen = faults.filter(
  ({ id, breaks }, at) => at % 5 === 0 && !breaks.includes('TRN-01') && !id.startsWith('webhooks/'),
);

test.for(chosen.map((fault) => [fault.id, fault] as const))(
  'nothing secret gets out of a run with %s',
  async ([, fault]) => {
    const { texts, exchanges } = await everythingWritten(fault);
    const secrets = secretsIn(exchanges);
    expect(secrets.size).toBeGreaterThan(0);
    for (const [where, text] of texts) {
      for (const secret of secrets) {
        const forms = [secret, encodeURIComponent(secret), ...base64Forms(secret).filter((form) => form.length >= 16)];
        const at = forms.map((form) => text.indexOf(form)).find((place) => place >= 0);
        const around = at === undefined ? '' : text.slice(Math.max(0, at - 80), at + 60);
        expect(around, `${where} holds a secret`).toBe('');
      }
    }
  },
);
