import type { ShownFailure } from '../failures.ts';
import { clipped } from '../wording.ts';
import { evidence } from './evidence.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { pill, prose, section } from './pieces.ts';

/** A card a failure; nothing where there is none. */
export function failureCards(id: string, title: string, meaning: string, failures: readonly ShownFailure[]): Insert {
  if (failures.length === 0) return undefined;
  const cards = failures.map((failure, at) => card(failure, `${id}-${at + 1}`));
  return section(id, `${title} (${failures.length})`, markup`<p class="quiet">${meaning}</p>\n`, cards);
}

function card(failure: ShownFailure, id: string): Markup {
  const { requirement, entry, check, verdict, counterexample, rerun, replay, curl, confirmed } = failure;
  return markup`<article class="card ${verdict}" aria-labelledby="${id}">
<p class="identity">${pill(verdict)} <a class="mono" href="#requirement-${requirement}">${requirement}</a> <span class="quiet">${entry?.profile ?? check.profile}${entry?.basis === 'derived' && ', derived'}</span></p>
<h3 id="${id}">${prose(entry?.statement ?? check.title)}</h3>
<dl class="contrast">
<div><dt>Observed</dt><dd>${prose(`${failure.subject} ${failure.observed}`)}</dd></div>
<div><dt>Expected</dt><dd>${prose(failure.expected)}</dd></div>
</dl>
${counterexample !== undefined && labelled('Counterexample', markup`<pre>${clipped(counterexample, 5000)}</pre>`)}${verdict === 'waived' && check.reason !== undefined && markup`<p>Waived: ${prose(check.reason)}</p>\n`}${confirmed === false && markup`<p>Seen once: the same case done once more did not show it.</p>\n`}${labelled('Do it again', markup`<pre>${rerun}${replay !== undefined && `\n# seed ${replay.seed}${replay.path === undefined ? '' : `, path ${replay.path}`}`}${curl !== undefined && `\n\n${clipped(curl, 20_000)}`}</pre>`)}${evidence(failure.evidence, failure.operations, failure.exchange)}<p class="quiet">${entry !== undefined && markup`Section: ${entry.section}. `}Check: <code>${check.id}</code></p>
</article>
`;
}

function labelled(label: string, content: Markup): Markup {
  return markup`<p class="label">${label}</p>
${content}
`;
}
