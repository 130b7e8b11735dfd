import type { ServerResponse } from 'node:http';
import { request as send } from 'undici';
import { seedFor } from '../../core/seed.ts';
import type { LoopbackServer } from '../drivers/loopback-server.ts';
import { bodyOf, httpServer } from '../drivers/loopback-server.ts';

/** What becomes of a call of an operation: whether it reaches the control, and what is answered then. */
interface Accident {
  readonly reaches: boolean;
  /** Operations to which it can happen; all unless given. */
  readonly operation?: string;
  /** Calls to which it can happen, by their input; all unless given. */
  readonly input?: (input: string) => boolean;
  /** It is taken for lasting after three tries, and not only after six. */
  readonly soonLasting?: true;
  /** Gives the answer, or none. */
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

/** What can happen to an operation on its way, by name. */
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
  'nonsense in place of the output': { reaches: true, ...text('null') },
  'a page in place of the output': { reaches: true, ...text('<html>') },
  'an advance that is only claimed': {
    reaches: false,
    soonLasting: true,
    operation: 'clock.advance',
    // what is shorter may go by of itself, on a slow machine, before anybody looks: then nothing was missing
    input: (input) => (JSON.parse(input) as { seconds: number }).seconds >= 60,
    ...text('{"now":"2031-01-01T00:00:00.000Z"}'),
  },
} as const satisfies Record<string, Accident>;
export type AccidentName = keyof typeof accidents;

export interface DisturbedControl extends LoopbackServer {
  /** How often each operation met an accident. */
  readonly met: ReadonlyMap<string, number>;
}

export interface DisturbedOptions {
  /** Address of the control service behind it. */
  readonly url: string;
  readonly accident: AccidentName;
  /** The share of calls to which it happens. */
  readonly rate: number;
  readonly seed: number;
  /** Operations to which it happens; all to which it can unless given. */
  readonly operations?: readonly string[];
}

/**
 * So many calls of an operation meet what is soon taken for lasting twice at most, unless all do: which of the calls that
 * are under way together come first is not a matter of the seed, so three tries of one may meet it by chance.
 */
const callsOfTwo = 100;

/** A way to a control service on which operations meet an accident; which of them is a matter of the seed alone. */
export async function disturbedControl(options: DisturbedOptions): Promise<DisturbedControl> {
  const { url, accident: name, rate, seed, operations } = options;
  const accident: Accident = accidents[name];
  const calls = new Map<string, number>();
  const met = new Map<string, number>();
  const lastTwo = new Map<string, readonly number[]>();
  const happens = (operation: string, input: string): boolean => {
    const isMeant = (accident.operation ?? operation) === operation && (operations?.includes(operation) ?? true);
    if (!isMeant || accident.input?.(input) === false) return false;
    // of those alone to which it can happen, however many others a machine makes in between
    const count = (calls.get(operation) ?? 0) + 1;
    calls.set(operation, count);
    if ((seedFor(seed, `${operation} ${count}`) >>> 0) / 2 ** 32 >= rate) return false;
    const [before = -Infinity, last = -Infinity] = lastTwo.get(operation) ?? [];
    if (accident.soonLasting === true && rate < 1 && count - before < callsOfTwo) return false;
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
