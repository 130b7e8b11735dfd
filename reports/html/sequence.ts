import type { ExchangeEntry, OperationEntry } from '../report.ts';
import { clipped, counted } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { secretList, secretsIn } from './secrets.ts';

/** How much of the recorded messages is shown. The JSON report contains all of them. */
export interface Room {
  /** Maximum length of a body, in characters. */
  readonly body: number;
  /** Maximum number of steps of one case; the earlier ones are left out. */
  readonly steps: number;
}

/** Number of steps that are not folded; the steps before them are. */
const shownAtOnce = 12;

type Step =
  | { readonly kind: 'exchange'; readonly entry: ExchangeEntry; readonly deciding: boolean }
  /** Operations that the control was asked for between two exchanges. */
  | { readonly kind: 'operations'; readonly entries: readonly OperationEntry[]; readonly deciding: boolean };

/**
 * Returns a case as a sequence of steps between the suite and the tenant. Each step opens to show its messages. The
 * sequence is an ordered list that is laid out as a diagram, so that a screen reader reads it in the visible order.
 */
export function sequence(
  exchanges: readonly ExchangeEntry[],
  operations: readonly OperationEntry[],
  deciding: string | undefined,
  room: Room,
): Insert {
  const steps = inOrder(exchanges, operations, deciding);
  if (steps.length === 0) return undefined;
  const kept = steps.slice(-room.steps);
  const dropped = steps.length - kept.length;
  const marked = kept.findIndex((step) => step.deciding);
  const from = Math.min(Math.max(0, kept.length - shownAtOnce), marked === -1 ? Infinity : Math.max(0, marked - 6));
  const before = kept.slice(0, from);
  return markup`<div class="sequence">
<p class="lanes" aria-hidden="true"><span>Suite</span><span>Tenant</span></p>
${dropped > 0 && markup`<p class="quiet">${counted(dropped, 'earlier step')} in <code>conformance.json</code> only.</p>\n`}${
    before.length > 0 &&
    markup`<details class="before"><summary>${counted(before.length, 'step')} before these</summary>
<ol>${before.map((step) => drawn(step, room))}</ol></details>
`
  }<ol${before.length > 0 && markup` start="${before.length + 1}"`}>${kept.slice(from).map((step) => drawn(step, room))}</ol>
</div>
`;
}

function inOrder(
  exchanges: readonly ExchangeEntry[],
  operations: readonly OperationEntry[],
  deciding: string | undefined,
): Step[] {
  const all: readonly (ExchangeEntry | OperationEntry)[] = [...exchanges, ...operations];
  const steps: Step[] = [];
  for (const entry of all.toSorted((a, b) => placeOf(a.id) - placeOf(b.id))) {
    const last = steps.at(-1);
    if ('request' in entry) steps.push({ kind: 'exchange', entry, deciding: entry.id === deciding });
    else if (last?.kind === 'operations' && !last.deciding && entry.id !== deciding) {
      steps[steps.length - 1] = { ...last, entries: [...last.entries, entry] };
    } else steps.push({ kind: 'operations', entries: [entry], deciding: entry.id === deciding });
  }
  return steps;
}

/** Returns the number of an entry. Exchanges, deliveries and operations of a case are numbered together. */
function placeOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

function drawn(step: Step, room: Room): Markup {
  return step.kind === 'operations'
    ? control(step.entries, step.deciding, room)
    : exchange(step.entry, step.deciding, room);
}

function exchange(entry: ExchangeEntry, deciding: boolean, room: Room): Markup {
  const { id, request, response, trouble, note } = entry;
  const delivered = id.startsWith('d');
  const sent = secretsIn(request.url, JSON.stringify(request.headers), request.body);
  const back = response === undefined ? [] : received(response);
  const ended = response === undefined ? (trouble ?? 'no answer') : String(response.status);
  return markup`<li class="step${deciding && ' deciding'}"><details><summary>
${deciding && markup`<span class="flag">This shows it</span>\n`}${note !== undefined && markup`<span class="note">${clipped(note, 300)}</span>\n`}<span class="arrow ${delivered ? 'leftward' : 'rightward'}"><span class="vh">${delivered ? 'The tenant sends' : 'The suite sends'} </span><b>${request.method}</b> <code>${clipped(pathOf(request.url), 160)}</code>${secretList(sent)}</span>
<span class="arrow answer ${delivered ? 'rightward' : 'leftward'}${response === undefined && ' none'}"><span class="vh">and is answered </span><b>${clipped(ended, 200)}</b>${secretList(back)}</span>
</summary>
${messages(entry, room)}</details></li>
`;
}

/**
 * Returns the secrets in an answer. The `code` of a refusal is the name of its error, although its label says
 * otherwise.
 */
function received({ status, headers, body }: NonNullable<ExchangeEntry['response']>): string[] {
  const labels = secretsIn(JSON.stringify(headers), body);
  return status >= 400 ? labels.filter((label) => !label.startsWith('<authorization code')) : labels;
}

function control(operations: readonly OperationEntry[], deciding: boolean, room: Room): Markup {
  const names = operations.map(({ operation, output }, at) => [
    at > 0 && ', ',
    markup`<code>${operation}</code>`,
    secretList(secretsIn(JSON.stringify(output ?? null))),
  ]);
  const inside = operations.map(
    ({ operation, input, output }) => markup`<p class="label">${operation}, input</p>
<pre tabindex="0">${plain(input, room)}</pre>
<p class="label">${operation}, output</p>
<pre tabindex="0">${plain(output, room)}</pre>`,
  );
  return markup`<li class="step control${deciding && ' deciding'}"><details><summary>${deciding && markup`<span class="flag">This shows it</span>\n`}<span class="arrow rightward"><span class="vh">The suite asks the </span><i>control</i> ${names}</span></summary>
<div class="messages">${inside}</div></details></li>
`;
}

function messages({ request, response, trouble, ms }: ExchangeEntry, room: Room): Markup {
  const ended = trouble ?? 'no answer';
  return markup`<div class="messages"><p class="label">Request</p>
<pre tabindex="0">${message(`${request.method} ${request.url}`, request.headers, request.body, room)}</pre>
<p class="label">Answer${ms !== undefined && ` after ${Math.round(ms)} ms`}</p>
<pre tabindex="0">${response === undefined ? ended : message(String(response.status), response.headers, response.body, room)}</pre></div>
`;
}

function message(
  first: string,
  headers: ExchangeEntry['request']['headers'],
  body: string | undefined,
  room: Room,
): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    (typeof values === 'string' ? [values] : values).map((value) => `${name}: ${value}`),
  );
  const text = body === undefined || body === '' ? '' : `\n\n${clipped(body, room.body)}`;
  return `${clipped([first, ...lines].join('\n'), Math.max(room.body, 2000))}${text}`;
}

function plain(value: unknown, room: Room): string {
  return clipped(JSON.stringify(value, null, 2) ?? 'nothing', room.body);
}

/** Returns the part of an address after the origin, which is the same in nearly all exchanges of a run. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*(?=.)/, '');
}
