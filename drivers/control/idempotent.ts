import type { ControlOperation } from '../../schemas/control/operations.ts';

/** A question to the control: one of its operations, or a request to describe itself. */
export type Question = ControlOperation | 'describe';

/** The operations that only read, or that set a state in which the tenant may be already. */
const idempotent: ReadonlySet<Question> = new Set<Question>([
  'describe',
  'clock.now',
  'user.suspend',
  'user.unsuspend',
  'app.archive',
  'app.unarchive',
  'app.install',
  'app.uninstall',
  'app.registerRedirectUri',
  'app.setWebhook',
  'project.grant',
  'project.revoke',
  'identityProvider.trust',
]);

/** Reports whether an operation may be repeated with the same input, because the repetition changes nothing. */
export function isIdempotent(operation: Question): boolean {
  return idempotent.has(operation);
}
