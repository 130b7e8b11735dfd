import { measureLatency } from '../drivers/examination/latency.ts';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import type { Session } from '../drivers/session/session.ts';
import type { Latency } from '../drivers/examination/latency.ts';
import type { Throughput } from '../specs/plan.ts';

/** Measures by plain calls how soon the target answers. The embedded tenant takes no time that counts. */
export async function throughputOf(session: Session, profile: LoadedProfile | undefined): Promise<Throughput> {
  if (profile === undefined) return { call: 0, operation: 0, requestsPerSecond: Infinity };
  return throughput(await measureLatency(session), profile);
}

/**
 * If parallel calls take less than this multiple of the time that the rate limit gives them, they show only that the
 * tenant is no slower.
 */
const hardlyMore = 1.3;

/**
 * Returns the throughput of a target. If no operation could be measured, an operation is taken to be as long as a call.
 */
export function throughput(
  { callMs, sharedCallMs, sharedOperationMs }: Latency,
  { limits: { requestsPerSecond = Infinity } }: LoadedProfile,
): Throughput {
  const isPaced = sharedCallMs < (hardlyMore * 1000) / requestsPerSecond;
  const call = (isPaced ? Math.min(callMs, sharedCallMs) : sharedCallMs) / 1000;
  const operation = sharedOperationMs === undefined ? call : sharedOperationMs / 1000;
  return { call, operation, requestsPerSecond };
}
