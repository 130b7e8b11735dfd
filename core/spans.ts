/** Spans of time, in seconds. */
export const hour = 3600;
export const day = 86_400;
