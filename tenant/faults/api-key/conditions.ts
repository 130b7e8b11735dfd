import { rotatedKeys } from '../rotated-keys.ts';
import { always } from '../operators/kinds.ts';
import { keyIn, type Holds } from '../operators/presented.ts';
import type { When } from '../operators/rows.ts';

/** Of keys that came of a rotation, where this holds. */
export const ofRotatedKeys = (form: Holds = always): When => ({
  watch: (normal) => {
    const { rotated, remembering } = rotatedKeys(normal);
    return {
      holds: (call, presented) => {
        const key = keyIn(presented);
        return key !== undefined && rotated.has(key) && form(call, presented);
      },
      remembering,
    };
  },
});
