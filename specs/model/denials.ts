import type { History } from '../../generators/history.ts';
import { answerForVisit } from './answers.ts';
import { hasConsent } from './event-log.ts';
import type { EventLog, UserAndApp } from './vocabulary.ts';

/** Returns the pairs of user and app for which a denial shows something about exactly one requirement. */
export function pairsToDeny(past: EventLog, { users, apps }: Pick<History, 'users' | 'apps'>): UserAndApp[] {
  const pairs = Array.from({ length: users * apps }, (_, index) => ({
    user: index % users,
    app: Math.floor(index / users),
  }));
  return pairs.filter(({ user, app }) => {
    if (answerForVisit(past, user, app, 'deny').word !== 'refused') return false;
    return !hasConsent(past, { user }) || !hasConsent(past, { app }) || hasConsent(past, { user, app });
  });
}
