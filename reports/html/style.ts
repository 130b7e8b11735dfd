import { verdictColumns } from '../wording.ts';
import type { Palette } from './palette.ts';
import { dark, light } from './palette.ts';
import { secretColours } from './secrets.ts';
import { catalogueStyle } from './style/catalogue.ts';
import { findingStyle } from './style/findings.ts';
import { frameStyle } from './style/frame.ts';
import { mediaStyle } from './style/media.ts';
import { tableStyle } from './style/tables.ts';

/** The style sheet of the page. No part of it is loaded from elsewhere. */
export const style = [
  `:root { ${variables(light)} }`,
  `@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }`,
  ...verdictColumns.flatMap((verdict) => [
    `.pill.${verdict}, .swatch.${verdict}, .cell.${verdict} { color: var(--${verdict}); background: var(--${verdict}-ground); }`,
    `.bar .${verdict} { fill: var(--${verdict}-bar); }`,
    `.banner.${verdict} { color: var(--${verdict}); background: var(--${verdict}-ground); }`,
    `article.cause.${verdict} { border-top-color: var(--${verdict}-bar); }`,
    `.proof .${verdict} svg { color: var(--${verdict}); }`,
  ]),
  ...[frameStyle, tableStyle, catalogueStyle, findingStyle].map((part) => part.trim()),
  ...Array.from({ length: secretColours }, (_, at) => `.secret.s${at} { background: var(--secret-${at}); }`),
  mediaStyle.trim(),
].join('\n');

function variables(palette: Palette): string {
  const { page, panel, sunken, line, text, quiet, link, control, secrets } = palette;
  const plain = Object.entries({ page, panel, sunken, line, text, quiet, link, control });
  const perVerdict = verdictColumns.flatMap((verdict) => [
    [verdict, palette.verdicts[verdict].text],
    [`${verdict}-ground`, palette.verdicts[verdict].ground],
    [`${verdict}-bar`, palette.bars[verdict]],
  ]);
  const perSecret = secrets.map((ground, at) => [`secret-${at}`, ground]);
  return [...plain, ...perVerdict, ...perSecret].map(([name, value]) => `--${name}: ${value};`).join(' ');
}
