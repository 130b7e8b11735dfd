import { isExercised } from '../outcome.ts';
import type { ProfileResult, Report, ReportedRequirement } from '../report.ts';
import { isPartlyExercised, profileWords, verdictColumns, verdictWords } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { pill, section, sign } from './pieces.ts';

/**
 * Returns an overview of the whole catalogue: a row for each profile, with a cell for each requirement that links to
 * its part.
 */
export function matrixSection(report: Report): Markup {
  const required = new Set(report.required ?? []);
  return section(
    'coverage',
    'Coverage',
    markup`<p class="vh"><a href="#requirements">Skip the matrix</a></p>
<dl class="matrix">
${report.profiles.map((profile) => row(profile, report, required.has(profile.name)))}</dl>
`,
  );
}

/** Returns the legend of the signs: how often each verdict occurs, and a bar of their shares. */
export function legend({ requirements }: Report): Markup {
  const counts = verdictColumns.map((verdict) => ({
    verdict,
    count: requirements.filter((requirement) => requirement.verdict === verdict).length,
  }));
  const present = counts.filter(({ count }) => count > 0);
  return markup`${bar(counts, requirements.length)}<ul class="legend" aria-label="Requirements by verdict">
${present.map(({ verdict, count }) => markup`<li><span class="swatch ${verdict}">${sign(verdict)}</span><b>${count}</b> ${verdictWords[verdict]}</li>\n`)}</ul>
`;
}

function row(profile: ProfileResult, report: Report, required: boolean): Markup {
  const { name, verdict, exercised } = profile;
  const mine = report.requirements.filter((one) => one.profile === name);
  const exercisedCount = mine.filter((requirement) => isExercised(requirement.verdict)).length;
  const extent = exercised === 'whole' ? 'whole' : exercised === 'none' ? 'not exercised' : 'in part';
  return markup`<div><dt><a href="#profile-${name}">${name}</a> ${pill(isPartlyExercised(profile) ? 'not-exercised' : verdict, undefined, profileWords(profile))}<span class="quiet">${exercisedCount} of ${mine.length}${exercised !== 'none' && `, ${extent}`}${required && '; required whole'}</span></dt>
<dd>${exercised === 'none' && mine.every(({ verdict }) => verdict === 'not-exercised') ? markup`<p class="quiet">Nothing of it was exercised.</p>` : markup`<ul>${mine.map(cell)}</ul>`}</dd></div>
`;
}

function cell({ id, verdict }: ReportedRequirement): Insert {
  return markup`<li><a class="cell ${verdict}" href="#${id}">${sign(verdict)}${id}<span class="vh">, ${verdictWords[verdict]}</span></a></li>`;
}

/** Returns a stacked bar. The figures that it shows stand below it. */
function bar(counts: readonly { readonly verdict: string; readonly count: number }[], total: number): Markup {
  let x = 0;
  const parts = counts.map(({ verdict, count }) => {
    const width = total === 0 ? 0 : (count / total) * 100;
    const part =
      width > 0 &&
      markup`<rect class="${verdict}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"></rect>`;
    x += width;
    return part;
  });
  return markup`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
`;
}
