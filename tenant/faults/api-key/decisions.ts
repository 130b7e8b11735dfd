import { forbidKeys, redirectKeys } from '../operators/keys.ts';
import { isKey } from '../operators/kinds.ts';
import { alsoStop, exempt } from '../operators/operators.ts';
import type { Wrong } from '../operators/rows.ts';

const refuse = alsoStop('keyHasExpired', isKey);

/** Right keys that are refused. */
export const refused = {
  keys: { breaks: ['KEY-01'], also: ['KEY-02', 'KEY-17'], wrong: refuse },
  onListings: { breaks: ['KEY-02'], wrong: refuse },
  rotated: { breaks: ['KEY-14'], wrong: refuse },
  again: { breaks: ['KEY-17'], wrong: refuse },
  onVersions: { breaks: ['KEY-20'], also: ['KEY-02'], wrong: refuse },
  besideApps: { breaks: ['KEY-22'], wrong: refuse },
  atOwnAddress: { breaks: ['KEY-21'], wrong: redirectKeys },
  onWholeListings: { breaks: ['KEY-02'], wrong: forbidKeys },
} satisfies Record<string, Wrong>;

/** A key that goes on after another has taken its place. */
export const replacedKeys: Wrong = { breaks: ['KEY-15'], wrong: exempt('keyIsRetired', isKey) };
