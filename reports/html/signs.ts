import type { RequirementVerdict } from '../report.ts';
import { verdictColumns } from '../wording.ts';
import { Markup, markup } from './markup.ts';

/** Strokes of the sign of each verdict, in a square of 16 units. Each sign has a different form. */
const strokes: Readonly<Record<RequirementVerdict, string>> = {
  passed: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4 12 12M12 4 4 12',
  warning: 'M8 2.5 14.2 13.2H1.8ZM8 6.7V9.3M8 11.2V11.3',
  inconclusive: 'M5.4 5.6a2.6 2.6 0 1 1 3.9 2.3c-.9.5-1.3 1-1.3 1.9M8 12.6V12.7',
  broken: 'M9.5 1.8 4.2 8.8H8L6.5 14.2 11.8 7.2H8Z',
  waived: 'M4 14.2V2.2M4 2.8H12.2L10.2 5.6 12.2 8.4H4',
  'not-exercised': 'M3.5 8H12.5',
  planned: 'M8 2.8a5.2 5.2 0 1 0 .01 0M8 7.9V8.1',
};

/** The signs, defined once for the whole page. */
export const signSheet: Markup = markup`<svg class="sheet" aria-hidden="true" width="0" height="0">
${verdictColumns.map(
  (verdict) =>
    markup`<symbol id="sign-${verdict}" viewBox="0 0 16 16"><path d="${strokes[verdict]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"></path></symbol>\n`,
)}</svg>
`;

/** Returns the icon of the page's tab: the sign of its outcome on the colour of the outcome. */
export function tabIcon(verdict: RequirementVerdict, colour: string): Markup {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${colour}"/><path d="${strokes[verdict]}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" transform="translate(2.4 2.4) scale(.7)"/></svg>`;
  return new Markup(`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawn)}" />`);
}
