import type { Environment } from '../cli/environment.ts';
import { readEnvironment } from '../cli/environment.ts';
import { judgeCaptures } from '../cli/inspect.ts';
import type { Report } from '../reports/report.ts';

/** Whose traffic is judged. One of the first two at most; without either, the paths that were called tell. */
export interface InspectOptions {
  /** Path of a target profile that names the tenant. */
  readonly target?: string;
  /** Address of the tenant. */
  readonly baseUrl?: string;
  /** What `${NAME}` in the target profile stands for; unless given, the process's environment and `.env`. */
  readonly environment?: Environment;
}

/**
 * Judges recorded traffic (HAR) and recorded deliveries (JSON, NDJSON) without a tenant, and gives the report.
 *
 * @throws {ConfigurationError} where a file holds no capture, or an option is wrong
 */
export async function inspect(files: readonly string[], options: InspectOptions = {}): Promise<Report> {
  const { environment, ...tenant } = options;
  const { report } = await judgeCaptures(files, tenant, environment ?? (await readEnvironment(process.env)));
  return report;
}
