/** A form as a person sees it: its fields, its buttons, and the hidden values that are sent too. */
export interface PageForm {
  /** The address to which the form is sent; `undefined` for the address of the page. */
  readonly action: string | undefined;
  readonly fields: readonly PageField[];
  readonly buttons: readonly PageField[];
}

export interface PageField {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textOf(html: string): string {
  return html.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    return String.fromCodePoint(typeof decimal === 'string' ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}

function attributesOf(tag: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi,
  )) {
    attributes[name.toLowerCase()] = textOf(double ?? single ?? bare ?? '');
  }
  return attributes;
}

function fieldOf(tag: string, type: string): PageField {
  const attributes = attributesOf(tag);
  return {
    name: attributes['name'] ?? '',
    type: (attributes['type'] ?? type).toLowerCase(),
    value: attributes['value'] ?? '',
  };
}

/** Returns the first form of a page. */
export function formOf(html: string): PageForm | undefined {
  const [, opening, content = ''] = /<form\b([^>]*)>(.*?)<\/form>/is.exec(html) ?? [];
  if (opening === undefined) return undefined;
  const fields = [...content.matchAll(/<input\b([^>]*)>/gi)].map(([, tag = '']) => fieldOf(tag, 'text'));
  const buttons = [...content.matchAll(/<button\b([^>]*)>/gi)].map(([, tag = '']) => fieldOf(tag, 'submit'));
  return {
    action: attributesOf(opening)['action'],
    fields: fields.filter(({ type }) => type !== 'submit'),
    buttons: [...buttons, ...fields.filter(({ type }) => type === 'submit')],
  };
}

/** Returns the address to which the page itself sends the browser, by a refresh or by a script. */
export function moveOf(html: string): string | undefined {
  const refresh = /<meta\b([^>]*http-equiv=["']?refresh[^>]*)>/i.exec(html)?.[1];
  if (refresh !== undefined) {
    const address = /;\s*url\s*=\s*(.*)$/is.exec(attributesOf(refresh)['content'] ?? '')?.[1]?.trim();
    return address?.replace(/^(["'])(.*)\1$/s, '$2');
  }
  const script = /<script\b[^>]*>(.*?)<\/script>/is.exec(html)?.[1] ?? '';
  const literal = /location(?:\.href)?\s*(?:=|\.(?:replace|assign)\()\s*("(?:[^"\\]|\\.)*")/s.exec(script)?.[1];
  return literal === undefined ? undefined : (JSON.parse(literal) as string);
}
