import { Agent as PlainAgent, type ClientRequest, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout } from 'node:timers/promises';

/** Where an app wants to be told of events. */
export interface Address {
  readonly url: URL;
  /** The authority to trust there, where it is a private one. */
  readonly caPem: string | undefined;
}

/** Takes bodies to receivers, in no order, now and then twice, and again where they were not taken. */
export interface Messenger {
  /** @param where the address at the moment of each try; undefined where there is none any more */
  send(body: string, where: () => Address | undefined): void;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

const TRIES = 5;
const BETWEEN_TRIES_MILLISECONDS = 350;
const PATIENCE_MILLISECONDS = 3000;
/** Every so manieth delivery is made twice. */
const REPEATED = 4;

export interface MessengerOptions {
  /** How long a delivery may be held back, in milliseconds: by as much they come out of order. */
  readonly spread: number;
  readonly trustsPrivateAuthorities: boolean;
}

export function messenger({ spread, trustsPrivateAuthorities }: MessengerOptions): Messenger {
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Set<Promise<void>>();
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

  /** Whether the receiver took it. */
  const post = (body: string, address: Address): Promise<boolean> =>
    new Promise((resolve) => {
      const { url } = address;
      const options = {
        method: 'POST',
        agent: agentFor(address),
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]),
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
      // In two pieces: nobody promised that a body comes in one.
      request.write(body.slice(0, 40));
      request.end(body.slice(40));
    });

  const deliver = async (body: string, where: () => Address | undefined, heldBack: number): Promise<void> => {
    await setTimeout(heldBack, undefined, { signal });
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const address = where();
      if (address === undefined || (await post(body, address))) return;
      await setTimeout(BETWEEN_TRIES_MILLISECONDS, undefined, { signal });
    }
  };

  const start = (work: Promise<void>): void => {
    // Whether it was taken is nobody's business but the receiver's; the rest is called off when the tenant closes.
    const ended = work.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
  };

  return {
    send(body, where) {
      sent += 1;
      start(deliver(body, where, spread * ((sent % 3) / 2)));
      if (sent % REPEATED === 0) start(deliver(body, where, spread * 2));
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      for (const agent of agents.values()) agent.destroy();
    },
  };
}
