/** Tables, which become cards on narrow screens, and the coverage matrix. */
export const tableStyle = `
table { border-collapse: collapse; width: 100%; font-size: .93rem; background: var(--panel); }
th, td { text-align: left; vertical-align: top; padding: .7rem 1rem; border-top: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-weight: 600; font-size: .8rem; white-space: nowrap; padding-top: .6rem; padding-bottom: .6rem; }
tbody tr:last-child > * { border-bottom: 1px solid var(--line); }
th.prose, td.prose { min-width: 11rem; overflow-wrap: anywhere; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td p { margin: 0; }
td ul.plain, .seen { list-style: none; }
td summary { font-size: .93em; padding: .1rem 0; min-height: 1.6rem; }
.observations tbody th { width: 24%; font-weight: 600; }
.observations tbody th .id { font-weight: 400; }
.observations td:last-child { width: 30%; }
.seen li + li { margin-top: .7rem; }
.seen small { display: block; color: var(--quiet); overflow-wrap: anywhere; }
.seen small a { color: inherit; }
.bar { display: block; width: 100%; height: .7rem; border-radius: .35rem; margin: 0 0 1rem; }
.bar rect { stroke: var(--page); stroke-width: 1; vector-effect: non-scaling-stroke; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin-bottom: 1.75rem; font-size: .93rem; }
.legend li { display: flex; gap: .45rem; align-items: center; font-variant-numeric: tabular-nums; }
.swatch { display: inline-flex; padding: .3rem; border-radius: .3rem; font-size: .85rem; }
.matrix { margin: 0; border-top: 1px solid var(--line); }
.matrix > div { display: grid; grid-template-columns: 13rem 1fr; gap: .5rem 1.5rem; padding: .9rem 0; border-bottom: 1px solid var(--line); }
.matrix dt { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: center; align-content: flex-start; font-weight: 600; font-size: .95rem; }
.matrix dt a { width: 100%; }
.matrix dt .quiet { font-weight: 400; font-size: .82rem; font-variant-numeric: tabular-nums; }
.matrix dd { margin: 0; }
.matrix dd p { margin: 0; font-size: .86rem; }
.matrix ul { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem; }
.cell { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: .05rem; width: 3.5rem; height: 2.3rem;
  border-radius: .3rem; text-decoration: none; font-size: .7rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.cell svg { width: .8rem; height: .8rem; }
.cell:hover { outline: 2px solid currentColor; }
.cell:focus-visible { outline: 3px solid var(--link); }
.cell.failed, .cell.broken { outline: 2px solid currentColor; outline-offset: -2px; font-weight: 700; }
.cell.planned, .swatch.planned, .pill.planned, .cell.not-exercised, .swatch.not-exercised { background: none; box-shadow: inset 0 0 0 1px var(--line); }
`;
