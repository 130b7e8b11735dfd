import { toldPlaces } from '../../core/serving.ts';
import type { Report } from '../report.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, proseWithLinks, section, table } from './pieces.ts';

/** What the tenant was found to serve before the checks. */
export function surveySection(report: Report): Insert {
  if (report.survey === undefined) return undefined;
  const columns = [{ title: 'Place' }, { title: 'Found', kind: 'prose' as const }];
  const rows = toldPlaces(report.survey).map(({ place, found }) => ({
    cells: [markup`<code>${place}</code>`, proseWithLinks(report, asSentence(found))] satisfies Insert[],
  }));
  return section(
    'served',
    'What is served',
    markup`<p class="intro">Found out before the checks, with right requests alone. What is not served was asked for by the checks of what demands it, and by no others.</p>\n`,
    table('What is served, by place', columns, rows),
  );
}
