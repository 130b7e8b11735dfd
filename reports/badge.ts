import type { Outcome, Report } from './report.ts';
import { outcomeWords } from './wording.ts';
import { markup } from './xml.ts';

const label = 'lab platform';

/** Colours that are dark enough for white text of this size (WCAG 2.2, 1.4.3). */
const colours: Readonly<Record<Outcome, string>> = {
  conforming: '#1a7f37',
  'partly-exercised': '#3b5b7a',
  'not-conforming': '#b42318',
  incomplete: '#8a5a00',
  broken: '#57606a',
};

/** Widths of Verdana's letters at eleven pixels; a letter that is not listed has the usual width of seven. */
const widths: Readonly<Record<string, number>> = {
  i: 3,
  l: 3,
  t: 4.3,
  r: 4.7,
  f: 3.9,
  ' ': 3.9,
  m: 10.7,
  w: 9,
  '/': 5,
};

/** Returns the report as `badge.svg`: the outcome, and how many of the requirements passed. */
export function writeBadge(report: Report): string {
  const { outcome, requirements } = report;
  const judged = requirements.filter(({ verdict }) => verdict !== 'planned');
  const passed = judged.filter(({ verdict }) => verdict === 'passed' || verdict === 'warning').length;
  const message = `${outcomeWords[outcome].toLowerCase()} ${passed}/${judged.length}`;
  const [left, right] = [widthOf(label), widthOf(message)];
  const title = markup(`${label}: ${message}`);
  const text = (of: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14">${markup(of)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    '<g clip-path="url(#round)">',
    `<rect width="${left}" height="20" fill="#3d444d"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colours[outcome]}"/>`,
    '</g>',
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    text(label, 0, left),
    text(message, left, right),
    '</g>',
    '</svg>\n',
  ].join('\n');
}

function widthOf(text: string): number {
  return Math.ceil(text.split('').reduce((sum, letter) => sum + (widths[letter] ?? 7), 12));
}
