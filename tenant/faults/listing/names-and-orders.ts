import type { Fault } from '../fault.ts';
import type { LabRecord, Project } from '../../state/model.ts';

/** Records of which this holds are not listed. */
const hides =
  (isHidden: (record: LabRecord) => boolean): Fault['behaviour'] =>
  (normal) => ({ isListed: (call, record) => normal.isListed(call, record) && !isHidden(record) });

const hidesProjects =
  (isHidden: (project: Project) => boolean): Fault['behaviour'] =>
  (normal) => ({
    hasAccess: (call, actor, project) => normal.hasAccess(call, actor, project) && !isHidden(project),
  });

/** Times are compared by something that is made of them. */
const comparesBy =
  (part: (iso: string) => string | number): Fault['behaviour'] =>
  () => ({
    compareTimes: (_call, one, other) => {
      const [a, b] = [part(one.toISOString()), part(other.toISOString())];
      return a < b ? -1 : a > b ? 1 : 0;
    },
  });

const at = (iso: string, from: number, to: number): number => Number(iso.slice(from, to));

/** Mistakes about names that mean something elsewhere, and about parts of a time that are written as numbers. */
export const nameAndOrderFaults: readonly Fault[] = [
  {
    id: 'listing/names-that-begin-with-a-dot-are-hidden',
    breaks: ['LST-31'],
    summary: 'Records whose names begin with a dot are taken for hidden ones, and not listed.',
    behaviour: hides(({ name }) => name.startsWith('.')),
  },
  {
    id: 'listing/names-with-an-emoji-are-lost',
    breaks: ['LST-31'],
    summary: 'Records whose names hold a character beyond the basic plane are not listed.',
    behaviour: hides(({ name }) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  },
  {
    id: 'listing/records-called-null-are-lost',
    breaks: ['LST-31'],
    summary: 'A record with the name null is taken for one without a name, and not listed.',
    behaviour: hides(({ name }) => name === 'null'),
  },
  {
    id: 'listing/projects-beyond-ascii-are-closed',
    breaks: ['LST-31'],
    summary: 'Projects whose names have letters beyond ASCII are shown to nobody.',
    behaviour: hidesProjects(({ name }) => /[^ -~]/.test(name)),
  },
  {
    id: 'listing/projects-called-archive-are-closed',
    breaks: ['LST-31'],
    summary: 'Projects with the word archive in their names are shown to nobody.',
    behaviour: hidesProjects(({ name }) => /archive/i.test(name)),
  },
  {
    id: 'listing/minutes-are-text',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'Within an hour the tenth minute comes before the ninth, as their numbers are compared as text.',
    behaviour: comparesBy((iso) => `${iso.slice(0, 14)}${at(iso, 14, 16)}${iso.slice(16)}`),
  },
  {
    id: 'listing/years-are-their-last-two-digits',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'Times are compared by the last two digits of their years.',
    behaviour: comparesBy((iso) => iso.slice(2)),
  },
  {
    id: 'listing/times-are-of-ten-milliseconds',
    breaks: ['LST-26'],
    also: ['LST-24', 'LST-25'],
    summary: 'Times are compared by hundredths of a second, though items show milliseconds.',
    behaviour: comparesBy((iso) => iso.slice(0, -2)),
  },
  {
    id: 'listing/sorted-listings-end-after-forty',
    breaks: ['LST-13'],
    summary: 'A sorted listing ends with its fortieth record.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) => {
        const ordered = normal.orderRecords(call, records, direction);
        return call.request.query.has('sort') ? ordered.slice(0, 40) : ordered;
      },
    }),
  },
  {
    id: 'listing/one-result-for-a-key-is-no-list',
    breaks: ['LST-06'],
    summary: 'To whoever comes with a key, results is the one assay result where there is one.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        const { results } = members;
        const isOne = Array.isArray(results) && results.length === 1;
        return isOne && call.found.actor?.credential.kind === 'apiKey' ? { ...members, results: results[0] } : members;
      },
    }),
  },
];
