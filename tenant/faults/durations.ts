/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const FIFTEEN_MINUTES = 15 * MINUTE;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;
export const THIRTY_DAYS = 30 * DAY;
