import type { Listing } from '../endpoints/listings.ts';
import type { Call } from '../call.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';

/** One field's assertion as it was written. */
export interface FilterTerm {
  readonly field: string;
  readonly text: string;
}

/**
 * The form of `schemaFields` in the query ("Filters", 1 and 3; the encoding is not shown). The tenant reads a JSON
 * object, dotted names and bracketed names, also mixed.
 */
export interface FilterQueryBehaviour {
  readonly takesFilters: (call: Call, listing: Listing) => boolean;
  /** Decodes the form encoding of a name or a value: `+` and `%20` are a space, `%2B` is a plus. */
  readonly decodeFilterText: (call: Call, text: string) => string;
  /** Returns the names and values of the query, in order. */
  readonly filterParameters: (call: Call) => readonly (readonly [name: string, value: string])[];
  readonly readJsonFilter: (call: Call, value: string) => readonly FilterTerm[] | Refusal;
  /** Returns the name of the field in a dotted parameter name. */
  readonly dottedField: (call: Call, name: string) => string | undefined;
  /** Returns the name of the field in a bracketed parameter name. */
  readonly bracketedField: (call: Call, name: string) => string | undefined;
  /** Returns the terms in one parameter; empty if it is not part of the filter. */
  readonly termsIn: (call: Call, name: string, value: string) => readonly FilterTerm[] | Refusal;
  /** Returns the terms of the call, for a first or a following page; empty if it has no filter. */
  readonly readFilter: (call: Call, listing: Listing) => readonly FilterTerm[] | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends FilterQueryBehaviour {}
}

const PARAMETER = 'schemaFields';

export const specifiedFilterQueries: FilterQueryBehaviour = {
  takesFilters: (_call, listing) => listing.kind === 'assayResult',

  decodeFilterText: (_call, text) => new URLSearchParams(`text=${text}`).get('text') ?? '',

  filterParameters: (call) => {
    const { behaviour } = call.tenant;
    const { path, target } = call.request;
    return target
      .slice(path.length + 1)
      .split('&')
      .filter((parameter) => parameter !== '')
      .map((parameter) => {
        const end = parameter.includes('=') ? parameter.indexOf('=') : parameter.length;
        return [
          behaviour.decodeFilterText(call, parameter.slice(0, end)),
          behaviour.decodeFilterText(call, parameter.slice(end + 1)),
        ] as const;
      });
  },

  readJsonFilter: (_call, value) => {
    const wrong = refusal('invalid-query', `${PARAMETER} must be a JSON object whose values are texts.`);
    let filter: unknown;
    try {
      filter = JSON.parse(value);
    } catch {
      return wrong;
    }
    if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return wrong;
    const terms: FilterTerm[] = [];
    for (const [field, asserted] of Object.entries(filter)) {
      if (typeof asserted !== 'string' && typeof asserted !== 'number') return wrong;
      terms.push({ field, text: String(asserted) });
    }
    return terms;
  },

  dottedField: (_call, name) => (name.startsWith(`${PARAMETER}.`) ? name.slice(PARAMETER.length + 1) : undefined),

  bracketedField: (_call, name) =>
    name.startsWith(`${PARAMETER}[`) && name.endsWith(']') ? name.slice(PARAMETER.length + 1, -1) : undefined,

  termsIn: (call, name, value) => {
    const { behaviour } = call.tenant;
    if (name === PARAMETER) return behaviour.readJsonFilter(call, value);
    const field = behaviour.dottedField(call, name) ?? behaviour.bracketedField(call, name);
    return field === undefined ? [] : [{ field, text: value }];
  },

  readFilter: (call, listing) => {
    const { behaviour } = call.tenant;
    if (!behaviour.takesFilters(call, listing)) return [];
    const terms: FilterTerm[] = [];
    for (const [name, value] of behaviour.filterParameters(call)) {
      const found = behaviour.termsIn(call, name, value);
      if (isRefusal(found)) return found;
      terms.push(...found);
    }
    return terms;
  },
};
