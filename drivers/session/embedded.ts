import type { Exchange } from '../../core/exchange.ts';
import { Timeline } from '../../core/timeline.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import { HttpClient } from '../client/client.ts';
import { anyNumber } from '../client/in-flight.ts';
import { unlimited } from '../client/pace.ts';
import { Control } from '../control/control.ts';
import type { EmbeddedTenant, Fault, TenantCertificate, Variant } from '../control/embedded.ts';
import { createCertificate, startEmbeddedTenant } from '../control/embedded.ts';
import type { KeyStore } from '../identity-provider/provider.ts';
import { embeddedProfile } from '../profile/embedded.ts';
import { surveyOnce } from '../survey/once.ts';
import type { Survey } from '../survey/survey.ts';
import { WalkLimits } from '../world/walk-limits.ts';
import { IdentityPlace } from './identities.ts';
import { ReceiverPlace } from './receiving.ts';
import { servedIn } from './served.ts';
import type { Session, TargetFacts } from './session.ts';
import { hostAt } from './session.ts';
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
  /** Receives each exchange when it ends, with the id of the check that made it; for measurements. */
  readonly observe?: (checkId: string, exchange: Exchange) => void;
  /** A certificate that was made beforehand, for callers that open many sessions. */
  readonly certificate?: TenantCertificate;
  /** Keeps the tenants until the session is closed, so that their exchanges can be sent to them again. */
  readonly linger?: true;
  /**
   * Uses one tenant, and so one clock, for all checks, like a target that is not embedded. It starts sooner, but checks
   * are less isolated.
   */
  readonly oneTenant?: true;
  /** Keys of identity providers from an earlier session in the same process. */
  readonly keys?: KeyStore;
  /** The survey of an earlier session with such tenants. */
  readonly survey?: Survey;
}

/** Time of the tenants' clocks when they start: after 7 August 2026, the day from which personal keys expire. */
const startsAt = new Date('2026-09-14T08:00:00.000Z');

/** One event loop serves the tenants and the checks: more checks at a time would only delay the first verdict. */
const concurrency = 6;
/** The concurrency without a lower limit: checks that wait together on one clock must all have begun. */
const all = 10_000;

const embeddedSettings: TargetSettings = embeddedProfile();

/**
 * Opens the embedded target. Each check has its own tenant and so its own clock: nothing is shared, and no check waits
 * for another.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Session> {
  const { seed, runId, realTime, fault, variant, observe, linger, oneTenant, keys } = options;
  const lingering: (() => Promise<void>)[] = [];
  const certificate = options.certificate ?? (await createCertificate(realTime.today()));
  const settings = withVariant(embeddedSettings, variant?.profile);
  const identities = new IdentityPlace({ runId, today: realTime.today, keys });
  const receivers = new ReceiverPlace(realTime.now);
  const start = (name: string): Promise<EmbeddedTenant> =>
    startEmbeddedTenant({
      certificate,
      seed: `${seed} ${name}`,
      now: realTime.now,
      startsAt,
      ...(fault === undefined ? {} : { fault }),
      ...(variant === undefined ? {} : { variant }),
    });

  const targetAt = (tenant: EmbeddedTenant, name: string, other: EmbeddedTenant | undefined): Target => {
    const client = new HttpClient({
      ca: tenant.caPem,
      timeoutSeconds: settings.limits.timeoutSeconds,
      connections: 32,
      pace: unlimited,
      keepsConnections: true,
      inFlight: anyNumber,
      ...(observe === undefined ? {} : { observe: (exchange) => observe(name, exchange) }),
      ...realTime,
    });
    const control = new Control(tenant.control);
    const advance = async (seconds: number): Promise<void> => {
      await control.call('clock.advance', { seconds });
    };
    return new Target({
      baseUrl: tenant.baseUrl,
      client,
      control,
      walks: new WalkLimits(client.room),
      timeline: new Timeline({ advance }, () => realTime.pause(20)),
      settings,
      realTime,
      time: oneTenant === true ? 'shared' : 'own',
      allowedWait: 0,
      ...(other === undefined ? {} : { other: { baseUrl: other.baseUrl, control: new Control(other.control) } }),
      identities: identities.ofTenant(),
      receivers,
      runId,
      learnSecrets: () => {},
    });
  };
  const factsWith = (survey: Survey | undefined): TargetFacts => ({
    name: 'embedded reference tenant',
    baseUrl: 'https://127.0.0.1',
    control: 'embedded',
    ...(fault === undefined ? {} : { fault: fault.id }),
    ...(variant === undefined ? {} : { variant: variant.id }),
    ...(survey === undefined ? {} : { survey: servedIn(survey) }),
  });

  if (oneTenant === true) {
    const [tenant, other] = [await start('the tenant'), await start('the other tenant')];
    const target = targetAt(tenant, 'all', other);
    const surveyed = surveyOnce(target, options.survey);
    return {
      get facts() {
        return factsWith(target.survey);
      },
      operations: CONTROL_OPERATIONS,
      concurrency: all,
      room: () => concurrency,
      expect: (checks) => target.timeline.expect(checks.map(({ id }) => id)),
      survey: () => surveyed(target),
      host: async (check, signal) => {
        if (check.proves !== undefined) await surveyed(target);
        return hostAt(target, check, signal);
      },
      close: async () => {
        await target.client.close();
        await tenant.close();
        await other.close();
        await identities.close();
        await receivers.close();
      },
    };
  }
  let survey: Promise<Survey | undefined> | undefined = options.survey && Promise.resolve(options.survey);
  let found = options.survey;
  /** Surveys one tenant for all, because all of these tenants serve the same. */
  const surveyed = (): Promise<Survey | undefined> => {
    survey ??= (async () => {
      const tenant = await start('the survey');
      const target = targetAt(tenant, 'the survey', undefined);
      try {
        found = await surveyOnce(target)(target);
        return found;
      } finally {
        await target.client.close();
        await tenant.close();
      }
    })();
    return survey;
  };
  return {
    get facts() {
      return factsWith(found);
    },
    operations: CONTROL_OPERATIONS,
    concurrency,
    room: () => concurrency,
    expect: () => {},
    survey: surveyed,
    host: async (check, signal) => {
      const { id, needs } = check;
      const known = check.proves === undefined ? undefined : await surveyed();
      const tenant = await start(id);
      const other = needs.includes('other-tenant') ? await start(`${id}, the other tenant`) : undefined;
      const target = targetAt(tenant, id, other);
      if (known !== undefined) await surveyOnce(target, known)(target);
      const hosted = await hostAt(target, check, signal);
      return {
        ...hosted,
        close: async () => {
          await hosted.close();
          await target.client.close();
          const closers = [tenant.close, ...(other === undefined ? [] : [other.close])];
          if (linger === true) lingering.push(...closers);
          else for (const end of closers) await end();
        },
      };
    },
    close: async () => {
      for (const close of lingering) await close();
      await identities.close();
      await receivers.close();
    },
  };
}
