import type { ControlOperation } from '../../schemas/control/operations.ts';

/** What a control is asked: one of its operations, or what it can do. */
export type Question = ControlOperation | 'describe';

/** The operations that only tell, or set a state in which the tenant may be already. */
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

/** Whether an operation may be carried out once more with the same input, since that changes nothing any more. */
export function isIdempotent(operation: Question): boolean {
  return idempotent.has(operation);
}
