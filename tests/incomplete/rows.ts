import type { Lacking } from './incomplete-tenant.ts';

/** An incomplete tenant, and the expected verdicts. */
export interface Row {
  readonly what: string;
  readonly lacking: Lacking;
  /** The smallest number of requirements that pass, fail or warn with ten cases a property. */
  readonly judged: number;
  /** Requirements that fail or warn, because they demand the missing part. */
  readonly red: readonly string[];
  /** Present if the row is tested for every change. */
  readonly quick?: true;
}

/**
 * Each row was reviewed by hand: its red requirements demand the missing part, and its open ones cannot be judged
 * without it.
 */
export const rows: readonly Row[] = [
  { what: 'nothing', lacking: {}, judged: 440, red: [] },
  {
    what: 'the listings of v3',
    lacking: { paths: /^\/api\/v3\// },
    judged: 435,
    red: ['TRN-02', 'LST-01', 'LST-03', 'VER-01', 'VER-02', 'VER-03'],
    quick: true,
  },
  {
    what: 'the assay results',
    lacking: { paths: /assay-results$/ },
    judged: 395,
    red: ['TRN-02', 'LST-05'],
  },
  {
    what: 'plates, in both versions',
    lacking: { paths: /^\/api\/v[23]\/plate/ },
    judged: 440,
    red: ['TRN-02', 'LST-03', 'LST-04'],
  },
  {
    what: 'the legacy token path',
    lacking: { paths: /^\/api\/v2\/token$/ },
    judged: 435,
    red: ['TRN-02', 'VER-05', 'VER-06', 'VER-07'],
  },
  {
    what: 'all of OAuth',
    lacking: { paths: /^\/(?:oauth\/(?:token|authorize)|api\/v2\/token)$/ },
    judged: 228,
    red: ['TRN-02', 'TOK-01', 'CCR-01', 'DEL-01', 'VER-04', 'VER-05', 'VER-19'],
  },
  {
    what: 'record.create of the control, not listed',
    lacking: { operations: /^record\.create$/ },
    judged: 345,
    red: [],
  },
  {
    what: 'record.create of the control, listed and not known',
    lacking: { unknown: /^record\.create$/ },
    judged: 345,
    red: [],
    quick: true,
  },
  { what: 'project.* of the control', lacking: { operations: /^project\./ }, judged: 336, red: [] },
  {
    what: 'all of the control but user.* and apiKey.*',
    lacking: { operations: /^(?!user\.|apiKey\.)/ },
    judged: 45,
    red: [],
    quick: true,
  },
  { what: 'all of the control but app.*', lacking: { operations: /^(?!app\.)/ }, judged: 85, red: [], quick: true },
  { what: 'a control', lacking: { control: true }, judged: 105, red: [], quick: true },
];
