import { Agent as PlainAgent, type ClientRequest, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout } from 'node:timers/promises';

/** The address at which an app receives events. */
export interface Address {
  readonly url: URL;
  /** The private authority that signed the receiver's certificate, if there is one. */
  readonly caPem: string | undefined;
}

/**
 * The sender of deliveries. It delivers out of order, some bodies twice, and tries again if a receiver does not accept
 * one.
 */
export interface Messenger {
  /** @param currentAddress returns the address at the time of each try, or undefined if there is no address any more */
  send(body: string, currentAddress: () => Address | undefined): void;
  /** Cancels all deliveries that have not ended. */
  close(): Promise<void>;
}

const TRIES = 5;
const BETWEEN_TRIES_MILLISECONDS = 350;
const POST_TIMEOUT_MILLISECONDS = 3000;
/** Every fourth delivery is made twice. */
const REPEATED = 4;

export interface MessengerOptions {
  /**
   * The longest delay of a first delivery, in milliseconds; a repeated one has twice the delay. Makes them unordered.
   */
  readonly spread: number;
  readonly trustsPrivateAuthorities: boolean;
}

export function messenger({ spread, trustsPrivateAuthorities }: MessengerOptions): Messenger {
  const closing = new AbortController();
  const { signal } = closing;
  const runningDeliveries = new Set<Promise<void>>();
  const agents = new Map<string, SecureAgent | PlainAgent>();
  let sent = 0;

  const agentFor = ({ url, caPem }: Address): SecureAgent | PlainAgent => {
    const key = `${url.protocol} ${caPem ?? ''}`;
    const settings = { keepAlive: true, maxSockets: 6 };
    const agent =
      agents.get(key) ??
      (url.protocol === 'https:'
        ? new SecureAgent({ ...settings, ...(caPem === undefined || !trustsPrivateAuthorities ? {} : { ca: caPem }) })
        : new PlainAgent(settings));
    agents.set(key, agent);
    return agent;
  };

  /** Reports whether the receiver accepted the body. */
  const post = (body: string, address: Address): Promise<boolean> =>
    new Promise((resolve) => {
      const { url } = address;
      const options = {
        method: 'POST',
        agent: agentFor(address),
        signal: AbortSignal.any([signal, AbortSignal.timeout(POST_TIMEOUT_MILLISECONDS)]),
        headers: {
          'CONTENT-TYPE': 'application/json; charset=us-ascii',
          'x-lab-proof': 'none',
          'transfer-encoding': 'chunked',
        },
      };
      const request: ClientRequest = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options);
      request.once('response', (response) => {
        response.once('error', () => resolve(false)).resume();
        resolve(Math.floor((response.statusCode ?? 0) / 100) === 2);
      });
      request.once('error', () => resolve(false));
      // In two pieces, because the specification does not promise that a body comes in one.
      request.write(body.slice(0, 40));
      request.end(body.slice(40));
    });

  const deliver = async (body: string, currentAddress: () => Address | undefined, heldBack: number): Promise<void> => {
    await setTimeout(heldBack, undefined, { signal });
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const address = currentAddress();
      if (address === undefined || (await post(body, address))) return;
      await setTimeout(BETWEEN_TRIES_MILLISECONDS, undefined, { signal });
    }
  };

  const track = (delivery: Promise<void>): void => {
    // The tenant does not need the result. A rejection means that the tenant was closed, which cancels the delivery.
    const ended = delivery.catch(() => {}).finally(() => runningDeliveries.delete(ended));
    runningDeliveries.add(ended);
  };

  return {
    send(body, currentAddress) {
      sent += 1;
      track(deliver(body, currentAddress, spread * ((sent % 3) / 2)));
      if (sent % REPEATED === 0) track(deliver(body, currentAddress, spread * 2));
    },
    async close() {
      closing.abort();
      await Promise.all(runningDeliveries);
      for (const agent of agents.values()) agent.destroy();
    },
  };
}
