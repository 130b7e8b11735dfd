import type { Exchange } from '../../core/exchange.ts';
import { Timeline } from '../../core/timeline.ts';
import { HttpClient } from '../client/client.ts';
import { unlimited } from '../client/pace.ts';
import { Control } from '../control/control.ts';
import type { EmbeddedTenant, Fault, Variant } from '../control/embedded.ts';
import { createCertificate, startEmbeddedTenant } from '../control/embedded.ts';
import { embeddedProfile } from '../profile/embedded.ts';
import type { Session } from './session.ts';
import { visitTarget } from './session.ts';
import type { TargetSettings } from './settings.ts';
import { withVariant } from './settings.ts';
import type { RealTime } from './target.ts';
import { Target } from './target.ts';

export interface EmbeddedOptions {
  readonly seed: number;
  readonly runId: string;
  readonly realTime: RealTime;
  readonly fault?: Fault | undefined;
  readonly variant?: Variant | undefined;
  /** Sees each exchange as it ends, and by which check it was made; for measurements. */
  readonly observe?: (checkId: string, exchange: Exchange) => void;
  /** Keeps the tenants until the session is closed, so that their exchanges can be sent to them again. */
  readonly linger?: true;
}

/** What the tenants' clocks say when they start: after 7 August 2026, when personal keys began to expire. */
const startsAt = new Date('2026-09-14T08:00:00.000Z');

/** One loop serves the tenants and the checks: more at a time would only make the first verdict late. */
const concurrency = 6;

const embeddedSettings: TargetSettings = embeddedProfile();

/** The embedded target: each check has a tenant, and so a clock, of its own; nothing is shared and nothing waits. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Session> {
  const { seed, runId, realTime, fault, variant, observe, linger } = options;
  const lingering: (() => Promise<void>)[] = [];
  const certificate = await createCertificate(realTime.today());
  const settings = withVariant(embeddedSettings, variant?.profile);
  const start = (name: string): Promise<EmbeddedTenant> =>
    startEmbeddedTenant({
      certificate,
      seed: `${seed} ${name}`,
      now: realTime.now,
      startsAt,
      ...(fault === undefined ? {} : { fault }),
      ...(variant === undefined ? {} : { variant }),
    });

  return {
    facts: {
      name: 'embedded reference tenant',
      baseUrl: 'https://127.0.0.1',
      control: 'embedded',
      ...(fault === undefined ? {} : { fault: fault.id }),
      ...(variant === undefined ? {} : { variant: variant.id }),
    },
    concurrency,
    expect: () => {},
    excuse: () => {},
    visit: async (checkId, signal) => {
      const tenant = await start(checkId);
      const other = await start(`${checkId}, the other tenant`);
      const client = new HttpClient({
        ca: tenant.caPem,
        timeoutSeconds: settings.limits.timeoutSeconds,
        connections: 32,
        pace: unlimited,
        ...(observe === undefined ? {} : { observe: (exchange) => observe(checkId, exchange) }),
        ...realTime,
      });
      const control = new Control(tenant.control);
      const advance = async (seconds: number): Promise<void> => {
        await control.call('clock.advance', { seconds });
      };
      const target = new Target({
        baseUrl: tenant.baseUrl,
        client,
        control,
        timeline: new Timeline({ advance }, () => realTime.pause(20)),
        settings,
        realTime,
        time: 'own',
        allowedWait: 0,
        other: { baseUrl: other.baseUrl },
        runId,
        learnSecrets: () => {},
      });
      const visit = await visitTarget(target, checkId, signal);
      return {
        host: visit.host,
        close: async () => {
          await visit.close();
          await client.close();
          if (linger === true) lingering.push(tenant.close, other.close);
          else await Promise.all([tenant.close(), other.close()]);
        },
      };
    },
    close: async () => {
      for (const close of lingering) await close();
    },
  };
}
