import type { ApiKey } from '../../state/model.ts';

/** Keys that were made from this day on expire. */
export const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);

/** Whether a key is of those that expire. */
export const canExpire = ({ createdAt }: ApiKey): boolean => createdAt.getTime() >= KEYS_EXPIRE_SINCE;
