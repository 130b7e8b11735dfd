/** An element of a document that was read strictly. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** All text within the element, including that of its children. */
  text: string;
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const attribute = /\s+([A-Za-z_:][\w:.-]*)="([^"<]*)"/y;
const token =
  /<\?xml [^?]*\?>|<!DOCTYPE html>|<\/([\w:.-]+)\s*>|<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y;

/**
 * Reads a document as strictly as XML 1.0 demands: one root, balanced tags, quoted and unique attributes, known
 * entities, no forbidden character. HTML that is written in this way is read as well.
 * @throws {Error} at the first part that is not well-formed
 */
export function readStrictly(document: string): Element {
  const wrong = forbidden.exec(document);
  if (wrong !== null) throw new Error(`forbidden character at ${wrong.index}`);
  const root: Element = { name: '#document', attributes: {}, children: [], text: '' };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const match = token.exec(document);
    if (match === null) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 60)}`);
    const [whole, closing, opening, attributes = '', empty] = match;
    const current = open.at(-1) ?? root;
    if (closing !== undefined) {
      if (current.name !== closing) throw new Error(`</${closing}> at ${at} closes <${current.name}>`);
      open.pop();
      const parent = open.at(-1);
      if (parent !== undefined) parent.text += current.text;
    } else if (opening !== undefined) {
      const element: Element = { name: opening, attributes: attributesOf(attributes), children: [], text: '' };
      current.children.push(element);
      if (empty !== '/') open.push(element);
    } else if (!whole.startsWith('<')) current.text += decoded(whole);
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || only === undefined || others.length > 0) throw new Error('not exactly one whole root');
  if (root.text.replace(only.text, '').trim() !== '') throw new Error('text outside the root');
  return only;
}

/** Returns every element of these names, in document order. */
export function elements(within: Element, ...names: readonly string[]): Element[] {
  return within.children.flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...elements(child, ...names),
  ]);
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  attribute.lastIndex = 0;
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const [, name = '', value = ''] = match;
    if (Object.hasOwn(found, name)) throw new Error(`attribute ${name} twice`);
    found[name] = decoded(value);
  }
  return found;
}

function decoded(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text');
  return text.replaceAll(/&(?:#(\d+)|(\w+));|&/g, (whole, number?: string, name?: string) => {
    if (number !== undefined) return String.fromCodePoint(Number(number));
    const character = name === undefined ? undefined : entities[name];
    if (character === undefined) throw new Error(`unknown entity ${whole}`);
    return character;
  });
}
