import type { Fault } from '../fault.ts';
import type { LabRecord, Project } from '../../state/model.ts';
import { breaking } from './rows.ts';
import { becomes, onlyIf } from '../operators/rules.ts';

/** Hides some records from the listings. */
const hides = (isHidden: (record: LabRecord) => boolean): Fault['behaviour'] =>
  onlyIf('isListed', (_call, record) => !isHidden(record));

const hidesProjects = (isHidden: (project: Project) => boolean): Fault['behaviour'] =>
  onlyIf('hasAccess', (_call, _actor, project) => !isHidden(project));

/** Compares times by something that is derived from them. */
const comparesBy =
  (part: (iso: string) => string | number): Fault['behaviour'] =>
  () => ({
    compareTimes: (_call, one, other) => {
      const [a, b] = [part(one.toISOString()), part(other.toISOString())];
      return a < b ? -1 : a > b ? 1 : 0;
    },
  });

const at = (iso: string, from: number, to: number): number => Number(iso.slice(from, to));

/** Faults about names with a meaning elsewhere, and about parts of a time that are compared as numbers or text. */
export const nameAndOrderFaults: readonly Fault[] = [
  ...breaking('LST-31', {
    'names-that-begin-with-a-dot-are-hidden': [
      hides(({ name }) => name.startsWith('.')),
      'Records whose names begin with a dot count as hidden and are not listed.',
    ],
    'names-with-an-emoji-are-lost': [
      hides(({ name }) => /[\u{10000}-\u{10ffff}]/u.test(name)),
      'The listings lack records whose names have a character beyond the basic plane.',
    ],
    'records-called-null-are-lost': [
      hides(({ name }) => name === 'null'),
      'A record with the name null counts as one without a name and is not listed.',
    ],
    'projects-beyond-ascii-are-closed': [
      hidesProjects(({ name }) => /[^ -~]/.test(name)),
      'No actor sees projects whose names have letters beyond ASCII.',
    ],
    'projects-called-archive-are-closed': [
      hidesProjects(({ name }) => /archive/i.test(name)),
      'No actor sees projects with the word archive in their names.',
    ],
  }),
  ...breaking(
    ['LST-22', 'LST-23'],
    {
      'minutes-are-text': [
        comparesBy((iso) => `${iso.slice(0, 14)}${at(iso, 14, 16)}${iso.slice(16)}`),
        'Within an hour, the tenth minute sorts before the ninth, because their numbers are compared as text.',
      ],
      'years-are-their-last-two-digits': [
        comparesBy((iso) => iso.slice(2)),
        'The tenant compares times by the last two digits of their years.',
      ],
    },
    ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
  ),
  ...breaking('LST-26', {
    'times-are-of-ten-milliseconds': [
      comparesBy((iso) => iso.slice(0, -2)),
      'The tenant compares times by hundredths of a second, although items show milliseconds.',
      ['LST-24', 'LST-25'],
    ],
  }),
  ...breaking('LST-13', {
    'sorted-listings-end-after-forty': [
      becomes('orderRecords', (ordered, call) => (call.request.query.has('sort') ? ordered.slice(0, 40) : ordered)),
      'A sorted listing ends after its fortieth record.',
    ],
  }),
  ...breaking('LST-06', {
    'one-result-for-a-key-is-no-list': [
      becomes('pageMembers', (members, call) => {
        const { results } = members;
        const isOne = Array.isArray(results) && results.length === 1;
        return isOne && call.found.actor?.credential.kind === 'apiKey' ? { ...members, results: results[0] } : members;
      }),
      'For a caller with a key, results is the assay result itself if there is only one.',
    ],
  }),
];
