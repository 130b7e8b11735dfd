import type { ApiKey } from '../../state/model.ts';

/** The first day on which keys that are created expire. */
export const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);

/** Reports whether the key was created late enough to expire. */
export const canExpire = ({ createdAt }: ApiKey): boolean => createdAt.getTime() >= KEYS_EXPIRE_SINCE;
