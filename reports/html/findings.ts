import type { ShownFailure } from '../failures.ts';
import { brokenBy, decidingExchange, visitLines } from '../failures.ts';
import type { RootCause } from '../root-causes.ts';
import { clipped, counted, workOf } from '../wording.ts';
import { counterexampleSentences } from './counterexample.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, command, groundLine, pill, prose, requirementLinks, section } from './pieces.ts';
import { secretsIn } from './secrets.ts';
import type { Room } from './sequence.ts';
import { sequence } from './sequence.ts';

/** Returns the anchor of each finding, for links from other parts of the page. */
export function findingAnchors(failures: readonly ShownFailure[]): ReadonlyMap<ShownFailure, string> {
  const counts = new Map<string, number>();
  return new Map(
    failures.map((failure) => {
      const count = (counts.get(failure.requirement) ?? 0) + 1;
      counts.set(failure.requirement, count);
      return [failure, `finding-${failure.requirement}${count === 1 ? '' : `-${count}`}`];
    }),
  );
}

/**
 * Returns the section of findings, grouped by likely cause. The first finding of a cause is shown whole, the others are
 * folded.
 */
export function findingsSection(
  id: string,
  title: string,
  meaning: string,
  causes: readonly RootCause[],
  anchors: ReadonlyMap<ShownFailure, string>,
  room: Room,
): Insert {
  if (causes.length === 0) return undefined;
  const found = causes.flatMap(({ failures }) => failures);
  // a finding with another verdict may have the same cause
  const isOfSection = ({ verdict }: ShownFailure): boolean => verdict === causes[0]?.first.verdict;
  const [same, others] = [found.filter(isOfSection), found.filter((one) => !isOfSection(one))];
  const total = [
    counted(brokenBy(same), 'requirement'),
    ...(causes.length === 1 ? [] : [`grouped by ${causes.length} likely causes`]),
    ...(others.length === 0 ? [] : [`with ${counted(brokenBy(others), 'warning')} of the same cause`]),
  ].join(', ');
  return section(
    id,
    title,
    markup`<p class="intro">${total}. ${meaning}</p>\n`,
    causes.map((cause, at) => causeArticle(cause, `${id}-${at + 1}`, anchors, room)),
  );
}

function causeArticle(
  { first, failures, requirements, checks }: RootCause,
  id: string,
  anchors: ReadonlyMap<ShownFailure, string>,
  room: Room,
): Markup {
  const drawn = new Map<string, string>();
  const cards = failures.map((failure) => card(failure, anchors, drawn, room));
  const further = cards.slice(1);
  return markup`<article class="cause ${first.verdict}" aria-labelledby="${id}">
<header>
<h3 id="${id}">${prose(asSentence(first.lack?.told ?? `${first.subject} ${first.observed}`))}</h3>
${
  failures.length > 1 &&
  markup`<p class="meta">${counted(failures.length, 'finding')} in ${counted(checks.length, 'check')}, likely with one cause: ${requirementLinks(requirements)}</p>
`
}</header>
${cards[0]}${further.length > 0 && markup`<details class="further"><summary>${counted(further.length, 'more finding')} of the same kind</summary>\n${further}</details>\n`}</article>
`;
}

function card(
  failure: ShownFailure,
  anchors: ReadonlyMap<ShownFailure, string>,
  drawn: Map<string, string>,
  room: Room,
): Markup {
  const { requirement, entry, check, verdict, counterexample, steps, rerun, replay, curl } = failure;
  const anchor = anchors.get(failure) ?? `finding-${requirement}`;
  const sentences = counterexample === undefined ? [] : counterexampleSentences(clipped(counterexample, 4000), steps);
  return markup`<article class="card ${verdict}" id="${anchor}" aria-labelledby="${anchor}-title">
<p class="identity">${pill(verdict)} <a class="id" href="#${requirement}">${requirement}</a> <span class="quiet">${entry?.profile ?? check.profile}, ${entry?.basis ?? 'stated'}</span></p>
<h4 id="${anchor}-title">${prose(entry?.statement ?? check.title)}</h4>
${entry !== undefined && groundLine(entry)}<dl class="contrast">
<div class="expected"><dt>Expected</dt><dd>${prose(asSentence(failure.expected))}</dd></div>
<div class="observed"><dt>Observed</dt><dd>${prose(asSentence(`${failure.subject} ${failure.observed}`))}</dd></div>
</dl>
${sentences.length > 0 && part('Smallest case that shows it', sentences.length === 1 ? markup`<p>${prose(sentences[0] ?? '')}</p>\n` : markup`<ol class="story">${sentences.map((sentence) => markup`<li>${prose(sentence)}</li>`)}</ol>\n`)}${
    verdict === 'waived' && check.reason !== undefined && part('Waived', markup`<p>${prose(check.reason)}</p>\n`)
  }${part('Looked at again', lookedAgain(failure))}${exchanged(failure, anchor, drawn, room)}${
    failure.visit !== undefined &&
    part(
      'Where the browser went',
      markup`<dl>${visitLines(failure).map(([label, text]) => markup`<div><dt>${label}</dt><dd><code>${clipped(text, 8000)}</code></dd></div>`)}</dl>\n`,
    )
  }${
    (rerun !== undefined || curl !== undefined) &&
    part('Do it yourself', [
      rerun !== undefined && command('Run the check again', rerun),
      replay !== undefined &&
        markup`<p class="quiet">Drawn from seed ${replay.seed}${replay.path !== undefined && `, path ${replay.path}`}.</p>\n`,
      curl !== undefined && command('Send the deciding request', clipped(curl, 8000)),
      curl !== undefined &&
        secretsIn(...(decidingExchange(failure) === undefined ? [] : [requestText(failure)])).length > 0 &&
        markup`<p class="quiet">A shell variable stands for each secret: set it to your own value first.</p>\n`,
    ])
  }<p class="quiet">Check <a href="#${check.id}"><code>${check.id}</code></a></p>
</article>
`;
}

/**
 * Returns how the suite made sure that a finding is the tenant's fault and concerns this requirement, before it
 * reported it.
 */
function lookedAgain(failure: ShownFailure): Markup {
  const { confirmed, check } = failure;
  const response = decidingExchange(failure);
  const doubtful =
    confirmed !== undefined &&
    response !== undefined &&
    (response.response === undefined || response.response.status >= 500);
  const again =
    confirmed === undefined
      ? 'Not repeated: that would take real waiting time, or was not possible.'
      : confirmed
        ? 'Confirmed: the suite repeated the case with new actors and credentials, and saw the same.'
        : 'Not confirmed: the suite repeated the case with new actors and credentials, and did not see it again. It may depend on chance, load or timing.';
  return markup`<ul class="attribution">
<li class="${confirmed === undefined ? 'open' : confirmed ? 'yes' : 'no'}">${again}</li>
${doubtful && markup`<li class="yes">The same answer came in each of five attempts, while correct requests right after it were served: it is the tenant's own answer.</li>\n`}<li class="open">Found by a check with ${counted(check.cases, 'case')} and ${workOf(check)}.</li>
</ul>
`;
}

/** Returns the diagram of a case, or a link to it if an earlier card of the same cause shows the same diagram. */
function exchanged(failure: ShownFailure, anchor: string, drawn: Map<string, string>, room: Room): Insert {
  const { check, evidence, operations, exchange } = failure;
  if (evidence.length + operations.length === 0) return undefined;
  const same = JSON.stringify([check.id, exchange, evidence.map(({ id, at }) => [id, at])]);
  const before = drawn.get(same);
  if (before !== undefined) {
    return part('What was exchanged', markup`<p>The same as in <a href="#${before}">the finding above</a>.</p>\n`);
  }
  drawn.set(same, anchor);
  return part('What was exchanged', sequence(evidence, operations, exchange, room));
}

function requestText(failure: ShownFailure): string {
  return JSON.stringify(decidingExchange(failure)?.request ?? '');
}

function part(title: string, content: Insert): Markup {
  return markup`<div class="part"><p class="label">${title}</p>
${content}</div>
`;
}
