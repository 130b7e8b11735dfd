import type { Environment } from '../cli/environment.ts';
import { readEnvironment } from '../cli/environment.ts';
import { judgeCaptures } from '../cli/inspect.ts';
import type { Report } from '../reports/report.ts';

/**
 * The tenant whose traffic is judged: by at most one of `target` and `baseUrl`, or else by the paths that were called.
 */
export interface InspectOptions {
  /** Path of a target profile that names the tenant. */
  readonly target?: string;
  /** Address of the tenant. */
  readonly baseUrl?: string;
  /** Variables for `${NAME}` in the target profile; by default, the process's environment and `.env`. */
  readonly environment?: Environment;
}

/**
 * Judges recorded traffic (HAR) and recorded deliveries (JSON, NDJSON) without a tenant, and returns the report.
 *
 * @throws {ConfigurationError} if a file contains no capture, or an option is wrong
 */
export async function inspect(files: readonly string[], options: InspectOptions = {}): Promise<Report> {
  const { environment, ...tenant } = options;
  const { report } = await judgeCaptures(files, tenant, environment ?? (await readEnvironment(process.env)));
  return report;
}
