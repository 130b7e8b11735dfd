import type { Variant } from '../variant.ts';

/** Variants of the stored consents after a state has ended. */
export const lifecycleConsentVariants: readonly Variant[] = [
  {
    id: 'lifecycle/a-suspension-forgets-consents',
    freedoms: ['FRE-74'],
    summary: 'A user who was suspended is asked for consent again.',
    behaviour: (normal) => ({
      consentIsOf: (call, consent, user) =>
        normal.consentIsOf(call, consent, user) &&
        !(user.activeChangedAt > user.createdAt && consent.givenAt < user.activeChangedAt),
    }),
  },
  {
    id: 'lifecycle/archiving-forgets-consents',
    freedoms: ['FRE-75'],
    summary: 'The users of an app that was archived are asked for consent again.',
    behaviour: (normal) => ({
      consentIsFor: (call, consent, app) =>
        normal.consentIsFor(call, consent, app) &&
        !(app.archivedChangedAt > app.createdAt && consent.givenAt < app.archivedChangedAt),
    }),
  },
  {
    id: 'lifecycle/a-suspension-ends-sessions',
    freedoms: ['FRE-74', 'FRE-116'],
    summary: 'A user who was suspended has to sign in again, and then to consent again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active);
        for (const session of tenant.state.sessions.values()) {
          if (!active && session.userId === user.id) tenant.state.sessions.delete(session.value);
        }
      },
      consentIsOf: (call, consent, user) => {
        const session = normal.sessionOf(call);
        return (
          normal.consentIsOf(call, consent, user) && !(session !== undefined && consent.givenAt < session.startedAt)
        );
      },
    }),
  },
];
