import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import { TEXT_TYPES } from '../../state/fields.ts';
import { becomes, insteadWhere } from '../operators/rules.ts';

type Match = (asked: string, stored: string) => boolean;
type Change = (text: string) => string;
/** A comparison that may ask the right one. */
type Comparison = (same: Match, asked: string, stored: string, call: Call) => boolean;

const changed =
  (change: Change): Comparison =>
  (same, asked, stored) =>
    same(change(asked), change(stored));

/** Wrong comparisons of what is asked for with what is stored in fields of these types. */
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
    /** Compares both after this was done to them. */
    compareAs: (change: Change) => compare(changed(change)),
    /** Compares so many characters of them. */
    compareFirst: (length: number) => compare(changed((text) => text.slice(0, length))),
    /** Compares by this rule instead. */
    compareBy: (isMatch: Match) => compare((_same, asked, stored) => isMatch(asked, stored)),
    /** Looks for what comes of this instead of what is asked for. */
    lookFor: (change: Change) => compare((same, asked, stored) => same(change(asked), stored)),
    /** Looks also for what stands on either side of this. */
    split: (at: string) =>
      compare((same, asked, stored) => [asked, ...asked.split(at)].some((one) => same(one, stored))),
    /** Lets this match, too. */
    addMatch: (isMatch: Match) => compare((same, asked, stored) => same(asked, stored) || isMatch(asked, stored)),
    /** Never finds such texts. */
    miss: (isMissed: (stored: string) => boolean) =>
      compare((same, asked, stored) => !isMissed(stored) && same(asked, stored)),
    /** Finds nothing by such texts. */
    missAsked: (isMissed: (asked: string) => boolean) =>
      compare((same, asked, stored) => !isMissed(asked) && same(asked, stored)),
    /** Minds the letter case, here or always. */
    mindCase: (where: (stored: string, call: Call) => boolean = () => true) =>
      compare((same, asked, stored, call) => (where(stored, call) ? asked === stored : same(asked, stored))),
    /** Minds the letter case of a part. */
    mindCaseOf: (part: (text: string) => string | undefined) =>
      compare((same, asked, stored) => part(asked) === part(stored) && same(asked, stored)),
  };
};
export const strings = inFields(['String']);
export const longTexts = inFields(['Long Text']);
export const texts = inFields(TEXT_TYPES);

/** Letter case is ignored only for the letters that this matches, which must be global. */
export const foldOnly =
  (letters: RegExp): Deviation =>
  (normal) => ({ foldCase: (call, text) => text.replaceAll(letters, (part) => normal.foldCase(call, part)) });

/** Something is done to texts besides, before they are compared without their case. */
export const alsoFold = (change: Change): Deviation => becomes('foldCase', (right) => change(right));

/** An assertion on text is read after this was done to it. */
export const readTextAs =
  (change: Change): Deviation =>
  (normal) => ({ readTextAssertion: (call, type, text) => normal.readTextAssertion(call, type, change(text)) });

/** Such assertions on text are refused. */
export const refuseTexts = (isRefused: (text: string, type: string) => boolean): Deviation =>
  insteadWhere(
    'readTextAssertion',
    (_call, type, text) => isRefused(text, type),
    () => refusal('invalid-query', 'There is no such value.'),
  );

/** Quotes around an operator count as a part of the value. */
export const keepQuotes = (isKept: (text: string, call: Call) => boolean): Deviation =>
  insteadWhere(
    'unquote',
    (call, text) => isKept(text, call),
    (_call, text) => text,
  );

/** Names and values are taken from the query otherwise. */
export const decodeBy =
  (decode: (text: string, normally: Change) => string): Deviation =>
  (normal) => ({ decodeFilterText: (call, text) => decode(text, (one) => normal.decodeFilterText(call, one)) });
