import type { Observation, Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, prose, section, table } from './pieces.ts';
import type { Room } from './sequence.ts';
import { singleExchange } from './sequence.ts';

/** What the tenant does where the specification leaves it free: a row a freedom, for those who write clients. */
export function observationSection(report: Report, room: Room): Insert {
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
      markup`<ul class="seen">${observations.map((one) => seen(one, room))}</ul>`,
      markup`<span class="quiet">${prose(freedoms.get(id)?.range ?? '')}</span>`,
    ] satisfies Insert[],
  }));
  return section(
    'observations',
    'Observations',
    markup`<p class="intro">What this tenant was seen to do in ${counted(byFreedom.length, 'matter')} that the specification leaves open. Never judged: another tenant may do otherwise, and so may this one tomorrow.</p>\n`,
    table('What this tenant does where it is free', columns, rows, 'observations'),
  );
}

function seen({ observed, checks, evidence }: Observation, room: Room): Markup {
  const by = markup`<p class="by">Seen by ${checks.map((check, at) => [at > 0 && ', ', markup`<a href="#check-${check}"><code>${check}</code></a>`])}.</p>
`;
  const [exchange] = evidence;
  return markup`<li>${prose(asSentence(observed))}${
    exchange === undefined
      ? markup`<details class="evidence"><summary>${counted(checks.length, 'check')}</summary>${by}</details>`
      : singleExchange(exchange, by, room)
  }</li>`;
}

function placeOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}
