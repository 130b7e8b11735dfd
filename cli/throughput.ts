import { measureLatency } from '../drivers/examination/latency.ts';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import type { Session } from '../drivers/session/session.ts';
import type { Latency } from '../drivers/examination/latency.ts';
import type { Throughput } from '../specs/plan.ts';

/** How soon the target answers, measured by plain calls; the embedded tenant takes no time that counts. */
export async function throughputOf(session: Session, profile: LoadedProfile | undefined): Promise<Throughput> {
  if (profile === undefined) return { call: 0, operation: 0, requestsPerSecond: Infinity };
  return throughput(await measureLatency(session), profile);
}

/** Several calls that take little more than the pace has them take say nothing of the tenant but that it is no slower. */
const hardlyMore = 1.3;

/** Where no operation could be measured, one is taken to be as long as a call. */
export function throughput(
  { callMs, sharedCallMs, sharedOperationMs }: Latency,
  { limits: { requestsPerSecond = Infinity } }: LoadedProfile,
): Throughput {
  const isPaced = sharedCallMs < (hardlyMore * 1000) / requestsPerSecond;
  const call = (isPaced ? Math.min(callMs, sharedCallMs) : sharedCallMs) / 1000;
  const operation = sharedOperationMs === undefined ? call : sharedOperationMs / 1000;
  return { call, operation, requestsPerSecond };
}
