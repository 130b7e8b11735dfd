import type { Exchange } from '../../core/exchange.ts';
import type { Scene } from '../../drivers/world/scene.ts';

/** A tenant that has only a clock and tokens with a lifetime, for tests of code that judges ages. */
export interface SimulatedTenant {
  /** The start of the clock, in seconds. Its fraction matters to tenants that count in whole seconds. */
  readonly startsAt: number;
  /** The precision of the time that the clock shows. */
  readonly shown: 'milliseconds' | 'whole seconds, down' | 'whole seconds, up';
  /** Seconds that pass before and after each request and each call to the control, in turn. */
  readonly latencies: readonly number[];
  /** Seconds that pass in addition when time is made to pass, as if other callers moved the same clock. */
  readonly overshoot: readonly number[];
  readonly accepts: (issued: number, now: number) => boolean;
}

export interface Simulation {
  readonly scene: Scene;
  readonly issue: () => Promise<number>;
  readonly call: (issued: number) => Promise<Exchange>;
  /** The true age of a token at each call, and whether it was accepted. */
  readonly calls: { readonly age: number; readonly accepted: boolean }[];
}

export function simulate(tenant: SimulatedTenant): Simulation {
  let now = tenant.startsAt;
  let moved = 0;
  let turn = 0;
  const tick = (from: readonly number[]): void => {
    now += from[turn++ % from.length] ?? 0;
  };
  const show = (): number => {
    if (tenant.shown === 'milliseconds') return Math.floor(now * 1000) / 1000;
    return tenant.shown === 'whole seconds, down' ? Math.floor(now) : Math.ceil(now);
  };
  const calls: { age: number; accepted: boolean }[] = [];
  /** Does something at the tenant in the middle of a request. */
  const during = <T>(happens: () => T): Promise<T> => {
    tick(tenant.latencies);
    const value = happens();
    tick(tenant.latencies);
    return Promise.resolve(value);
  };
  const scene = {
    target: {
      settings: { limits: { clockSkewSeconds: 0 } },
      time: 'own',
      timeline: {
        get moment() {
          return moved;
        },
      },
      shown: () => undefined,
      realTime: { now: () => (now - moved) * 1000 },
    },
    clock: () => during(show),
    elapse: (seconds: number) =>
      during(() => {
        now += seconds;
        moved += seconds;
        tick(tenant.overshoot);
      }),
    settle: <T>(look: () => Promise<T>) => look(),
  };
  return {
    scene: scene as unknown as Scene,
    issue: () => during(() => now),
    call: (issued) =>
      during(() => {
        const accepted = tenant.accepts(issued, now);
        calls.push({ age: now - issued, accepted });
        return madeUpExchange(accepted ? 200 : 401);
      }),
    calls,
  };
}

/** Returns a made-up exchange. */
export function madeUpExchange(status: number, body: unknown = {}): Exchange {
  return {
    number: 1,
    at: 0,
    ms: 1,
    request: { method: 'GET', url: 'https://tenant.example/', headers: {} },
    response: { status, headers: {}, body: JSON.stringify(body) },
  };
}
