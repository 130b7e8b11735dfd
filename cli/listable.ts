/** The subjects that `labconform list` can print. */
export const listable = ['requirements', 'checks', 'profiles', 'faults', 'mutants', 'variants', 'freedoms'] as const;

export type Listable = (typeof listable)[number];
