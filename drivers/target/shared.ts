import type { SecretKind } from '../../core/secrets.ts';
import type { PassingOfTime } from '../../core/timeline.ts';
import { Timeline } from '../../core/timeline.ts';
import { Unsupported } from '../../core/trouble.ts';
import { HttpClient } from '../client/client.ts';
import type { ProxySettings } from '../client/dispatcher.ts';
import { pacedAt, unlimited } from '../client/pace.ts';
import { Control } from '../control/control.ts';
import { openHttpControl } from '../control/http.ts';
import { noControl } from '../control/none.ts';
import type { Session } from './session.ts';
import { visitTarget } from './session.ts';
import type { TargetSettings } from './settings.ts';
import type { RealTime } from './target.ts';
import { Target } from './target.ts';

/** A tenant somewhere, as its profile describes it with everything filled in. */
export interface SharedOptions {
  readonly name: string;
  readonly baseUrl: string;
  readonly caPem?: string;
  readonly control:
    | { readonly type: 'http'; readonly url: string; readonly token?: string }
    | { readonly type: 'none' };
  readonly settings: TargetSettings;
  /** Requests each second; no limit where it is not given. */
  readonly requestsPerSecond?: number;
  readonly other?: { readonly baseUrl: string };
  readonly secrets: readonly { readonly kind: SecretKind; readonly value: string }[];
  readonly proxy?: ProxySettings;
  readonly runId: string;
  readonly realTime: RealTime;
}

/** Checks that wait together on one clock must all have begun, so there is no lower limit. */
const all = 10_000;

/** One tenant for all checks; its clock, where it can be moved, moves only when all of them wait. */
export async function openShared(options: SharedOptions): Promise<Session> {
  const { baseUrl, settings, realTime, requestsPerSecond } = options;
  const network = {
    timeoutSeconds: settings.limits.timeoutSeconds,
    ...(options.caPem === undefined ? {} : { caPem: options.caPem }),
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
  };
  const opened =
    options.control.type === 'http' ? await openHttpControl({ ...network, ...options.control }) : undefined;
  const control = new Control(opened ?? noControl(baseUrl));
  const movable = control.description.clock === 'controllable' && control.supports('clock.advance');
  const passing: PassingOfTime = movable
    ? {
        advance: async (seconds) => {
          await control.call('clock.advance', { seconds });
        },
      }
    : { wait: () => Promise.reject(new Unsupported('the tenant has a real clock, which is not waited for')) };
  const client = new HttpClient({
    ...network,
    connections: 32,
    pace: requestsPerSecond === undefined ? unlimited : pacedAt(requestsPerSecond, realTime.now, realTime.pause),
    ...realTime,
  });
  const timeline = new Timeline(passing, () => realTime.pause(50));
  const target = new Target({
    baseUrl,
    client,
    control,
    timeline,
    settings,
    realTime,
    canWait: movable,
    ...(options.other === undefined ? {} : { other: options.other }),
    runId: options.runId,
    learnSecrets: ({ secrets }) => {
      for (const { kind, value } of options.secrets) secrets.learn(kind, value);
    },
  });
  return {
    facts: {
      name: options.name,
      baseUrl,
      control: control.kind,
      ...(control.kind === 'none' ? {} : { tenantId: control.description.tenantId }),
    },
    concurrency: all,
    expect: (ids) => timeline.expect(ids),
    excuse: (id) => timeline.excuse(id),
    visit: (checkId, signal) => visitTarget(target, checkId, signal),
    close: async () => {
      await client.close();
      await opened?.close();
    },
  };
}
