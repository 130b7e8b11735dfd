/** The number of a day in its year, and the time of the day, which is all that some columns keep. */
export const withinYear = (time: number): number => time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1);
