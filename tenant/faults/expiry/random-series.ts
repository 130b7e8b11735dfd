/** What a random series of events may come across as well. */
export const inAnySeries = ['EXP-33', 'LIF-42'];
