import { labelPattern, replaceLabels } from '../core/redaction/label.ts';
import type { RequestEntry } from '../schemas/types/report.ts';

const labels = new RegExp(`(${labelPattern})`);
const encoded = /base64\(([^()]*)\)/;

/** Headers that the connection sets itself, or whose value would be wrong as soon as a placeholder is filled in. */
const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding']);

/** Headers to leave out if the form of a request matters. All others are sent as they were. */
const ownHeadersInForm = new Set(['content-length']);

/**
 * Returns a recorded request as a command line for `sh`, with a comment on the parts of its form that curl does
 * differently.
 *
 * A label such as `<access token 1>` becomes a shell variable of that name (`$ACCESS_TOKEN_1`). The user has to set it
 * to the value as it stands in that place of the request.
 */
export function curl(request: RequestEntry): string {
  const { method, url, body, form } = request;
  const words = [form === undefined ? 'curl -i' : 'curl -i --http1.1'];
  if (/[[\]{}]/.test(replaceLabels(url, ''))) words.push('-g');
  if (/\/\.{1,2}(?:\/|$|\?)/.test(url)) words.push('--path-as-is');
  words.push(...methodOption(method, body !== undefined));
  const own = form === undefined ? ownHeaders : ownHeadersInForm;
  const headers = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()));
  for (const [name, values] of headers) {
    for (const value of typeof values === 'string' ? [values] : values)
      words.push(form === undefined ? headerOption(name, value) : plainHeaderOption(name, value));
  }
  if (body !== undefined) {
    // curl would add its own content type to a body that was sent without one
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push('-H Content-Type:');
    words.push(`--data-raw ${shellWord(body)}`);
  }
  return [...words, shellWord(url), ...beyondCurl(form)].join(' ');
}

/**
 * Returns a comment on the parts of a form that curl does differently: it writes two headers itself, and it sends a
 * body from the command line in one piece.
 */
function beyondCurl(form: RequestEntry['form']): string[] {
  if (form === undefined) return [];
  const { chunks = 1, segments } = form;
  const pieces = [
    ...(chunks > 1 ? [`${chunks} chunks`] : []),
    ...(segments === undefined ? [] : [`${segments} segments`]),
  ];
  const sent = pieces.length === 0 ? '' : `; the suite sent ${pieces.join(' in ')}, curl sends one`;
  return [`# curl writes Host and Content-Length itself${sent}`];
}

/** Returns a text as one word of a POSIX shell, with labels as variables. */
export function shellWord(text: string): string {
  const parts = partsOf(text);
  if (parts.length === 0) return "''";
  const literal = parts.every((part) => part.kind === 'literal');
  if (literal) return /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuoted(text);
  if (parts.every((part) => part.kind !== 'literal' || !/["$`\\!]/.test(part.text))) {
    return `"${parts.map((part, at) => inDoubleQuotes(part, parts[at + 1])).join('')}"`;
  }
  return parts
    .map((part) => (part.kind === 'literal' ? singleQuoted(part.text) : `"${inDoubleQuotes(part, undefined)}"`))
    .join('');
}

interface Part {
  readonly kind: 'literal' | 'variable' | 'base64';
  readonly text: string;
}

function partsOf(text: string): Part[] {
  const around = encoded.exec(text);
  const inner = around?.[1];
  if (around !== null && inner !== undefined && labels.test(inner)) {
    return [
      ...partsOf(text.slice(0, around.index)),
      { kind: 'base64', text: inner },
      ...partsOf(text.slice(around.index + around[0].length)),
    ];
  }
  return text
    .split(labels)
    .map((piece, at): Part => (at % 2 === 0 ? { kind: 'literal', text: piece } : { kind: 'variable', text: piece }))
    .filter((part) => part.text !== '');
}

function inDoubleQuotes(part: Part, next: Part | undefined): string {
  if (part.kind === 'literal') return part.text;
  if (part.kind === 'base64') return `$(printf %s ${shellWord(part.text)} | base64 | tr -d '\\n')`;
  const name = variableName(part.text);
  return next?.kind === 'literal' && /^\w/.test(next.text) ? `\${${name}}` : `$${name}`;
}

function variableName(labelled: string): string {
  return labelled
    .slice(1, -1)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['-I'];
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  return [`-X ${shellWord(method)}`];
}

function headerOption(name: string, value: string): string {
  const credentials = /^Basic base64\(([^()]*:[^()]*)\)$/.exec(value)?.[1];
  if (name.toLowerCase() === 'authorization' && credentials !== undefined) return `-u ${shellWord(credentials)}`;
  return plainHeaderOption(name, value);
}

/** Returns the option that sends a header as it is spelt, at its position. */
function plainHeaderOption(name: string, value: string): string {
  return `-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`;
}
