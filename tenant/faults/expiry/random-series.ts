/** The requirements that a random series of events may also find broken. */
export const alsoInRandomSeries = ['EXP-33', 'LIF-42'];
