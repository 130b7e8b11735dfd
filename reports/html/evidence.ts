import type { ExchangeEntry, OperationEntry } from '../report.ts';
import { clipped, counted } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';

/** Longest body that is shown; it stands whole in the JSON report. */
const longestBody = 20_000;

/** The recorded exchanges and control operations of a case in their order, each folded. Nothing without any. */
export function evidence(
  exchanges: readonly ExchangeEntry[],
  operations: readonly OperationEntry[] = [],
  deciding?: string,
): Insert {
  if (exchanges.length + operations.length === 0) return undefined;
  const all = [
    ...exchanges.map((entry) => ({ place: placeOf(entry.id), shown: exchange(entry, entry.id === deciding) })),
    ...operations.map((entry) => ({ place: placeOf(entry.id), shown: operation(entry) })),
  ].sort((a, b) => a.place - b.place);
  const title = [
    counted(exchanges.length, 'exchange'),
    ...(operations.length === 0 ? [] : [counted(operations.length, 'control operation')]),
  ];
  return markup`<details><summary>Evidence: ${title.join(', ')}</summary>
${all.map(({ shown }) => shown)}</details>
`;
}

/** Exchanges and operations of a case are numbered together. */
function placeOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

function exchange(entry: ExchangeEntry, deciding: boolean): Markup {
  const { id, request, response, trouble, note } = entry;
  const ended = response === undefined ? (trouble ?? 'no answer') : String(response.status);
  return markup`<details class="exchange${deciding && ' deciding'}"><summary><span class="mono">${id}</span> ${request.method} <code>${clipped(pathOf(request.url), 160)}</code> <strong>${ended}</strong>${note !== undefined && markup` <span class="quiet">${note}</span>`}${deciding && ' (shows it)'}</summary>
<p class="label">Request</p>
<pre>${message(`${request.method} ${request.url}`, request.headers, request.body)}</pre>
<p class="label">Response${entry.ms !== undefined && ` after ${Math.round(entry.ms)} ms`}</p>
<pre>${response === undefined ? ended : message(String(response.status), response.headers, response.body)}</pre>
</details>
`;
}

function operation({ id, operation, input, output }: OperationEntry): Markup {
  return markup`<details class="exchange"><summary><span class="mono">${id}</span> control <code>${operation}</code></summary>
<p class="label">Input</p>
<pre>${plain(input)}</pre>
<p class="label">Output</p>
<pre>${plain(output)}</pre>
</details>
`;
}

function message(first: string, headers: ExchangeEntry['request']['headers'], body: string | undefined): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    (typeof values === 'string' ? [values] : values).map((value) => `${name}: ${value}`),
  );
  const text = body === undefined || body === '' ? '' : `\n\n${clipped(body, longestBody)}`;
  return `${[first, ...lines].join('\n')}${text}`;
}

function plain(value: unknown): string {
  return clipped(JSON.stringify(value, null, 2) ?? 'nothing', longestBody);
}

/** What comes after the origin, which is the same in nearly all exchanges of a run. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*(?=.)/, '');
}
