import type { Secrets } from '../secrets.ts';
import { secretMember } from '../secrets.ts';
import { textOf } from './views.ts';

/** Fields whose values are not credentials. They are written unchanged unless they hold one. */
const plainFields: ReadonlySet<string> = new Set(['state', 'error', 'token_type']);

/** Dividers between a credential and other parts of a header. A value of the suite's own is examined piece by piece. */
const dividers = /([\s,;"']+)/;

// -- sent by the suite -------------------------------------------------------------------------------------------

/** Returns the written value of a header in which the suite sent a credential, or a text made from one. */
export function sentCredential(secrets: Secrets, value: string): string {
  const basic = /^(basic\s+)([A-Za-z0-9+/_-]+={0,2})(\s*)$/i.exec(value);
  if (basic !== null) {
    const [, scheme = '', packed = '', end = ''] = basic;
    const plain = textOf(Buffer.from(packed, 'base64'));
    const colon = plain.indexOf(':');
    const parts = colon < 0 ? [plain] : [plain.slice(0, colon), plain.slice(colon + 1)];
    const shown = parts.map((part) => secrets.altered(part) ?? secrets.redact(part));
    return shown.some((part, index) => part !== parts[index]) ? `${scheme}base64(${shown.join(':')})${end}` : value;
  }
  const whole = /^([A-Za-z][\w-]{0,19} )?([^]*)$/.exec(value);
  const [, scheme = '', rest = value] = whole ?? [];
  const known = secrets.exactly(rest) ?? secrets.exactly(value);
  if (known !== undefined) return secrets.exactly(rest) === undefined ? known : `${scheme}${known}`;
  return sentPieces(secrets, value);
}

function sentPieces(secrets: Secrets, text: string): string {
  return text
    .split(dividers)
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      // `name=value` is a cookie or a parameter of the scheme; an equals sign at the end of a token is its padding
      const [, name = '', value = piece] = /^([\w.-]{1,40}=)(?=[^=])([^]*)$/.exec(piece) ?? [];
      return secrets.exactly(piece) ?? name + (secrets.altered(value) ?? value);
    })
    .join('');
}

/**
 * Returns the fields of a query or a form that the suite sent, in their order and encoding, with labels for secrets.
 */
export function sentFields(secrets: Secrets, text: string): string {
  return eachField(text, (_name, value) => secrets.altered(unescaped(value)) ?? value);
}

/** Returns plain data of the suite's own, such as the input of an operation, with labels for secrets. */
export function sentData(secrets: Secrets, data: unknown): unknown {
  if (typeof data === 'string') {
    const query = data.indexOf('?');
    if (/^\w+:\/\//.test(data) && query >= 0) return secrets.redact(sentAddress(secrets, data));
    return secrets.altered(data) ?? secrets.redact(data);
  }
  return mapped(secrets, data, (_name, item) => sentData(secrets, item));
}

/**
 * Returns an address as the suite sent it. Like other data that was sent, it may still hold a secret out of its place.
 */
export function sentAddress(secrets: Secrets, url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query + 1) + sentFields(secrets, url.slice(query + 1));
}

export function sentBody(secrets: Secrets, body: string): string {
  return /^\s*[[{"<]/.test(body) ? body : sentFields(secrets, body);
}

// -- received from the tenant --------------------------------------------------------------------------------------

/**
 * Returns a Set-Cookie header: names of the cookie and its attributes, and only values whose form shows that they are
 * not secrets.
 */
export function cookie(secrets: Secrets, line: string): string {
  const [pair = '', ...attributes] = line.split(';');
  return secrets.redact(
    [
      pairOf(pair, (value) => secrets.labelled('cookie', value)),
      ...attributes.map((attribute) =>
        pairOf(attribute, (value) => (isPlainAttribute(value) ? value : secrets.labelled('text', value))),
      ),
    ].join(';'),
  );
}

function pairOf(pair: string, shown: (value: string) => string): string {
  const equals = pair.indexOf('=');
  // without a name, all of it is the value
  const [name, value] = equals < 0 ? ['', pair] : [pair.slice(0, equals + 1), pair.slice(equals + 1)];
  const [, before = '', text = '', after = ''] = /^(\s*"?)([^]*?)("?\s*)$/.exec(value) ?? [];
  if (text === '' || (equals < 0 && /^\s*(?:secure|httponly|partitioned)\s*$/i.test(pair))) return pair;
  return name + before + shown(text) + after;
}

/**
 * Reports whether a text is a number of seconds, a moment, a path of words, a domain, or a word for `SameSite` or
 * `Priority`.
 */
function isPlainAttribute(text: string): boolean {
  return (
    /^-?\d{1,12}$/.test(text) ||
    /^(?:strict|lax|none|low|medium|high)$/i.test(text) ||
    (/^(?:mon|tue|wed|thu|fri|sat|sun)\w*, [\w: -]{18,28}$/i.test(text) && !Number.isNaN(Date.parse(text))) ||
    /^\/(?:[a-z-]{1,20}(?:\/|$))*$/i.test(text) ||
    /^(?:\.?[a-z-]{1,20})+$/i.test(text)
  );
}

/**
 * Returns an address to which the tenant sends a browser. Texts that the suite named are written, and so are words of a
 * path and names. Everything else becomes a label.
 *
 * @param made reports whether the suite wrote a text itself before
 */
export function address(secrets: Secrets, text: string, made: (text: string) => boolean): string {
  const [, place = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(text) ?? [];
  const shown = rest.replaceAll(
    /([?&#;])([^?&#;]*)/g,
    (_whole, divider: string, field: string) =>
      divider + eachField(field, (name, value) => fieldValue(secrets, name, value, made)),
  );
  return secrets.redact((made(place) ? place : placeOf(secrets, place)) + shown);
}

function placeOf(secrets: Secrets, place: string): string {
  const [, origin = '', path = ''] = /^((?:[a-z][\w+.-]*:)?\/\/[^/]*)?([^]*)$/i.exec(place) ?? [];
  const segments = path.split('/').map((segment) => {
    const plain = unescaped(segment);
    return plain === '' || /^(?:[a-z._~-]{1,24}|v\d{1,2}|\d{1,6})$/i.test(plain)
      ? segment
      : secrets.labelled('text', plain);
  });
  const [, scheme = '', authority = ''] = /^([^/]*\/\/)?([^]*)$/.exec(origin) ?? [];
  const at = authority.lastIndexOf('@');
  const host =
    at < 0 ? authority : `${secrets.labelled('password', authority.slice(0, at))}@${authority.slice(at + 1)}`;
  return scheme + host + segments.join('/');
}

function fieldValue(secrets: Secrets, name: string, value: string, made: (text: string) => boolean): string {
  const plain = unescaped(value);
  const known = secrets.exactly(plain);
  if (known !== undefined) return known;
  if (plain === '' || plainFields.has(name) || isSimple(plain)) return value;
  const near = secrets.altered(plain);
  if (near !== undefined) return near;
  return made(plain) ? value : secrets.labelled(secretMember(name) ?? 'text', plain);
}

/** Reports whether a text is a number or a truth value, which may be written as a text. */
function isSimple(text: string): boolean {
  return /^(?:-?\d{1,15}(?:\.\d{1,6})?|true|false|null)$/.test(text);
}

/**
 * Returns any answer to a token request: JSON keeps its form, its names, numbers and truth values. Any other text in it
 * becomes a label, and so does a whole text that is not JSON.
 */
export function tokenAnswer(secrets: Secrets, body: string): string {
  if (!/^[\s\uFEFF]*[[{]/.test(body)) return otherText(secrets, body);
  let name: string | undefined;
  const shown = body.replaceAll(
    /"((?:[^"\\]|\\[^])*)"(\s*:)?|[^"\s{}[\],:]+|"[^]*$/g,
    (whole: string, text: string | undefined, colon: string | undefined) => {
      if (text === undefined)
        return isSimple(whole) || /^-?[\d.eE+-]{1,20}$/.test(whole) ? whole : secrets.labelled('text', whole);
      const plain = jsonText(text);
      if (colon !== undefined) {
        name = plain;
        return whole;
      }
      const value = secrets.exactly(plain) ?? memberValue(secrets, name, plain);
      return value === undefined ? whole : `"${value}"`;
    },
  );
  return secrets.redact(shown);
}

function memberValue(secrets: Secrets, name: string | undefined, text: string): string | undefined {
  if (text === '' || isSimple(text) || (name !== undefined && plainFields.has(name))) return undefined;
  return secrets.altered(text) ?? secrets.labelled(secretMember(name ?? '') ?? 'text', text);
}

/** Returns a body that is not JSON: fields as in a form, a page, or anything else. */
function otherText(secrets: Secrets, body: string): string {
  if (body.trim() === '' || isSimple(body.trim())) return body;
  if (/^[\w.-]{1,40}=[^\s<>]*$/.test(body)) {
    return secrets.redact(eachField(body, (name, value) => fieldValue(secrets, name, value, () => false)));
  }
  if (isMarkup(body)) return page(secrets, body, () => false);
  for (const [run] of body.matchAll(/[\w\-.~+/]{16,}={0,2}/g)) secrets.labelled('text', run);
  return secrets.labelled('text', body);
}

export function isMarkup(body: string): boolean {
  return /^[\s\uFEFF]*<[!?/a-z]/i.test(body);
}

/**
 * Returns a page at which a user signs in: elements and names of attributes, and only values that are addresses or
 * words.
 */
export function page(secrets: Secrets, body: string, made: (text: string) => boolean): string {
  if (!isMarkup(body)) return body.trim() === '' ? body : tokenAnswer(secrets, body);
  const shown = body.replaceAll(
    /<!--[^]*?(?:-->|$)|<(script|style)\b[^>]*>[^]*?(?:<\/\1\s*>|$)|<[!?/]?[a-z][^<>]*(?:>|$)|[^<]+|</gi,
    (piece) => {
      if (/^<!--|^<(?:script|style)/i.test(piece)) return `<!-- ${lengthOf(piece)} -->`;
      if (/^<[!?/]?[a-z]/i.test(piece)) return element(secrets, piece, made);
      return piece.trim() === '' || made(piece.trim()) ? piece : secrets.labelled('text', piece.trim());
    },
  );
  return secrets.redact(shown);
}

function element(secrets: Secrets, tag: string, made: (text: string) => boolean): string {
  return tag.replaceAll(/(\s[\w:-]+\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g, (_whole, name: string, quoted: string) => {
    const quote = /^["']/.exec(quoted)?.[0] ?? '';
    const value = quote === '' ? quoted : quoted.slice(1, -1);
    const plain = value.replaceAll('&amp;', '&');
    if (plain === '' || isSimple(plain) || /^[a-z]{1,16}(?:[ _-][a-z]{1,16}){0,3}$/i.test(plain) || made(plain)) {
      return name + quoted;
    }
    const isAddress = /^\s*(?:href|src|action|formaction|content)\s*=/i.test(name) && /^(?:\w+:)?\/|[?=]/.test(plain);
    return name + quote + (isAddress ? address(secrets, plain, made) : secrets.labelled('text', plain)) + quote;
  });
}

// -- answers of the control ------------------------------------------------------------------------------------------

/** Members of the control's answers that are identifiers, moments or words of its interface. */
const plainOutput: ReadonlySet<string> = new Set([
  ...['now', 'createdAt', 'userId', 'email', 'appId', 'appDefinitionId', 'versionNumber', 'clientId', 'projectId'],
  ...['schemaId', 'ids', 'audience', 'prompts', 'subscribed', 'resourceId', 'updates', 'featureId'],
]);

/** Returns the answer of the control: identifiers and moments are kept, and any other text becomes a label. */
export function controlOutput(secrets: Secrets, output: unknown, made: (text: string) => boolean, name = ''): unknown {
  if (typeof output !== 'string') {
    return mapped(secrets, output, (key, item) => controlOutput(secrets, item, made, key ?? name));
  }
  if (output === '') return output;
  const known = secrets.exactly(output);
  if (known !== undefined) return known;
  if (name === 'location') return address(secrets, output, made);
  if (name === 'cookies') return cookie(secrets, output);
  if (plainOutput.has(name) && output.length <= 400) return secrets.redact(output);
  return secrets.altered(output) ?? secrets.labelled(secretMember(name) ?? 'text', output);
}

// -- shared ----------------------------------------------------------------------------------------------------------

function mapped(secrets: Secrets, data: unknown, each: (name: string | undefined, item: unknown) => unknown): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => each(undefined, item));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, item]) => [secrets.redact(name), each(name, item as unknown)]),
  );
}

function eachField(text: string, shown: (name: string, value: string) => string): string {
  return text.replaceAll(
    /([^&=]*)=([^&]*)/g,
    (_whole, name: string, value: string) => `${name}=${shown(unescaped(name), value)}`,
  );
}

/** Returns the decoded value of a field of a form or a query. */
function unescaped(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.includes('%')
    ? spaced.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) => textOf(Buffer.from(run.replaceAll('%', ''), 'hex')))
    : spaced;
}

function jsonText(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function lengthOf({ length }: string): string {
  return `${length} ${length === 1 ? 'character' : 'characters'}`;
}
