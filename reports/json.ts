import type { Report } from './report.ts';
import { visibleJson } from './visible.ts';

/** Returns the report as `conformance.json`: members in the order of the schema, two spaces, a newline at the end. */
export function writeJson(report: Report): string {
  return `${visibleJson(JSON.stringify(report, null, 2))}\n`;
}
