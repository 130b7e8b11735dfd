import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { contextAlsoTrusting } from '../http/trust.ts';

/** A message to a receiver. */
export interface PostRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** An authority to trust in addition to the public ones. */
  readonly caPem: string | undefined;
}

/** The answer of a receiver. */
export interface Receipt {
  readonly status: number;
  /** The address in the answer's Location header. */
  readonly location?: string;
}

/** Sends a message. Rejects if there is no answer, or if the signal is aborted. */
export type Post = (message: PostRequest, signal: AbortSignal) => Promise<Receipt>;

/** Waits for these milliseconds of real time; rejects if the signal is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pauseFor: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal, ref: false });

const LONGEST_WAIT = 10_000;
/** The most connections to one receiver: many events at once must not open as many connections. */
const CONNECTIONS = 16;

/** Creates a client for receivers, http or https. It does not follow redirects. */
export function createPoster(): { readonly post: Post; readonly close: () => Promise<void> } {
  const agents = new Map<string | undefined, Agent>();

  function agentFor(caPem: string | undefined): Agent {
    const known = agents.get(caPem);
    if (known !== undefined) return known;
    const trust = caPem === undefined ? {} : { secureContext: contextAlsoTrusting(caPem) };
    const agent = new Agent({
      connect: { ...trust, timeout: LONGEST_WAIT },
      connections: CONNECTIONS,
      headersTimeout: LONGEST_WAIT,
      bodyTimeout: LONGEST_WAIT,
    });
    agents.set(caPem, agent);
    return agent;
  }

  return {
    post: async ({ method, url, headers, body, caPem }, signal) => {
      const response = await request(url, { dispatcher: agentFor(caPem), method, headers, body, signal });
      await response.body.dump();
      const { location } = response.headers;
      return { status: response.statusCode, ...(typeof location === 'string' ? { location } : {}) };
    },
    close: async () => {
      for (const agent of agents.values()) await agent.destroy();
    },
  };
}
