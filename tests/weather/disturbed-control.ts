import type { ServerResponse } from 'node:http';
import { request as send } from 'undici';
import { seedFor } from '../../core/seed.ts';
import type { LoopbackServer } from '../drivers/loopback-server.ts';
import { bodyOf, httpServer } from '../drivers/loopback-server.ts';

/** A disturbance of an operation's call: whether the call reaches the control, and the answer that the caller gets. */
interface Accident {
  readonly reaches: boolean;
  /** The operation that it can happen to; by default all. */
  readonly operation?: string;
  /** Reports by the input whether it can happen to a call; by default to all. */
  readonly input?: (input: string) => boolean;
  /** Present if the suite takes the accident for permanent after three tries already, and not after six. */
  readonly soonLasting?: true;
  /** Sends the answer, or none. */
  readonly answer: (response: ServerResponse) => unknown;
}

const failure = (status: number, headers = {}) => ({
  answer: (response: ServerResponse) =>
    response
      .writeHead(status, headers)
      .end(JSON.stringify({ error: 'weather', message: `No, since it is ${status}.` })),
});
const nothing = { answer: (): void => {} };
const cut = { answer: (response: ServerResponse) => response.destroy() };
const text = (body: string) => ({ answer: (response: ServerResponse) => response.writeHead(200).end(body) });

/** The accidents that can happen to a call, by name. */
export const accidents = {
  '500 before anything was done': { reaches: false, ...failure(500) },
  '500 after it was done': { reaches: true, ...failure(500) },
  '503 with Retry-After': { reaches: false, ...failure(503, { 'retry-after': '0' }) },
  '429': { reaches: false, ...failure(429) },
  '409': { reaches: false, soonLasting: true, ...failure(409) },
  '501': { reaches: false, soonLasting: true, ...failure(501) },
  'no answer, and nothing done': { reaches: false, ...nothing },
  'no answer, although it was done': { reaches: true, ...nothing },
  'a connection that is cut before': { reaches: false, ...cut },
  'a connection that is cut after': { reaches: true, ...cut },
  'nonsense instead of the output': { reaches: true, ...text('null') },
  'a page instead of the output': { reaches: true, ...text('<html>') },
  'an advance that is only claimed': {
    reaches: false,
    soonLasting: true,
    operation: 'clock.advance',
    // On a slow machine a shorter time may pass by itself before the clock is read, so that the accident has no effect.
    input: (input) => (JSON.parse(input) as { seconds: number }).seconds >= 60,
    ...text('{"now":"2031-01-01T00:00:00.000Z"}'),
  },
} as const satisfies Record<string, Accident>;
export type AccidentName = keyof typeof accidents;

export interface DisturbedControl extends LoopbackServer {
  /** The number of accidents of each operation. */
  readonly met: ReadonlyMap<string, number>;
}

export interface DisturbedOptions {
  /** The address of the control service to which calls are passed on. */
  readonly url: string;
  readonly accident: AccidentName;
  /** The share of calls that the accident happens to. */
  readonly rate: number;
  readonly seed: number;
  /** Operations that the accident happens to; by default all that it can happen to. */
  readonly operations?: readonly string[];
}

/**
 * Of this many calls of an operation, at most two meet an accident that is soon taken for permanent, unless all calls
 * do. The seed does not decide the order of concurrent calls, so otherwise three tries of one call might meet it by
 * chance.
 */
const callsWithTwoAccidents = 100;

/** Starts a proxy before a control service on which calls meet an accident. The seed alone decides which calls. */
export async function disturbedControl(options: DisturbedOptions): Promise<DisturbedControl> {
  const { url, accident: name, rate, seed, operations } = options;
  const accident: Accident = accidents[name];
  const calls = new Map<string, number>();
  const met = new Map<string, number>();
  const lastTwo = new Map<string, readonly number[]>();
  const happens = (operation: string, input: string): boolean => {
    const isMeant = (accident.operation ?? operation) === operation && (operations?.includes(operation) ?? true);
    if (!isMeant || accident.input?.(input) === false) return false;
    // Only calls that the accident can happen to are counted, because the number of other calls depends on the machine.
    const count = (calls.get(operation) ?? 0) + 1;
    calls.set(operation, count);
    if ((seedFor(seed, `${operation} ${count}`) >>> 0) / 2 ** 32 >= rate) return false;
    const [before = -Infinity, last = -Infinity] = lastTwo.get(operation) ?? [];
    if (accident.soonLasting === true && rate < 1 && count - before < callsWithTwoAccidents) return false;
    lastTwo.set(operation, [last, count]);
    met.set(operation, (met.get(operation) ?? 0) + 1);
    return true;
  };
  const server = await httpServer(async (request, response) => {
    const input = await bodyOf(request);
    const operation = (request.url ?? '').split('/').at(-1) ?? '';
    const disturbed = request.method === 'POST' && happens(operation, input);
    if (disturbed && !accident.reaches) return accident.answer(response);
    const reached = await send(`${url}${(request.url ?? '').replace(/^\/control/, '')}`, {
      method: request.method === 'GET' ? 'GET' : 'POST',
      body: request.method === 'GET' ? null : input,
    });
    const body = await reached.body.text();
    if (disturbed) return accident.answer(response);
    return response.writeHead(reached.statusCode, { 'content-type': 'application/json' }).end(body);
  });
  return { ...server, url: `${server.url}/control`, met };
}
