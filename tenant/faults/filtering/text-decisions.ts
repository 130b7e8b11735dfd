import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import { TEXT_TYPES } from '../../state/fields.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

type Match = (asked: string, stored: string) => boolean;
type Change = (text: string) => string;
/** A comparison that can call the right one. */
type Comparison = (same: Match, asked: string, stored: string, call: Call) => boolean;

const changed =
  (change: Change): Comparison =>
  (same, asked, stored) =>
    same(change(asked), change(stored));

/** Returns wrong comparisons of the requested with the stored text, in fields of these types. */
const inFields = (types: readonly string[]) => {
  const compare =
    (by: Comparison): Deviation =>
    (normal) => ({
      sameText: (call, type, asked, stored) => {
        const same: Match = (one, other) => normal.sameText(call, type, one, other);
        return types.includes(type) ? by(same, asked, stored, call) : same(asked, stored);
      },
    });
  return {
    compare,
    /** Compares both texts after a change to them. */
    compareAs: (change: Change) => compare(changed(change)),
    /** Compares only the first `length` characters of both texts. */
    compareFirst: (length: number) => compare(changed((text) => text.slice(0, length))),
    /** Compares by this rule instead. */
    compareBy: (isMatch: Match) => compare((_same, asked, stored) => isMatch(asked, stored)),
    /** Looks for the changed text instead of the requested one. */
    lookFor: (change: Change) => compare((same, asked, stored) => same(change(asked), stored)),
    /** Also looks for each part of the requested text, split at this separator. */
    split: (at: string) =>
      compare((same, asked, stored) => [asked, ...asked.split(at)].some((one) => same(one, stored))),
    /** Also accepts this match. */
    addMatch: (isMatch: Match) => compare((same, asked, stored) => same(asked, stored) || isMatch(asked, stored)),
    /** Never finds some stored texts. */
    miss: (isMissed: (stored: string) => boolean) =>
      compare((same, asked, stored) => !isMissed(stored) && same(asked, stored)),
    /** Finds nothing for some requested texts. */
    missAsked: (isMissed: (asked: string) => boolean) =>
      compare((same, asked, stored) => !isMissed(asked) && same(asked, stored)),
    /** Compares with regard to letter case, always or in some comparisons. */
    mindCase: (where: (stored: string, call: Call) => boolean = () => true) =>
      compare((same, asked, stored, call) => (where(stored, call) ? asked === stored : same(asked, stored))),
    /** Compares one part of the texts with regard to letter case. */
    mindCaseOf: (part: (text: string) => string | undefined) =>
      compare((same, asked, stored) => part(asked) === part(stored) && same(asked, stored)),
  };
};
export const strings = inFields(['String']);
export const longTexts = inFields(['Long Text']);
export const texts = inFields(TEXT_TYPES);

/** Ignores letter case only for the letters that the regular expression matches. It must be global. */
export const foldOnly =
  (letters: RegExp): Deviation =>
  (normal) => ({ foldCase: (call, text) => text.replaceAll(letters, (part) => normal.foldCase(call, part)) });

/** Changes texts further before they are compared without regard to letter case. */
export const alsoFold = (change: Change): Deviation => becomes('foldCase', (right) => change(right));

/** Changes the text of an assertion before it is read. */
export const readTextAs =
  (change: Change): Deviation =>
  (normal) => ({ readTextAssertion: (call, type, text) => normal.readTextAssertion(call, type, change(text)) });

/** Refuses some assertions on text. */
export const refuseTexts = (isRefused: (text: string, type: string) => boolean): Deviation =>
  replaceIf(
    'readTextAssertion',
    (_call, type, text) => isRefused(text, type),
    () => refusal('invalid-query', 'There is no such value.'),
  );

/** Keeps the quotes around an operator as a part of the value. */
export const keepQuotes = (isKept: (text: string, call: Call) => boolean): Deviation =>
  replaceIf(
    'unquote',
    (call, text) => isKept(text, call),
    (_call, text) => text,
  );

/** Decodes names and values of the query in another way. */
export const decodeBy =
  (decode: (text: string, normally: Change) => string): Deviation =>
  (normal) => ({ decodeFilterText: (call, text) => decode(text, (one) => normal.decodeFilterText(call, one)) });
