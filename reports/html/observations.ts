import type { Observation, Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, prose, section, table } from './pieces.ts';

/**
 * Returns the behaviour of the tenant where the specification leaves it free, with a row for each freedom. The readers
 * are people who write clients.
 */
export function observationSection(report: Report): Insert {
  if (report.observations.length === 0) return undefined;
  const freedoms = new Map((report.freedoms ?? []).map((freedom) => [freedom.id, freedom]));
  const byFreedom = [...Map.groupBy(report.observations, ({ freedom }) => freedom)].sort(
    ([a], [b]) => placeOf(a) - placeOf(b),
  );
  const columns = [
    { title: 'Left open', kind: 'prose' as const },
    { title: 'What this tenant does', kind: 'prose' as const },
    { title: 'What any tenant may do', kind: 'prose' as const },
  ];
  const rows = byFreedom.map(([id, observations]) => ({
    id,
    cells: [
      markup`${freedoms.get(id)?.topic ?? 'A freedom of the specification'}<br /><a class="id" href="#${id}">${id}</a>`,
      markup`<ul class="seen">${observations.map(seen)}</ul>`,
      markup`<span class="quiet">${prose(freedoms.get(id)?.range ?? '')}</span>`,
    ] satisfies Insert[],
  }));
  return section(
    'observations',
    'Observations',
    markup`<p class="intro">What this tenant does in ${counted(byFreedom.length, 'matter')} that the specification leaves open. This is not judged: another tenant may behave differently, and so may this tenant at another time. The exchanges that show it are in conformance.json.</p>\n`,
    table('What this tenant does where it is free', columns, rows, 'observations'),
  );
}

/** Returns one observation. The exchange that shows it is in conformance.json. */
function seen({ observed, checks }: Observation): Markup {
  const [first, ...others] = checks;
  const further = others.length === 0 ? '' : ` and ${counted(others.length, 'further check')}`;
  return markup`<li>${prose(asSentence(observed))}${first !== undefined && markup` <small>Seen by <a href="#${first}">${first}</a>${further}.</small>`}</li>`;
}

function placeOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}
