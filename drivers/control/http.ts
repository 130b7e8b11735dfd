import type { Dispatcher } from 'undici';
import type { ReceivedResponse, Trouble } from '../../core/exchange.ts';
import { parseJson } from '../../core/json-text.ts';
import { retryAfterIn } from '../../core/retry-after.ts';
import { Interrupted, Unsupported } from '../../core/trouble.ts';
import type { DispatcherOptions } from '../client/dispatcher.ts';
import { dispatcher as openDispatcher } from '../client/dispatcher.ts';
import type { ReadOptions, WireRequest } from '../client/read-answer.ts';
import { readAnswer } from '../client/read-answer.ts';
import { Room } from '../client/room.ts';
import { troubleOf } from '../client/trouble.ts';
import { mostOperations } from './at-a-time.ts';
import type { ControlAdapter } from './control.ts';
import { descriptionOf, messageIn } from './description.ts';
import { ControlFailure } from './failure.ts';

export interface HttpControlOptions extends Omit<DispatcherOptions, 'connections'> {
  readonly url: string;
  readonly token?: string;
}

/**
 * Opens the control service at its URL and reads its description.
 *
 * @throws TestBedTrouble if the service cannot be reached, or if its description does not follow the protocol
 */
export async function openHttpControl(
  options: HttpControlOptions,
): Promise<ControlAdapter & { close(): Promise<void> }> {
  const dispatcher = openDispatcher({ ...options, connections: mostOperations });
  const reading: ReadOptions = { room: new Room(), timeoutSeconds: options.timeoutSeconds };
  const url = options.url.replace(/\/+$/, '');
  const headers = {
    accept: 'application/json',
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
  };
  try {
    const described = await exchange(dispatcher, reading, url, { method: 'GET', url, headers });
    if (described.status !== 200) {
      throw failedWith(
        described,
        `the control at ${url} answered ${described.status} when asked to describe itself, expected 200`,
      );
    }
    return {
      kind: 'http',
      description: descriptionOf(described.body, `the control at ${url}`),
      operate: (operation, input, signal) => operate(dispatcher, reading, url, headers, operation, input, signal),
      close: () => dispatcher.destroy(),
    };
  } catch (error) {
    await dispatcher.destroy();
    throw error;
  }
}

async function operate(
  dispatcher: Dispatcher,
  reading: ReadOptions,
  url: string,
  headers: Record<string, string>,
  operation: string,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const answer = await exchange(dispatcher, reading, url, {
    method: 'POST',
    url: `${url}/${operation}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  });
  if (answer.status === 200) return answer.body;
  if (answer.status === 501) throw new Unsupported(`the control does not support ${operation} (501)`);
  const cause = `the control answered ${operation} with ${answer.status}`;
  throw failedWith(answer, `${cause}${messageIn(answer.body)}`, cause);
}

/** Client error statuses that do not concern the input: they concern the caller, or how often it calls. */
const notOfInput = new Set([401, 403, 405, 407, 408, 429]);

/**
 * Builds the failure for an error status. A refusal changes nothing, and neither does a 429 or a 503 with Retry-After.
 * Any other 5xx may come after the operation was carried out.
 */
function failedWith({ status, retryAfter }: Answer, message: string, cause = message): ControlFailure {
  const isRefusal = status >= 400 && status < 500 && !notOfInput.has(status);
  const isPutOff = status === 429 || (status === 503 && retryAfter !== undefined);
  return new ControlFailure(message, {
    kind: `status ${status}`,
    cause,
    refusal: isRefusal,
    undone: isRefusal || isPutOff,
    lasting: !isRefusal && status < 500 && status !== 408 && status !== 429,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter?: number | undefined;
}

/** The label under which each kind of connection trouble is counted. */
const kinds: Partial<Record<Trouble['kind'], string>> = {
  connect: 'no connection',
  certificate: 'certificate not trusted',
  timeout: 'no answer in time',
  'not-http': 'nonsense',
};

async function exchange(
  dispatcher: Dispatcher,
  reading: ReadOptions,
  base: string,
  request: WireRequest,
): Promise<Answer> {
  const { signal } = request;
  let answer: ReceivedResponse;
  try {
    answer = await readAnswer(dispatcher, request, reading);
  } catch (error) {
    if (signal?.aborted === true) throw new Interrupted('the check has ended');
    const { kind, message } = troubleOf(error, reading.timeoutSeconds);
    throw new ControlFailure(`the control at ${request.url} failed: ${message}`, {
      kind: kinds[kind] ?? 'connection closed',
      cause: `the control at ${base} failed: ${message}`,
      undone: kind === 'connect' || kind === 'certificate',
      lasting: kind === 'certificate',
    });
  }
  const { status, headers, body: text } = answer;
  const retryAfter = retryAfterIn(headers);
  if (text === '') return { status, body: undefined, retryAfter };
  const body = parseJson(text);
  if (body === undefined && status === 200) {
    throw new ControlFailure(`the control at ${request.url} answered with something that is not JSON`, {
      kind: 'nonsense',
    });
  }
  return { status, body, retryAfter };
}
