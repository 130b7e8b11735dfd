/**
 * Every decision of the tenant, one function each. Rules call one another only through this object
 * (`call.tenant.behaviour`), so a rule that is replaced is replaced for all who follow it.
 *
 * It is open: the file of a subject adds the decisions of the subject (`declare module`). So nothing that a decision is
 * told of (a call, its tenant and all decisions of that) has to know the subjects.
 */
export interface Behaviour {}

/** Makes the rules that differ from the normal ones. Called once a started tenant, so what it closes over is that tenant's. */
export type Deviation = (normal: Behaviour) => Partial<Behaviour>;
