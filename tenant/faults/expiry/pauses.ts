import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';

interface Span {
  readonly from: number;
  to: number;
}

/** How long something was off between two moments, in milliseconds. */
class Pauses {
  readonly #spans = new Map<string, Span[]>();

  begin(id: string, from: number): void {
    this.#spans.set(id, [...(this.#spans.get(id) ?? []), { from, to: Infinity }]);
  }

  end(id: string, to: number): void {
    const last = this.#spans.get(id)?.at(-1);
    if (last !== undefined) last.to = Math.min(last.to, to);
  }

  between(id: string, from: number, to: number): number {
    const spans = this.#spans.get(id) ?? [];
    return spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0);
  }

  lastEnd(id: string): number | undefined {
    const end = this.#spans.get(id)?.at(-1)?.to;
    return end === undefined || end === Infinity ? undefined : end;
  }
}

/** Rules that look at how long a user was suspended, or an app archived. */
function withPauses(rules: (pauses: Pauses) => Deviation): Deviation {
  return (normal) => {
    const pauses = new Pauses();
    return {
      setUserActive: (tenant, user, active) => {
        if (user.active !== active) {
          if (active) pauses.end(user.id, tenant.clock.now().getTime());
          else pauses.begin(user.id, tenant.clock.now().getTime());
        }
        normal.setUserActive(tenant, user, active);
      },
      setArchived: (tenant, app, archived) => {
        if (app.archived !== archived) {
          if (archived) pauses.begin(app.id, tenant.clock.now().getTime());
          else pauses.end(app.id, tenant.clock.now().getTime());
        }
        normal.setArchived(tenant, app, archived);
      },
      ...rules(pauses)(normal),
    };
  };
}

const MONTH = 30 * 86_400_000;

/** Wrong decisions about credentials that were stopped for a while. */
export const pauseFaults: readonly Fault[] = [
  {
    id: 'expiry/days-of-suspension-do-not-count-for-keys',
    breaks: ['EXP-29'],
    also: ['EXP-30', 'EXP-33', 'EXP-22'],
    summary: 'The clock of a key stands still while its owner is suspended.',
    behaviour: withPauses((pauses) => (normal) => ({
      keyHasExpired: (call, key) => {
        const end = normal.keyExpiresAt(key)?.getTime() ?? Infinity;
        const off = pauses.between(key.userId, key.createdAt.getTime(), call.now.getTime());
        return call.now.getTime() >= end + off;
      },
    })),
  },
  {
    id: 'expiry/an-un-suspension-renews-keys',
    breaks: ['EXP-29', 'EXP-30'],
    also: ['EXP-33', 'EXP-22'],
    summary: 'A key has thirty days from the last un-suspension of its owner.',
    behaviour: withPauses((pauses) => (normal) => ({
      keyHasExpired: (call, key) => {
        const end = normal.keyExpiresAt(key)?.getTime() ?? Infinity;
        return call.now.getTime() >= Math.max(end, (pauses.lastEnd(key.userId) ?? -Infinity) + MONTH);
      },
    })),
  },
  {
    id: 'expiry/keys-that-expire-during-a-suspension-are-overlooked',
    breaks: ['EXP-30'],
    also: ['EXP-33', 'EXP-22'],
    summary: 'A key expires only if its owner was active at the end of its thirty days.',
    behaviour: withPauses((pauses) => (normal) => ({
      keyHasExpired: (call, key) => {
        const end = normal.keyExpiresAt(key)?.getTime() ?? Infinity;
        return normal.keyHasExpired(call, key) && pauses.between(key.userId, end, end + 1000) === 0;
      },
    })),
  },
  {
    id: 'expiry/archived-time-does-not-count',
    breaks: ['EXP-31'],
    also: ['EXP-33', 'EXP-02', 'EXP-04', 'EXP-05'],
    summary: 'The clock of an access token stands still while its app is archived.',
    behaviour: withPauses((pauses) => (normal) => ({
      tokenHasExpired: (call, token) => {
        const off = pauses.between(token.appId, token.issuedAt.getTime(), call.now.getTime());
        return call.now.getTime() - token.issuedAt.getTime() - off >= normal.enforcedLifetime(call, token) * 1000;
      },
    })),
  },
  {
    id: 'expiry/unarchiving-renews-delegated-tokens',
    breaks: ['EXP-31'],
    also: ['EXP-33', 'EXP-04', 'EXP-05'],
    summary: 'A delegated access token has 900 seconds from the unarchiving of its app.',
    behaviour: withPauses((pauses) => (normal) => ({
      tokenHasExpired: (call, token) => {
        const since = token.delegation === undefined ? undefined : pauses.lastEnd(token.appId);
        const renewed = since !== undefined && since > token.issuedAt.getTime();
        return normal.tokenHasExpired(call, token) && !(renewed && call.now.getTime() - since < 900_000);
      },
    })),
  },
  {
    id: 'expiry/unarchiving-renews-app-tokens-that-are-live',
    breaks: ['EXP-31'],
    also: ['EXP-33', 'EXP-02'],
    summary: 'An app access token that is live when its app is unarchived has 900 seconds from then.',
    behaviour: withPauses((pauses) => (normal) => ({
      tokenHasExpired: (call, token) => {
        const since = token.delegation === undefined ? pauses.lastEnd(token.appId) : undefined;
        const live = since !== undefined && since - token.issuedAt.getTime() < 900_000;
        return normal.tokenHasExpired(call, token) && !(live && call.now.getTime() - since < 900_000);
      },
    })),
  },
  {
    id: 'expiry/days-of-suspension-do-not-count-for-refresh-tokens',
    breaks: ['EXP-32'],
    also: ['EXP-33', 'EXP-12'],
    summary: 'The clock of a refresh token stands still while its user is suspended.',
    behaviour: withPauses((pauses) => () => ({
      refreshTokenHasExpired: (call, { countsFrom, delegation }) => {
        const off = pauses.between(delegation.userId, countsFrom.getTime(), call.now.getTime());
        return call.now.getTime() - countsFrom.getTime() - off >= MONTH;
      },
    })),
  },
  {
    id: 'expiry/an-un-suspension-renews-refresh-tokens',
    breaks: ['EXP-32'],
    also: ['EXP-33', 'EXP-12'],
    summary: 'A refresh token has thirty days from the last un-suspension of its user.',
    behaviour: withPauses((pauses) => (normal) => ({
      refreshTokenHasExpired: (call, token) => {
        const since = pauses.lastEnd(token.delegation.userId) ?? -Infinity;
        return normal.refreshTokenHasExpired(call, token) && call.now.getTime() - since >= MONTH;
      },
    })),
  },
];
