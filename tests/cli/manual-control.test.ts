import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Console } from '../../cli/console.ts';
import { carryOut, whenDone } from '../../cli/run/carry-out.ts';
import { passOnRequests } from '../../cli/run/person.ts';
import { Declined } from '../../cli/terminal.ts';
import type { CheckResult } from '../../core/result.ts';
import { Interrupted, Unsupported } from '../../core/trouble.ts';
import { Control } from '../../drivers/control/control.ts';
import { manualControl } from '../../drivers/control/manual.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import { openSession } from '../../specs/adapter.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { RunningTenant } from '../../tenant/index.ts';
import { createCertificate, startTenant } from '../../tenant/index.ts';

/** Returns a person who answers by the beginning of a question, without the spaces before it. */
function person(answers: Readonly<Record<string, string | readonly string[]>>) {
  const asked: { readonly question: string; readonly secret: boolean }[] = [];
  const times = new Map<string, number>();
  const ask: NonNullable<Console['ask']> = (question, { secret = false } = {}) => {
    asked.push({ question, secret });
    const word = Object.keys(answers).find((one) => question.trimStart().startsWith(one)) ?? '';
    const list = [answers[word] ?? ''].flat();
    const time = times.get(word) ?? 0;
    times.set(word, time + 1);
    return Promise.resolve(list[Math.min(time, list.length - 1)] ?? '');
  };
  return { ask, asked };
}

describe('a person who carries out an operation', () => {
  test('is asked to do it and then for its output, and secrets are not shown', async () => {
    let said = '';
    const { ask, asked } = person({ apiKey: 'a-new-key', createdAt: '2026-11-20T08:00:00Z' });
    const request = { operation: 'apiKey.create', input: { userId: 'ent_1' } } as const;
    expect(await carryOut(request, ask, (text) => (said += text))).toEqual({
      output: { apiKey: 'a-new-key', createdAt: '2026-11-20T08:00:00Z' },
    });
    expect(said).toBe('\nPlease do this at the tenant: apiKey.create\n  userId: ent_1\n');
    expect(asked).toEqual([
      { question: whenDone, secret: false },
      { question: '  apiKey (The key; not shown): ', secret: true },
      { question: '  createdAt (Time at which the key was created; such as 2026-11-20T08:00:00Z): ', secret: false },
    ]);
  });

  test('is asked again if an answer is invalid, and may leave out optional values', async () => {
    let said = '';
    const { ask } = person({ registered: ['perhaps', 'no'], reason: '' });
    const request = { operation: 'app.registerRedirectUri', input: { appId: 'a', redirectUri: 'https://a.example' } };
    const reply = await carryOut(request as Parameters<typeof carryOut>[0], ask, (text) => (said += text));
    expect(reply).toEqual({ output: { registered: false } });
    expect(said).toMatch(/registered.*expected/);
  });

  test('types lists with commas, and nothing for an empty list', async () => {
    const request = { operation: 'app.setWebhook', input: { appId: 'a', url: null, eventTypes: [] } } as const;
    const given = async (answer: string) => carryOut(request, person({ subscribed: answer }).ask, () => {});
    expect(await given('v2.entry.created, v2.app.installed')).toEqual({
      output: { subscribed: ['v2.entry.created', 'v2.app.installed'] },
    });
    expect(await given('')).toEqual({ output: { subscribed: [] } });
  });

  test('need not repeat a value of the input', async () => {
    const { ask, asked } = person({ userId: 'ent_1' });
    const request = { operation: 'user.create', input: { email: 'ada@acme.example' } } as const;
    expect(await carryOut(request, ask, () => {})).toEqual({ output: { userId: 'ent_1', email: 'ada@acme.example' } });
    expect(asked.at(-1)?.question).toBe("  email (The user's e-mail) [ada@acme.example]: ");
  });

  describe('who types no as a value', () => {
    const request = { operation: 'project.create', input: { name: 'Assays' } } as const;
    const meant = 'Is "no" the projectId itself? yes, or no if the operation could not be done: ';

    test('is asked whether that is the value, and yes confirms it', async () => {
      const { ask, asked } = person({ projectId: 'no', Is: 'yes' });
      expect(await carryOut(request, ask, () => {})).toEqual({ output: { projectId: 'no' } });
      expect(asked.at(-1)?.question).toBe(`  ${meant}`);
    });

    test('reports that the operation could not be done if it is not the value', async () => {
      const { ask } = person({ projectId: 'no', Is: ['what?', 'no'] });
      expect(await carryOut(request, ask, () => {})).toEqual({ cannot: 'be done' });
    });

    test('answers a yes-or-no question with it', async () => {
      const { ask, asked } = person({ registered: 'no' });
      const input = { appId: 'a', redirectUri: 'https://a.example' };
      const reply = await carryOut({ operation: 'app.registerRedirectUri', input }, ask, () => {});
      expect(reply).toEqual({ output: { registered: false } });
      expect(asked.filter(({ question }) => question.includes('itself'))).toEqual([]);
    });
  });

  test('may say that the operation cannot be done, or leave', async () => {
    const request = { operation: 'user.suspend', input: { userId: 'ent_1' } } as const;
    expect(await carryOut(request, person({ [whenDone]: 'no' }).ask, () => {})).toEqual({ cannot: 'be done' });
    const left = (): Promise<string> => Promise.reject(new Declined('left'));
    expect(await carryOut(request, left, () => {})).toEqual({ cannot: 'be waited for' });
  });
});

describe('a control that is a person', () => {
  test('asks for one operation at a time, and not again for an operation that cannot be done', async () => {
    const log: string[] = [];
    const control = new Control(
      manualControl('https://a.example', async ({ operation }) => {
        log.push(`begin ${operation}`);
        await Promise.resolve();
        log.push(`end ${operation}`);
        return operation === 'user.suspend' ? { cannot: 'be done' } : { output: {} };
      }),
    );
    expect(control.description).toMatchObject({ clock: 'real', baseUrl: 'https://a.example' });
    expect([control.supports('clock.advance'), control.supports('browser.authorize')]).toEqual([false, false]);
    const calls = [
      control.call('app.archive', { appId: 'a' }),
      control.call('user.suspend', { userId: 'u' }),
      control.call('user.suspend', { userId: 'v' }),
    ];
    const ended = await Promise.allSettled(calls);
    expect(log).toEqual(['begin app.archive', 'end app.archive', 'begin user.suspend', 'end user.suspend']);
    expect(ended[0]).toEqual({ status: 'fulfilled', value: {} });
    for (const one of ended.slice(1)) expect(one).toMatchObject({ reason: expect.any(Unsupported) as unknown });
  });

  test('is interrupted if the person has left', async () => {
    const control = new Control(manualControl('https://a.example', () => Promise.resolve({ cannot: 'be waited for' })));
    await expect(control.call('app.archive', { appId: 'a' })).rejects.toBeInstanceOf(Interrupted);
  });
});

describe('a tenant whose operations a person carries out', () => {
  let tenant: RunningTenant;
  beforeAll(async () => {
    tenant = await startTenant({
      certificate: await createCertificate(new Date()),
      random: randomBytes,
      seed: 1,
      elapsed: () => performance.now(),
      startsAt: new Date(),
    });
  });
  afterAll(() => tenant.close());

  test('is exercised one check after the other', async () => {
    const results = await runWith(aDiligentPerson(tenant));
    expect(results.map(({ id, verdict }) => [id, verdict])).toEqual(chosen.map(({ id }) => [id, 'passed']));
  });

  test('is not exercised if the person can do nothing, and the reason says so', async () => {
    const results = await runWith({ out: () => {}, ask: () => Promise.resolve('no') });
    for (const { verdict, reason } of results)
      expect([verdict, reason]).toEqual([
        'not-exercised',
        expect.stringMatching(/the person at the terminal cannot do/),
      ]);
  });

  const wanted = ['lifecycle/a-key-is-refused-in-every-form-of-call', 'api-key/a-key-can-be-used-any-number-of-times'];
  const chosen = checks.filter(({ id }) => wanted.includes(id));

  async function runWith(terminal: Pick<Console, 'out' | 'ask'>): Promise<CheckResult[]> {
    const profile = resolveProfile(
      { name: 'by hand', baseUrl: tenant.baseUrl, control: { type: 'manual' }, limits: { propagationSeconds: 0 } },
      { caPem: tenant.caPem },
    );
    const runId = randomBytes(4).toString('hex');
    const config: SuiteConfig = { profile, seed: 1, runs: 1, runId, asksOn: runId, checks: wanted };
    const console = { err: () => {}, interactive: false, color: false, columns: 100, ...terminal };
    const requests = passOnRequests(
      config,
      console,
      () => () => {},
      () => {},
    );
    const opening = await openSession(config);
    if (!('session' in opening)) throw new Error(opening.reason);
    try {
      return await runAll(chosen, opening.session, { runs: 1, seed: 1, now: realTime.now });
    } finally {
      await opening.session.close();
      requests.stop();
    }
  }
});

/** Carries out the control's operations at the tenant and answers with their results. */
function aDiligentPerson(tenant: RunningTenant): Pick<Console, 'out' | 'ask'> {
  let printed = '';
  let output: Record<string, unknown> = {};
  let asked = 0;
  return {
    out: (text) => (printed = text),
    ask: async (question) => {
      // A person who is asked without limit would block the thread.
      if (++asked > 10_000) throw new Declined(`asked too often, at last: ${question}`);
      if (question !== whenDone) {
        const value = output[/^ *(\w+)/.exec(question)?.[1] ?? ''];
        return Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '';
      }
      const [, operation = ''] = /at the tenant: (\S+)/.exec(printed) ?? [];
      const input = Object.fromEntries(
        [...printed.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name, value]) => [name, parsed(value)]),
      );
      output = await tenant.control.operate(operation, input);
      return '';
    },
  };
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
