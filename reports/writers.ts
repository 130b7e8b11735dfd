import { writeAllure } from './allure.ts';
import { writeBadge } from './badge.ts';
import { writeCtrf } from './ctrf.ts';
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

/** A format that consists of several files. */
export interface FolderWriter {
  /** Name of the folder within the report directory. */
  readonly folder: string;
  readonly writeInto: (report: Report, folder: string) => Promise<void>;
}

/** The formats of one file, by the name that `--format` takes. */
export const writers = {
  json: { file: 'conformance.json', write: writeJson },
  md: { file: 'conformance.md', write: writeMarkdown },
  junit: { file: 'junit.xml', write: writeJunit },
  ctrf: { file: 'ctrf.json', write: writeCtrf },
  badge: { file: 'badge.svg', write: writeBadge },
  html: { file: 'conformance.html', write: writeHtml },
} as const satisfies Readonly<Record<string, Writer>>;

/** The formats of several files, by the name that `--format` takes. */
export const folderWriters = {
  allure: { folder: 'allure-results', writeInto: writeAllure },
} as const satisfies Readonly<Record<string, FolderWriter>>;

export type WriterName = keyof typeof writers | keyof typeof folderWriters;

/** All formats that a report can be written in. */
export const writerNames = [...Object.keys(writers), ...Object.keys(folderWriters)] as WriterName[];
