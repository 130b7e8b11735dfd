import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Step } from '../../core/steps.ts';
import { Steps } from '../../core/steps.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { RequestToSend } from '../../drivers/client/client.ts';
import type { StepSending } from '../../drivers/world/send-step.ts';
import { sendStep } from '../../drivers/world/send-step.ts';

type Answer =
  | readonly [status: number, headers?: Record<string, string>, body?: string]
  | NonNullable<Exchange['trouble']>['kind'];

const get = { method: 'GET', url: 'https://tenant.example/api/v2/entries', headers: {} };
const atTokenPath = { ...get, method: 'POST', url: 'https://tenant.example/oauth/token' };
const refresh = { ...atTokenPath, body: 'grant_type=refresh_token&refresh_token=r' };
const exchange = { ...refresh, body: 'grant_type=authorization_code&code=c' };
const tokenRequest = { ...atTokenPath, body: 'grant_type=client_credentials&client_id=c' };
const wrongRequest = { ...atTokenPath, body: 'grant_type=password&client_id=c' };

/** Sends a step that gets the listed answers in turn, and the last one again from then on. Returns how it ended. */
async function stepOf(
  answers: readonly Answer[],
  {
    request = get,
    together = 1,
    ...options
  }: Partial<StepSending> & { readonly request?: RequestToSend; readonly together?: number } = {},
): Promise<{
  readonly step: Step | undefined;
  readonly last: Exchange;
  readonly pauses: readonly number[];
  readonly anew: number;
  readonly bodies: readonly (string | undefined)[];
}> {
  const steps = new Steps();
  const [sending = steps.begin('', '', 0)] = Array.from({ length: together }, () =>
    steps.begin('at first: GET', 'GET /api/v2/entries', 0),
  );
  const pauses: number[] = [];
  let now = 0;
  let sent = 0;
  let anew = 0;
  const bodies: (string | undefined)[] = [];
  const send = async ({ body: sentBody }: RequestToSend): Promise<Exchange> => {
    bodies.push(sentBody);
    const next = answers[Math.min(sent++, answers.length - 1)] ?? [200];
    const plain = { number: sent, at: now, ms: 1, request: get };
    if (typeof next === 'string') return { ...plain, trouble: { kind: next, message: next } };
    const [status, headers = {}, body = ''] = next;
    return { ...plain, response: { status, headers, body } };
  };
  const last = await sendStep(request, sending, {
    send,
    sendAnew: async (again) => {
      anew++;
      return send(again);
    },
    contrast: async () => 'here',
    pause: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
    now: () => now,
    longestSeconds: 30,
    isAsIs: false,
    isReplaceable: true,
    isDirect: false,
    silence: () => undefined,
    moment: 'any',
    ...options,
  });
  sending.ended();
  return { step: steps.all()[0], last, pauses, anew, bodies };
}

const date = { date: 'Fri, 20 Nov 2026 08:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 08:00:04 GMT' };

describe('a disturbed answer to a request that may be sent again', () => {
  test.for([
    ['429 that asks for seconds', [429, { 'retry-after': '3' }], 3000],
    ['429 that asks for no time', [429], 100],
    ['429 that asks by a date', [429, date], 4000],
    ['503 that asks for seconds', [503, { 'retry-after': '2' }], 2000],
    ['403 that asks for seconds', [403, { 'retry-after': '1' }], 1000],
    ['502 of a gateway', [502], 100],
    ['a connection that was closed', 'closed', 100],
    ['no answer in time', 'timeout', 100],
  ] as const)('is followed by another sending after a pause: %s', async ([, answer, pause]) => {
    const { step, last, pauses } = await stepOf([answer, [200]]);
    expect([last.response?.status, pauses]).toEqual([200, [pause]]);
    expect(step).toMatchObject({ resolved: true, numbers: [1, 2] });
    expect(step?.disturbance).toBeDefined();
  });

  test('is followed by a sending with another body if the request names one', async () => {
    const write = { ...get, method: 'POST', body: 'first', anew: () => ({ body: 'second' }) };
    const { last, bodies, step } = await stepOf([[503], [201]], { request: write });
    expect([last.response?.status, bodies, step?.resolved]).toEqual([201, ['first', 'second'], true]);
    const { anew, bodies: over } = await stepOf(['kept-connection', [201]], { request: write });
    expect([anew, over]).toEqual([1, ['first', 'second']]);
  });

  test('ends the sending if it asks for too long a wait, and the case is not done again', async () => {
    const { step, pauses } = await stepOf([[429, { 'retry-after': '3600' }]]);
    expect(pauses).toEqual([]);
    expect(step).toMatchObject({ resolved: false, final: true, disturbance: 'limited' });
  });

  test('that comes each time is returned, with the answer to a good request right after it', async () => {
    const { step, last, pauses } = await stepOf([[503]], { contrast: async () => 'elsewhere' });
    expect(last.response?.status).toBe(503);
    expect(pauses).toEqual([100, 400, 1200]);
    expect(step).toMatchObject({ resolved: false, contrast: 'elsewhere', disturbance: 'server-error' });
  });

  test('is returned as the first one if the later ones are disturbed in other ways', async () => {
    const { step, last } = await stepOf([[500], [429], 'closed', [502]]);
    expect([last.response?.status, step?.disturbance, step?.resolved]).toEqual([500, 'server-error', false]);
  });

  test('is accepted if it was found to be the own answer of the tenant', async () => {
    const { step, last } = await stepOf([[500], [200]], { isAsIs: true });
    expect([last.response?.status, step?.disturbance]).toEqual([500, 'server-error']);
  });

  test('is followed by another sending at once if nothing is between the suite and the tenant', async () => {
    expect(await stepOf([[500], [200]], { isDirect: true })).toMatchObject({ pauses: [], step: { resolved: true } });
  });

  test('is not resolved by an answer after the moment is over', async () => {
    const late = [503, { 'retry-after': '5' }] as const;
    expect((await stepOf([late, [200]], { moment: 'short' })).step).toMatchObject({ resolved: false });
    expect((await stepOf([late, [200]], { moment: 'any' })).step).toMatchObject({ resolved: true });
  });

  test('counts as the answer of the tenant if it came five times in half a minute and the case cannot be done again', async () => {
    const { step, pauses } = await stepOf([[500]], { moment: 'real' });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30_000);
    expect(step).toMatchObject({ stood: true, numbers: [1, 2, 3, 4, 5] });
  });

  test('of a changing kind does not count as the answer of the tenant', async () => {
    const { step } = await stepOf([[500], 'closed', [500], [500]], { moment: 'real' });
    expect(step?.stood).toBeUndefined();
  });

  test('ends the case if there was no connection', async () => {
    await expect(stepOf(['connect'])).rejects.toThrow(PremiseUnmet);
    await expect(stepOf(['certificate'])).rejects.toThrow(PremiseUnmet);
  });

  test('ends the sending and the case if the tenant answers no request', async () => {
    const silence = { told: 'the tenant answered no request for 41 s, in 120 requests', cause: 'nothing' };
    let sent = 0;
    const send = async (): Promise<Exchange> => {
      const plain = { number: ++sent, at: 0, ms: 1, request: get };
      return { ...plain, trouble: { kind: 'closed', message: 'closed' } };
    };
    for (const [from, sendings] of [
      [0, 1],
      [3, 3],
    ] as const) {
      sent = 0;
      const told = stepOf([], { send, silence: () => (sent >= from ? silence : undefined) });
      await expect(told).rejects.toThrow(new PremiseUnmet(silence.told));
      expect(sent).toBe(sendings);
    }
    // An answer counts, whatever came before it.
    expect((await stepOf([[200]], { silence: () => silence })).last.response?.status).toBe(200);
  });

  test('does not arise if an idle connection was closed at that moment: a new connection replaces it', async () => {
    const { step, anew, last } = await stepOf(['kept-connection', [200]]);
    expect([anew, last.response?.status, step?.disturbance]).toEqual([1, 200, undefined]);
  });

  test('is not a 401, even if it says when to try again', async () => {
    const { step, pauses } = await stepOf([[401, { 'retry-after': '1' }]]);
    expect([step?.disturbance, pauses]).toEqual([undefined, []]);
  });
});

const tokens: Answer = [200, {}, '{"access_token":"a","refresh_token":"r"}'];

describe('a request that may be sent again', () => {
  test('changes nothing, or is a token request that spends nothing, right or wrong', async () => {
    for (const request of [get, tokenRequest, wrongRequest]) {
      expect((await stepOf([[503], [200]], { request })).step).toMatchObject({ numbers: [1, 2] });
    }
  });

  test.for([
    ['a refresh after a server error', refresh, [503]],
    ['an exchange of a code after a server error', exchange, [502]],
    ['a refresh whose connection was closed', refresh, 'closed'],
  ] as const)(
    'may present a single-use credential, and counts if it yields tokens: %s',
    async ([, request, answer]) => {
      const { step, last } = await stepOf([answer, [503], tokens], { request });
      expect([last.number, step?.numbers, step?.resolved]).toEqual([3, [1, 2, 3], true]);
    },
  );

  test('shows nothing if it is refused, because an earlier sending may have spent the credential', async () => {
    for (const request of [refresh, exchange]) {
      const { step, last } = await stepOf([[503], [400]], { request });
      expect([last.number, step?.numbers, step?.resolved, step?.contrast]).toEqual([1, [1, 2], false, 'here']);
    }
    expect((await stepOf([[429], [503], [400]], { request: refresh })).step).toMatchObject({ resolved: false });
    expect((await stepOf([[503], [200]], { request: refresh })).step).toMatchObject({ resolved: false });
  });

  test('may be a refresh that was only rate limited, and any answer to it is judged', async () => {
    const { step, last } = await stepOf([[429], [400]], { request: refresh });
    expect([last.number, step?.resolved]).toEqual([2, true]);
  });

  test.for([
    ['a person granted and that cannot be replaced', { isReplaceable: false }],
    ['was sent together with others, because it would come after them', { together: 2 }],
  ] as const)('presents no refresh token that %s', async ([, options]) => {
    const { step, last } = await stepOf([[503], tokens], { request: refresh, ...options });
    expect([last.number, step?.numbers]).toEqual([1, [1]]);
  });

  test('is no call that writes, and presents no token in a wrong request', async () => {
    const write = { ...get, method: 'POST', body: '{"name":"an entry"}' };
    const query = { ...atTokenPath, url: `${atTokenPath.url}?refresh_token=r`, body: '' };
    for (const request of [write, query]) {
      expect((await stepOf([[503], [200]], { request })).step).toMatchObject({ numbers: [1], resolved: false });
    }
  });

  test('is no refresh that timed out', async () => {
    const { step } = await stepOf(['timeout', tokens], { request: refresh });
    expect(step).toMatchObject({ numbers: [1], resolved: false });
  });
});
