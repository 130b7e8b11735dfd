/** The frame of the page: type, measure, masthead, contents, and the pieces that occur everywhere. */
export const frameStyle = `
*, *::before, *::after { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 4.5rem; }
body { margin: 0; overflow-wrap: break-word; background: var(--page); color: var(--text); font: 1rem/1.6 var(--sans);
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.width { max-width: 74rem; margin: 0 auto; padding: 0 1.5rem; }
a { color: var(--link); text-decoration-thickness: .06em; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .2rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(1.4rem, 1.1rem + 1.4vw, 1.9rem); font-weight: 650; letter-spacing: -.022em; overflow-wrap: anywhere; }
h2 { font-size: 1.6rem; font-weight: 650; letter-spacing: -.015em; margin: 0 0 1.25rem; }
h3 { font-size: 1.15rem; font-weight: 650; letter-spacing: -.005em; }
h4 { font-size: 1rem; font-weight: 600; }
p { margin: 0 0 .75rem; max-width: 46rem; }
ul, ol { margin: 0; padding: 0; }
code, pre, .id { font-family: var(--mono); font-size: .86em; }
code { overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .85rem 1rem; background: var(--sunken); border: 1px solid var(--line);
  border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; max-height: 32rem; overflow-y: auto; }
summary { cursor: pointer; color: var(--quiet); }
summary:hover { color: var(--text); }
.id { white-space: nowrap; font-weight: 600; }
.quiet { color: var(--quiet); }
.vh:not(:focus-within) { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sheet { position: absolute; }
svg:where(:not([class])) { width: .95em; height: .95em; flex: none; vertical-align: -.1em; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .6rem 1rem; border-radius: .5rem; z-index: 3; }
.masthead { padding: 1rem 0 .75rem; background: var(--panel); }
.eyebrow { color: var(--quiet); font-size: .85rem; letter-spacing: .02em; margin: 0; }
.banner { display: flex; gap: .9rem; align-items: flex-start; margin: .6rem 0 .75rem; padding: .6rem 1.1rem; border-radius: .75rem; }
.banner svg { width: 1.6rem; height: 1.6rem; margin-top: .15rem; }
.banner p { margin: 0; max-width: 54rem; overflow-wrap: anywhere; }
.banner .id { color: inherit; font: inherit; }
.banner strong { display: block; font-size: 1.3rem; line-height: 1.4; letter-spacing: -.01em; }
.deviation { margin: .6rem 0 0; max-width: none; padding: .35rem 1rem; border: 2px dashed var(--quiet); border-radius: .75rem; font-size: .93rem; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: 0; font-size: .86rem; line-height: 1.45; }
.facts dt { color: var(--quiet); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.contents { position: sticky; top: 0; z-index: 2; background: var(--panel); border-bottom: 1px solid var(--line); }
.contents ul { display: flex; gap: .25rem; list-style: none; overflow-x: auto; scrollbar-width: none; }
.contents li:first-child { margin-left: -.75rem; }
.contents a { display: block; padding: .85rem .75rem .7rem; white-space: nowrap; color: var(--quiet); text-decoration: none;
  font-size: .93rem; border-bottom: 2px solid transparent; }
.contents a:hover, .contents a[aria-current] { color: var(--text); }
.contents a[aria-current] { border-bottom-color: var(--link); }
.contents a:focus-visible { outline-offset: -4px; }
.contents b { font-weight: 600; font-variant-numeric: tabular-nums; color: var(--text); }
main > section { padding: 3.25rem 0 0; }
main > section:first-child { padding-top: 1.75rem; }
.intro, .note-line { color: var(--quiet); }
.intro { margin-bottom: 1.5rem; }
.pill { display: inline-flex; gap: .35rem; align-items: center; padding: .12rem .6rem .12rem .5rem; border-radius: 1rem; font-size: .8rem;
  font-weight: 600; line-height: 1.5; white-space: nowrap; }
.label { color: var(--quiet); font-size: .82rem; font-weight: 600; margin: 0 0 .3rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10rem, 45%), 1fr)); gap: 1rem 1.5rem; margin: 0 0 1.25rem; }
.figures dt { color: var(--quiet); font-size: .85rem; }
.figures dd { margin: 0; font-variant-numeric: tabular-nums; }
.figures b { font-size: 1.9rem; font-weight: 600; letter-spacing: -.02em; line-height: 1.3; }
.aside { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.35rem .5rem; margin: 0 0 1.25rem; }
.aside h3 { font-size: 1rem; margin-bottom: .5rem; }
.aside ul { padding-left: 1.1rem; margin-bottom: .6rem; }
.aside li { margin-bottom: .2rem; overflow-wrap: anywhere; }
.points { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.25rem 2.5rem; margin: 0 0 2.5rem; }
.points strong { display: block; }
#scope h3 { margin-bottom: .75rem; }
footer { margin-top: 4rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .86rem; padding: 1.5rem 0 3rem; }
`;
