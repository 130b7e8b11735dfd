/** Findings: causes, cards, and the diagram of the exchanges. */
export const findingStyle = `
.cause { background: var(--panel); border: 1px solid var(--line); border-top-width: .25rem; border-radius: .75rem; margin: 0 0 2rem; }
.cause > header { padding: 1.35rem 1.75rem 1.1rem; border-bottom: 1px solid var(--line); }
.cause h3 { font-size: 1.25rem; overflow-wrap: anywhere; max-width: 50rem; }
.meta { margin: .6rem 0 0; color: var(--quiet); font-size: .9rem; line-height: 1.8; }
.meta .pill { margin-right: .5rem; }
.card { padding: 1.35rem 1.75rem 1rem; scroll-margin-top: 4rem; }
.card:target { background: var(--sunken); }
.further { border-top: 1px solid var(--line); }
.further > summary { padding: .9rem 1.75rem; font-weight: 600; }
.further > .card { border-top: 1px solid var(--line); }
.identity { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; margin: 0 0 .5rem; max-width: none; font-size: .9rem; }
.card h4 { font-size: 1.05rem; max-width: 50rem; margin-bottom: 1rem; }
.contrast { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 1px; margin: 0 0 1.5rem;
  background: var(--line); border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
.contrast > div { background: var(--panel); padding: .8rem 1.1rem .9rem; overflow-wrap: anywhere; }
.contrast dt { color: var(--quiet); font-size: .82rem; font-weight: 600; }
.contrast dd { margin: 0; }
.contrast .observed { background: var(--sunken); }
.contrast .observed dd { font-weight: 600; }
.part { margin: 0 0 1.4rem; }
.part > p, .part li { overflow-wrap: anywhere; }
.story { padding-left: 1.4rem; }
.story li::marker { color: var(--quiet); font-variant-numeric: tabular-nums; }
.attribution { list-style: none; max-width: 46rem; }
.attribution li { padding-left: 1.5rem; position: relative; }
.attribution li::before { position: absolute; left: 0; font-weight: 700; }
.attribution .yes::before { content: "✓" / ""; color: var(--passed); }
.attribution .no::before { content: "!" / ""; color: var(--warning); left: .3rem; }
.attribution .open::before { content: "–" / ""; color: var(--quiet); }
.command { position: relative; }
.command pre { padding-right: 5.5rem; margin-bottom: .6rem; }
.command .copy { position: absolute; right: .5rem; top: 1.95rem; width: auto; min-height: 2rem; padding: .1rem .7rem; font-size: .85rem; }
.sequence { max-width: 54rem; --rail: 2.5rem; }
.sequence ol { list-style: none; }
.lanes { display: flex; justify-content: space-between; max-width: none; margin: .35rem 0 0; font-size: .8rem; font-weight: 600; }
.lanes span { border: 1px solid var(--control); border-radius: .35rem; padding: .15rem 0; width: 5rem; text-align: center; background: var(--panel); }
.step { position: relative; padding: .55rem var(--rail); }
.step::before, .step::after { content: ""; position: absolute; top: 0; bottom: 0; width: 0; border-left: 1.5px solid var(--control); }
.step::before { left: var(--rail); }
.step::after { right: var(--rail); }
.step > details > summary { list-style: none; color: var(--text); display: block; position: relative; z-index: 1; border-radius: .3rem; }
.step > details > summary::-webkit-details-marker { display: none; }
.step > details > summary:hover .arrow { background: var(--sunken); }
.before > summary { padding: .4rem 2.5rem; font-size: .9rem; }
.note { display: block; color: var(--quiet); font-size: .86rem; padding: 0 1rem; overflow-wrap: anywhere; }
.arrow { display: block; position: relative; padding: .15rem 1rem .25rem; border-bottom: 1.5px solid var(--quiet); font-size: .93rem;
  overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.arrow::after { content: ""; position: absolute; bottom: -5.5px; border: 5px solid transparent; }
.arrow.rightward::after { right: 0; border-left: 8px solid var(--quiet); border-right: 0; }
.arrow.leftward::after { left: 0; border-right: 8px solid var(--quiet); border-left: 0; }
.arrow.answer { border-bottom-style: dashed; }
.arrow.answer.leftward { text-align: right; }
.step .leftward:not(.answer) { text-align: right; }
.step .rightward.answer { text-align: left; }
.arrow.none { border-bottom-style: dotted; }
.control .arrow { border-bottom-style: dotted; color: var(--quiet); }
.secret { font-family: var(--mono); font-size: .8rem; line-height: 1.5; padding: 0 .4rem; border-radius: .3rem; color: var(--text);
  display: inline-block; max-width: 100%; text-align: left; }
.deciding > details > summary { background: var(--failed-ground); box-shadow: 0 0 0 .3rem var(--failed-ground); }
.deciding > details > summary:hover .arrow { background: none; }
.flag { display: block; font-size: .8rem; font-weight: 700; color: var(--failed); padding: .1rem 1rem 0; }
.warning .deciding > details > summary { background: var(--warning-ground); box-shadow: 0 0 0 .3rem var(--warning-ground); }
.warning .flag { color: var(--warning); }
.messages { position: relative; z-index: 1; background: var(--panel); padding: .6rem 0 .1rem; margin: .35rem 1rem 0; }
td .messages { margin: 0; background: none; }
`;
