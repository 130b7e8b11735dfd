/** The requirements on the four range operators. */
export const requirementsOnOperators: readonly string[] = ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'];

/** The requirements that a filter finds every record that satisfies it. */
export const requirementsOnMatches: readonly string[] = [
  ...['FLT-05', 'FLT-07', 'FLT-08', 'FLT-10', 'FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-16', 'FLT-17', 'FLT-18'],
  ...requirementsOnOperators,
  ...['FLT-23', 'FLT-24', 'FLT-25', 'FLT-26', 'FLT-27', 'FLT-29', 'FLT-30'],
  ...['FLT-31', 'FLT-32', 'FLT-33', 'FLT-34', 'FLT-36', 'FLT-37'],
];

/** The requirements that a filter leaves records out. They are broken if the filter is ignored. */
export const everything: readonly string[] = [
  ...['FLT-01', 'FLT-02', 'FLT-03', 'FLT-04', 'FLT-06', 'FLT-09', 'FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-15'],
  ...['FLT-16', 'FLT-17', 'FLT-18', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-34', 'FLT-36', 'FLT-37', 'FLT-38'],
];
