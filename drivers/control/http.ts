import { request as send } from 'undici';
import type { Dispatcher } from 'undici';
import { Interrupted, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { DispatcherOptions } from '../client/dispatcher.ts';
import { dispatcher as openDispatcher } from '../client/dispatcher.ts';
import { troubleOf } from '../client/trouble.ts';
import type { ControlAdapter } from './control.ts';
import { descriptionOf, saying } from './description.ts';

export interface HttpControlOptions extends Omit<DispatcherOptions, 'connections'> {
  readonly url: string;
  readonly token?: string;
}

/**
 * The control service of the wire contract, described and ready.
 *
 * @throws TestBedTrouble where it can't be reached or does not describe itself as the protocol asks
 */
export async function openHttpControl(
  options: HttpControlOptions,
): Promise<ControlAdapter & { close(): Promise<void> }> {
  const dispatcher = openDispatcher({ ...options, connections: 16 });
  const url = options.url.replace(/\/+$/, '');
  const headers = {
    accept: 'application/json',
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
  };
  try {
    const described = await exchange(dispatcher, options, { method: 'GET', url, headers });
    if (described.status !== 200)
      throw new TestBedTrouble(
        `the control at ${url} answered ${described.status} when asked to describe itself, expected 200`,
      );
    return {
      kind: 'http',
      description: descriptionOf(described.body, `the control at ${url}`),
      operate: (operation, input, signal) => operate(dispatcher, options, url, headers, operation, input, signal),
      close: () => dispatcher.destroy(),
    };
  } catch (error) {
    await dispatcher.destroy();
    throw error;
  }
}

async function operate(
  dispatcher: Dispatcher,
  options: HttpControlOptions,
  url: string,
  headers: Record<string, string>,
  operation: string,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const answer = await exchange(dispatcher, options, {
    method: 'POST',
    url: `${url}/${operation}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.status === 200) return answer.body;
  if (answer.status === 501) throw new Unsupported(`the control does not support ${operation} (501)`);
  throw new TestBedTrouble(`the control answered ${operation} with ${answer.status}${saying(answer.body)}`);
}

interface ControlRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

async function exchange(
  dispatcher: Dispatcher,
  options: HttpControlOptions,
  request: ControlRequest,
): Promise<{ status: number; body: unknown }> {
  const { method, url, headers, body, signal } = request;
  let text: string;
  let status: number;
  try {
    const answer = await send(url, {
      dispatcher,
      method,
      headers,
      body: body ?? null,
      ...(signal === undefined ? {} : { signal }),
    });
    status = answer.statusCode;
    text = await answer.body.text();
  } catch (error) {
    if (signal?.aborted === true) throw new Interrupted('the check has ended');
    throw new TestBedTrouble(`the control at ${url} failed: ${troubleOf(error, options.timeoutSeconds).message}`);
  }
  if (text === '') return { status, body: undefined };
  try {
    return { status, body: JSON.parse(text) as unknown };
  } catch {
    if (status === 200) throw new TestBedTrouble(`the control at ${url} answered with something that is not JSON`);
    return { status, body: undefined };
  }
}
