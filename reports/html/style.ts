import { verdictColumns } from '../wording.ts';
import type { Palette } from './palette.ts';
import { dark, light } from './palette.ts';

const layout = `
*, *::before, *::after { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
.width { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .25rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2rem; margin: .5rem 0 .75rem; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 0 0 .75rem; }
h3 { font-size: 1.05rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; max-width: 50rem; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .86em; }
code { overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .75rem .9rem; background: var(--sunken); border: 1px solid var(--line);
  border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem .9rem; border-radius: .5rem; z-index: 1; }
.masthead { background: var(--panel); border-bottom: 1px solid var(--line); padding: 2rem 0 1.5rem; }
.eyebrow { color: var(--quiet); font-size: .9rem; margin: 0; }
.lead { font-size: 1.1rem; margin-bottom: 1.25rem; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin: 0; }
.facts dt { color: var(--quiet); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.contents { border-bottom: 1px solid var(--line); background: var(--panel); }
.contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 auto; padding-top: .6rem; padding-bottom: .6rem; list-style: none; }
section { margin: 2.5rem 0; }
.quiet { color: var(--quiet); }
.pill { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; font-size: .8rem; font-weight: 600;
  white-space: nowrap; border: 1px solid transparent; }
.pill.planned { border: 1px dashed var(--line); }
.pill.large { font-size: 1rem; padding: .25rem 1rem; }
.scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
caption { text-align: left; color: var(--quiet); font-size: .86rem; padding: .75rem 1rem .25rem; }
th, td { text-align: left; vertical-align: top; padding: .55rem 1rem; border-top: 1px solid var(--line); }
thead th { white-space: nowrap; border-top: 0; color: var(--quiet); font-weight: 600; font-size: .8rem; vertical-align: bottom; }
tbody th { font-weight: 600; white-space: nowrap; }
tbody th.prose { font-weight: 500; white-space: normal; }
th.prose, td.prose { min-width: 14rem; overflow-wrap: anywhere; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number.zero { color: var(--quiet); }
.bar { display: block; width: 8rem; height: .6rem; border-radius: .3rem; }
.card { background: var(--panel); border: 1px solid var(--line); border-left: .35rem solid var(--line);
  border-radius: .75rem; padding: 1.1rem 1.25rem .6rem; margin: 0 0 1.25rem; }
.card .identity { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; margin: 0 0 .4rem; }
.contrast { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: .75rem; margin: 0 0 .75rem; }
.contrast > div { background: var(--sunken); border-radius: .5rem; padding: .6rem .9rem; overflow-wrap: anywhere; }
.contrast dt, .card .label { color: var(--quiet); font-size: .8rem; font-weight: 600; margin: 0 0 .15rem; }
.contrast dd { margin: 0; }
details { margin: 0 0 .6rem; }
summary { cursor: pointer; padding: .3rem 0; }
.exchange { margin: 0 0 .5rem; border: 1px solid var(--line); border-radius: .5rem; padding: .1rem .75rem; }
.exchange.deciding { border-width: 2px; border-color: var(--quiet); }
.exchange summary { overflow-wrap: anywhere; }
.profile { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 .75rem; }
.profile > summary { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; padding: .7rem 1rem; }
.profile > summary::before { content: ""; width: .45rem; height: .45rem; border: solid var(--quiet);
  border-width: 0 .13rem .13rem 0; transform: rotate(-45deg); }
.profile[open] > summary::before { transform: rotate(45deg); }
.profile > summary h3 { margin: 0; }
.profile .scroll { border-width: 1px 0 0; border-radius: 0; }
tr:target { background: var(--sunken); }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: .86rem; padding: 1.25rem 0 2.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print { .contents, .skip { display: none; } body { background: none; } .card, tr { break-inside: avoid; } }
`;

/** The style sheet of the page: nothing of it is fetched from elsewhere. */
export const style = [
  `:root { ${variables(light)} }`,
  `@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }`,
  layout.trim(),
  ...verdictColumns.flatMap((verdict) => [
    `.pill.${verdict} { color: var(--${verdict}); background: var(--${verdict}-ground); }`,
    `.bar .${verdict} { fill: var(--${verdict}-bar); }`,
    `.card.${verdict} { border-left-color: var(--${verdict}-bar); }`,
  ]),
].join('\n');

function variables(palette: Palette): string {
  const { page, panel, sunken, line, text, quiet, link } = palette;
  const plain = Object.entries({ page, panel, sunken, line, text, quiet, link });
  const perVerdict = verdictColumns.flatMap((verdict) => [
    [verdict, palette.verdicts[verdict].text],
    [`${verdict}-ground`, palette.verdicts[verdict].ground],
    [`${verdict}-bar`, palette.bars[verdict]],
  ]);
  return [...plain, ...perVerdict].map(([name, value]) => `--${name}: ${value};`).join(' ');
}
