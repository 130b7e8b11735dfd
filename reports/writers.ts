import { writeHtml } from './html.ts';
import { writeJson } from './json.ts';
import { writeJunit } from './junit.ts';
import { writeMarkdown } from './markdown.ts';
import type { Report } from './report.ts';

export interface Writer {
  /** Name of the file within the report directory. */
  readonly file: string;
  readonly write: (report: Report) => string;
}

/** Every format that a report can be written in, by the name that `--format` takes. */
export const writers = {
  json: { file: 'conformance.json', write: writeJson },
  md: { file: 'conformance.md', write: writeMarkdown },
  junit: { file: 'junit.xml', write: writeJunit },
  html: { file: 'conformance.html', write: writeHtml },
} as const satisfies Readonly<Record<string, Writer>>;

export type WriterName = keyof typeof writers;
