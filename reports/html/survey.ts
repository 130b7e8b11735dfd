import { describePlaces } from '../../core/serving.ts';
import type { Report } from '../report.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, proseWithLinks, section, table } from './pieces.ts';

/** Returns the section of the survey, which found out before the checks which places the tenant serves. */
export function surveySection(report: Report): Insert {
  if (report.survey === undefined) return undefined;
  const columns = [{ title: 'Place' }, { title: 'Found', kind: 'prose' as const }];
  const rows = describePlaces(report.survey).map(({ place, found }) => ({
    cells: [markup`<code>${place}</code>`, proseWithLinks(report, asSentence(found))] satisfies Insert[],
  }));
  return section(
    'served',
    'What is served',
    markup`<p class="intro">The survey found this before the checks, with correct requests only. Only the checks of the requirements that demand a place asked for it if it is not served.</p>\n`,
    table('What is served, by place', columns, rows),
  );
}
