/** The parts of the requirements, their filters, and the checks of a profile. */
export const catalogueStyle = `
.filters { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; padding: 1.1rem 1.35rem; margin-bottom: 1.5rem;
  background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; }
.filters[hidden] { display: none; }
.filters label { display: grid; gap: .25rem; color: var(--quiet); font-size: .82rem; font-weight: 600; }
.filters .wide { flex: 1 1 14rem; }
.filters input, .filters select, button { font: inherit; font-size: .95rem; font-weight: 400; color: var(--text); background: var(--page);
  border: 1px solid var(--control); border-radius: .4rem; padding: .4rem .65rem; min-height: 2.4rem; width: 100%; }
.filters button { width: auto; }
button { cursor: pointer; }
button:hover { border-color: var(--text); }
.filters .count { margin: 0; width: 100%; font-size: .9rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.profile { padding-top: 1.75rem; }
.profile .head { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
.profile .head p { margin: 0; }
.requirement { display: grid; grid-template-columns: 8.5rem 5rem minmax(0, 1fr); gap: .25rem 1rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.requirement[hidden], .left-out[hidden] { display: none; }
.left-out { margin: .75rem 0; font-size: .93rem; }
.left-out ul { list-style: none; }
.left-out .requirement { display: block; padding: .4rem 0; overflow-wrap: anywhere; }
.left-out .requirement a { font-family: var(--mono); margin-right: .5rem; }
.requirement h4 { font: 600 .9rem/1.75 var(--mono); }
.requirement h4 a { color: inherit; text-decoration: none; }
.requirement h4 a:hover { text-decoration: underline; }
.requirement:target { position: relative; }
.requirement:target::before { content: ""; position: absolute; left: -1rem; top: .9rem; bottom: .9rem; border-left: 3px solid var(--link); }
tr:target > * { background: var(--sunken); }
.requirement > .pill { justify-self: start; align-self: start; }
.text > p:first-child { overflow-wrap: anywhere; margin: 0; max-width: 48rem; }
.where { color: var(--quiet); font-size: .86rem; margin: .1rem 0 .15rem; }
.card .where { margin: -.75rem 0 1rem; }
.basis { padding: 0 .4rem; border: 1px solid var(--line); border-radius: .3rem; }
.reason { font-size: .9rem; margin: .25rem 0; }
.found { list-style: none; margin: .35rem 0; }
.proof { font-size: .86rem; margin: .1rem 0 0; color: var(--quiet); overflow-wrap: anywhere; }
.checks { margin: 1rem 0 1.5rem; }
.checks[hidden] { display: none; }
.checks > summary { font-size: .93rem; padding: .25rem 0; }
.checks ul { list-style: none; font-size: .93rem; }
.checks li { padding: .55rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.checks li:target { background: var(--sunken); }
.checks li code { color: var(--quiet); }
.checks li .pill { margin-right: .5rem; }
.checks small { display: block; color: var(--quiet); font-size: .9em; }
`;
