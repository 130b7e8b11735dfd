import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { base64Forms } from '../../core/secrets.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/target/embedded.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import { failureText, lastLine, profileTable, unsettledText } from '../../reports/terminal.ts';
import type { Report } from '../../reports/report.ts';
import { folderWriters, writers } from '../../reports/writers.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { faults } from '../../tenant/faults/index.ts';
import type { Depth } from './matrix.ts';
import type { Behaviour, Deviation } from '../../tenant/behaviour/behaviour.ts';
import { jsonAnswer } from '../../tenant/http/message.ts';
import type { Fault, Variant } from '../../tenant/index.ts';

type Make = (...given: never[]) => string;

/** What the tenant makes up that nobody else may know. */
const secretMakers = new Set<keyof Behaviour>([
  'makeClientSecret',
  'makeApiKey',
  'makePassword',
  'makeAccessToken',
  'makeRefreshToken',
  'makeCode',
  'makeBrowserKey',
  'makePageToken',
]);

/** A tenant that conforms and takes down every secret as it makes it. */
function thatTells(issued: Set<string>, alsoRepeats: boolean): Variant {
  return {
    id: 'client-credentials/tells-its-secrets',
    freedoms: [],
    summary: 'Takes down what it issues.',
    behaviour: (normal) => ({
      ...(alsoRepeats ? thatRepeats(normal) : {}),
      ...Object.fromEntries(
        Object.entries(normal)
          .filter(([name]) => secretMakers.has(name as keyof Behaviour))
          .map(([name, make]) => [
            name,
            (...given: never[]) => {
              const value = (make as Make)(...given);
              issued.add(value);
              return value;
            },
          ]),
      ),
    }),
  };
}

/**
 * A tenant that repeats, whenever it refuses, all that it was sent: in the text of the error, in a stack trace, in
 * base64 behind none, one and two octets, percent-encoded, in JSON within JSON, and part by part.
 */
const thatRepeats: Deviation = (normal) => ({
  refuse: (call, refused) => {
    const { method, target, headers, body } = call.request;
    const [values, form] = [[...headers.values()].flat(), body.toString('utf8')];
    const sent = [`${method} ${target}`, ...values, form].filter((text) => text !== '');
    const parts = sent.flatMap((text) => text.split(/[ .:&?=;]/)).filter((text) => text.length > 3);
    const error = {
      error: 'refused',
      error_description: sent.join(' | '),
      stack: sent.map((text, at) => `    at handle (${text}) line ${at}`).join('\n'),
      traces: ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${sent.join('\n')}`).toString('base64')),
      request: JSON.stringify({ sent: JSON.stringify(sent) }),
      parts,
      decoded: parts.map((part) => Buffer.from(part, 'base64').toString('utf8')),
      at: encodeURIComponent(sent.join('&')),
    };
    const answer = normal.refuse(call, refused);
    // an error page of the authorization endpoint stays one, and a redirect leads where it led
    if (answer.status < 400 || call.found.route?.part === 'browser') return answer;
    const headersToo = answer.headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
    return jsonAnswer(answer.status, error, [...headersToo, ['X-Trace', encodeURIComponent(sent.join(' '))]]);
  },
});

interface Written {
  readonly texts: ReadonlyMap<string, string>;
  /** The credentials that the tenant issued. */
  readonly issued: ReadonlySet<string>;
  /** Every exchange as it really was. */
  readonly exchanges: readonly Exchange[];
}

/** Everything that a run with this fault writes or prints. */
async function everythingWritten(fault: Fault, { repeats }: { readonly repeats: boolean }): Promise<Written> {
  const exchanges: Exchange[] = [];
  const issued = new Set<string>();
  const session = await openEmbedded({
    seed: 5,
    runId: 'canary',
    realTime,
    fault,
    variant: thatTells(issued, repeats),
    observe: (_check, exchange) => void exchanges.push(exchange),
  });
  const aimed = checks.filter((check) => check.proves.some((requirement) => fault.breaks.includes(requirement)));
  const results = await runAll(aimed, session, { runs: 20, seed: 5, now: realTime.now, shrinkMs: 1000 });
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
  for (const [name, text] of await allureFiles(report)) texts.set(name, text);
  texts.set('terminal', terminal.join('\n')).set('results', JSON.stringify(results));
  return { texts, issued, exchanges };
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

/**
 * Everything that was issued, everything sent that differs from one of them only a little, and what the suite made up:
 * states, and ID tokens with their signatures.
 */
function secretsIn({ issued, exchanges }: Written): Set<string> {
  const near = exchanges
    .flatMap(credentialsOf)
    .filter((value) => [...issued].some((secret) => value !== secret && resembles(value, secret)));
  return new Set([...issued, ...near, ...exchanges.flatMap(madeUp)]);
}

function credentialsOf({ request }: Exchange): string[] {
  const [scheme = '', value = ''] = (request.headers['authorization'] ?? '').split(' ');
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString('utf8').split(':');
  const fields = new URLSearchParams(request.body ?? '');
  return [value, ...['client_secret', 'refresh_token', 'code'].flatMap((name) => fields.getAll(name))];
}

function madeUp({ request, response }: Exchange): string[] {
  const bearer = /^Bearer (ey[\w-]+\.ey[\w-]+\.([\w-]{40,}))$/.exec(request.headers['authorization'] ?? '');
  // one that was not taken is wrong on purpose, and nobody can use it
  const idToken = bearer === null || response === undefined || response.status >= 300 ? [] : bearer.slice(1);
  const states = URL.parse(request.url)?.searchParams.getAll('state') ?? [];
  return [...idToken, ...states.filter((state) => state.length >= 16)];
}

function resembles(value: string, secret: string): boolean {
  const shared = 12;
  return value.length >= shared && (value.includes(secret.slice(0, shared)) || value.includes(secret.slice(-shared)));
}

/** One fault of so many. */
const oneOf: Readonly<Record<Depth, number>> = { quick: 48, whole: 5 };

/**
 * Faults of all profiles and kinds, but for those of the base address and of deliveries, which are judged without a
 * request and so without a credential.
 */
const suitable = faults.filter(({ id, breaks }) => !breaks.includes('TRN-01') && !id.startsWith('webhooks/'));
const every = (step: number): [string, Fault][] =>
  suitable.filter((_fault, at) => at % step === 0).map((fault) => [fault.id, fault]);

test.for(every(oneOf[inject('depth')]))('nothing secret gets out of a run with %s', async ([, fault]) => {
  expect(whereSecretsStand(await everythingWritten(fault, { repeats: false }))).toEqual([]);
});

test.for(every(5 * oneOf[inject('depth')]))(
  'nothing secret gets out where a tenant with %s repeats what it was sent in every encoding',
  async ([, fault]) => {
    expect(whereSecretsStand(await everythingWritten(fault, { repeats: true }))).toEqual([]);
  },
);

/** Where a secret stands in what was written, with what stands around it. */
function whereSecretsStand(written: Written): string[] {
  const secrets = secretsIn(written);
  // a breach may be seen before anything is issued, but then nothing was asked for either
  if (secrets.size === 0 && written.exchanges.length >= 3) return ['no secret was seen, so that none could be found'];
  return [...written.texts].flatMap(([where, text]) =>
    [...secrets].flatMap((secret) => {
      const forms = [secret, encodeURIComponent(secret), ...base64Forms(secret).filter((form) => form.length >= 16)];
      const at = forms.map((form) => text.indexOf(form)).find((place) => place >= 0);
      return at === undefined ? [] : [`${where}: ${text.slice(Math.max(0, at - 80), at + 60)}`];
    }),
  );
}
