import { visible } from '../visible.ts';

/** A piece of HTML that is known to be markup; everything else is text. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values that a template accepts; false and undefined insert nothing. */
export type Insert = Markup | string | number | false | undefined | readonly Insert[];

/**
 * Returns a template of HTML with its inserts escaped, unless they are markup themselves. No text of a tenant can
 * become markup because somebody forgot to escape it. Attribute values must stand in double quotes.
 */
export function markup(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return new Markup(parts.map((part, at) => part + rendered(inserts[at])).join(''));
}

function rendered(insert: Insert): string {
  if (insert === undefined || insert === false) return '';
  if (insert instanceof Markup) return insert.text;
  if (typeof insert === 'object') return insert.map(rendered).join('');
  return escaped(String(insert));
}

/** Escapes a text. Control characters become their pictures, and other invisible characters their numbers. */
function escaped(text: string): string {
  return visible(
    text
      .replaceAll('\r\n', '\n')
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0))),
  )
    .replaceAll(
      /[\ufdd0-\ufdef\ufffe\uffff]/g,
      (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
