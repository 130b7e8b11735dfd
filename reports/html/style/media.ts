/** Narrow screens, reduced motion, forced colours, and paper. */
export const mediaStyle = `
@media (max-width: 44rem) {
  html { scroll-padding-top: 1rem; }
  .width { padding: 0 1.1rem; }
  .masthead { padding: .75rem 0 .5rem; }
  main > section { padding-top: 2.5rem; }
  main > section:first-child { padding-top: 1.25rem; }
  .contents { position: static; }
  .contents ul { flex-wrap: wrap; gap: 0; padding: .4rem .35rem; }
  .contents li:first-child { margin-left: 0; }
  .contents a { padding: .5rem .75rem; }
  .matrix > div { grid-template-columns: 1fr; }
  .requirement { grid-template-columns: auto minmax(0, 1fr); }
  .requirement > .pill { order: 2; justify-self: end; }
  .requirement .text { grid-column: 1 / -1; order: 3; }
  .cause { margin-left: -1.1rem; margin-right: -1.1rem; border-radius: 0; border-left: 0; border-right: 0; }
  .cause > header, .card { padding-left: 1.1rem; padding-right: 1.1rem; }
  .further > summary { padding: .9rem 1.1rem; }
  .sequence { --rail: .5rem; }
  .step { padding: .55rem var(--rail); }
  table, tbody, tr, th, td { display: block; width: auto; }
  table { background: none; }
  thead { display: none; }
  tbody tr, tbody tr:last-child { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; margin-bottom: .75rem; }
  tbody tr:target, tbody tr:target:last-child { background: var(--sunken); }
  tbody th, tbody td, tbody tr:last-child > *, .observations tbody th, .observations td:last-child { border: 0; padding: .15rem 0; width: auto; min-width: 0; }
  tbody th { font-weight: 600; }
  td.number { text-align: left; }
  td[data-label]::before { content: attr(data-label); display: block; color: var(--quiet); font-size: .8rem; font-weight: 600; margin-top: .35rem; }
  td.number::before { display: inline; margin-right: .5rem; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (forced-colors: active) { .cell, .pill, .banner, .secret { border: 1px solid; } }
@media print {
  @page { margin: 16mm 14mm; }
  html { font-size: 10pt; scroll-behavior: auto; }
  body, .masthead, .contents, table, caption, .cause, .aside { background: none; }
  .contents, .skip, .filters, .copy { display: none; }
  .width { max-width: none; padding: 0; }
  .masthead { padding: 0 0 1rem; }
  .banner, .pill, .cell, .swatch, .secret { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  pre { max-height: none; }
  .matrix > div, .requirement, tr, .step, .contrast, .aside { break-inside: avoid; }
  h2, h3, h4, .cause > header { break-after: avoid; }
  .further::details-content, .checks::details-content, .left-out::details-content { content-visibility: visible; block-size: auto; }
  a { color: inherit; text-decoration: none; }
}
`;
