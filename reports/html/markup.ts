import { visible } from '../visible.ts';

/** A piece of HTML that is known to be markup; everything else is text. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template; false and undefined leave nothing behind. */
export type Insert = Markup | string | number | false | undefined | readonly Insert[];

/**
 * A template of HTML whose inserts are escaped, unless they are markup themselves: nothing that a tenant answered can
 * become markup by being forgotten. Attribute values must stand in double quotes.
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

/** Control characters are shown by their pictures, and what else is not seen by its number. */
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
