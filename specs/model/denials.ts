import type { History } from '../../generators/history.ts';
import { answerForVisit } from './answers.ts';
import type { EventLog } from './vocabulary.ts';

/** Users and apps of which a denial can tell something, and one thing only. */
export function deniableIn(
  past: EventLog,
  { users, apps }: Pick<History, 'users' | 'apps'>,
): { user: number; app: number }[] {
  const pairs = Array.from({ length: users * apps }, (_, index) => ({
    user: index % users,
    app: Math.floor(index / users),
  }));
  const consents = past.filter((one) => one.kind === 'visited').filter(({ consent }) => consent === 'grant');
  return pairs.filter(({ user, app }) => {
    if (answerForVisit(past, user, app, 'deny').word !== 'refused') return false;
    const own = consents.filter((one) => one.user === user);
    if (own.some((one) => one.app === app)) return true;
    return own.length === 0 || !consents.some((one) => one.app === app);
  });
}
