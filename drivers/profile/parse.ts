import { LineCounter, parseDocument, visit, type Document, type ErrorCode } from 'yaml';
import type { Plain } from './walk.ts';

/**
 * The data of a profile, or a sentence that says where and why its text is not a profile. The sentence repeats nothing
 * of the text.
 */
export type Parsed = { readonly value: Plain } | { readonly trouble: string };

/** The deepest nesting that is accepted. A profile is four levels deep, its write probe's body hardly deeper. */
const deepest = 40;

/**
 * The suite's own sentence for each kind of mistake. The parser's own messages repeat parts of the text, and a profile
 * that is not YAML may hold a secret in any place.
 */
const sentences: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'an alias (*name) is not allowed; write the value out, or put a text that begins with * in quotes',
  BAD_DQ_ESCAPE: "an unknown escape in a text in double quotes; use single quotes, e.g. 'C:\\certificates\\ca.pem'",
  BAD_INDENT: 'a line that is indented differently from its neighbours, or a bracket that is not closed',
  BAD_SCALAR_START: 'a value that begins with a character reserved by YAML; put it in quotes, e.g. "@value"',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" on one line; give each key a line of its own',
  MISSING_CHAR: 'something is missing, such as a closing quote, bracket or comma, or the colon after a key',
  MULTIPLE_DOCS: 'a second document (---); a profile is one document',
  NON_STRING_KEY: 'a key that is not text; write keys as names, e.g. baseUrl: https://acme.example',
  TAB_AS_INDENT: 'a tab as indentation; indent by spaces',
  TAG_RESOLVE_FAILED: 'a tag (!name) is not allowed; put a text that begins with ! in quotes',
};

/** Parses YAML, which includes JSON. Refuses an alias, so that a small file cannot expand to a huge value. */
export function parseProfile(text: string): Parsed {
  const lines = new LineCounter();
  const at = (offset: number, sentence: string): Parsed => {
    const { line, col } = lines.linePos(offset);
    return { trouble: `line ${String(line)}, column ${String(col)}: ${sentence}` };
  };
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
      // `silent` would ignore a second document without a message
      logLevel: 'error',
    });
    const mistake = document.errors[0] ?? document.warnings[0];
    if (mistake?.code === 'RESOURCE_EXHAUSTION') return { trouble: tooDeep };
    if (mistake?.code === 'DUPLICATE_KEY') return at(mistake.pos[0], givenTwice(text.slice(mistake.pos[0])));
    if (mistake !== undefined) {
      return at(mistake.pos[0], sentences[mistake.code] ?? 'this is not YAML; check quotes, brackets and indentation');
    }
    const alias = firstAlias(document);
    if (alias !== undefined) return at(alias, sentences.BAD_ALIAS ?? '');
    const value = document.toJS({ maxAliasCount: 0 }) as Plain;
    return deeperThan(value, deepest) ? { trouble: tooDeep } : { value };
  } catch (error) {
    // a text that consists of opening brackets exhausts the parser's stack
    if (error instanceof RangeError) return { trouble: tooDeep };
    throw error;
  }
}

const tooDeep = `found lists and groups nested more than ${String(deepest)} deep; a profile is only a few levels deep`;

/** Names the key if it is a plain word; any other text may hold more than a key. */
function givenTwice(rest: string): string {
  const key = /^["']?([A-Za-z_]{1,40})["']?\s*:/.exec(rest)?.[1];
  return `${key ?? 'a key'} was already given; keep one of the two`;
}

function firstAlias(document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias: (_key, node) => {
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function deeperThan(value: Plain, depth: number): boolean {
  let level: readonly Plain[] = [value];
  for (let at = 0; level.length > 0; at++) {
    if (at > depth) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
