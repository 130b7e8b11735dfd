import type { History } from '../../generators/history.ts';
import { answerForVisit } from './answers.ts';
import { hasConsent } from './event-log.ts';
import type { EventLog, UserAndApp } from './vocabulary.ts';
import { isOfSame } from './vocabulary.ts';

/** Users and apps of which a denial can tell something, and one thing only. */
export function deniableIn(past: EventLog, { users, apps }: Pick<History, 'users' | 'apps'>): UserAndApp[] {
  const pairs = Array.from({ length: users * apps }, (_, index) => ({
    user: index % users,
    app: Math.floor(index / users),
  }));
  return pairs.filter(({ user, app }) => {
    if (answerForVisit(past, user, app, 'deny').word !== 'refused') return false;
    const isByUser = hasConsent(past, (one) => one.user === user);
    const isToApp = hasConsent(past, (one) => one.app === app);
    return !isByUser || !isToApp || hasConsent(past, (one) => isOfSame(one, { user, app }));
  });
}
