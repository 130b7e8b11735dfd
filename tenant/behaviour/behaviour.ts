/**
 * Every decision of the tenant, one function each. Rules call one another only through this object
 * (`call.tenant.behaviour`), so a rule that is replaced is replaced for every rule that calls it.
 *
 * The interface is open: the file of each subject adds the decisions of its subject (`declare module`). The arguments
 * of a decision (a call, its tenant and all decisions of that tenant) therefore need not know the subjects.
 */
export interface Behaviour {}

/**
 * Returns the rules that differ from the normal ones. Called once for each started tenant, so its local variables
 * belong to that tenant.
 */
export type Deviation = (normal: Behaviour) => Partial<Behaviour>;
