import type { Deviation } from '../../behaviour/behaviour.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { creates, filters, isFollowing } from '../calls.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { countInARow, follow, loseChange } from '../operators/changes.ts';
import { all, always, isAppToken } from '../operators/kinds.ts';
import { itsApp, unarchived } from '../operators/memories.ts';
import { ago, isSince, itsAuthorization, lastArchiving } from '../operators/moments.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { isArchived } from '../operators/standing.ts';
import { unarchivingLoses as loses } from './decisions.ts';
import { addedBefore, losing } from './pauses.ts';
import { leaveProjects } from './projects.ts';
import { breaking } from './rows.ts';

const rotate = (tenant: Tenant, app: App): void => void tenant.behaviour.rotateClientSecret(tenant, app);

/** The wrong decision for faults that show when an app is archived again. */
const afterRearchiving = (deviation: Deviation): Wrong => ({
  breaks: ['LIF-28'],
  also: ['LIF-42'],
  wrong: () => deviation,
});

/** Faults about what comes back when an app is unarchived, the first time and later. */
export const unarchivingFaults: readonly Fault[] = [
  ...breaking('LST-31', {
    'grants-of-an-archiving-are-lost': [
      losing(isArchived),
      'If an archived app is added to a project, the project stays hidden from the app after the unarchiving.',
      ['LIF-26'],
    ],
  }),
  ...breaking('TOK-22', {
    'a-rotation-in-an-archiving-is-undone': [
      (normal) => {
        const kept = new Map<string, string>();
        return {
          setArchived: (tenant, app, archived) => {
            if (archived && !app.archived) kept.set(app.id, app.clientSecret);
            const secret = kept.get(app.id);
            if (!archived && app.archived && secret !== undefined) app.clientSecret = secret;
            normal.setArchived(tenant, app, archived);
          },
        };
      },
      'Unarchiving brings back the client secret that the app had when it was archived.',
      ['LIF-26', 'LIF-27', 'LIF-28', 'LIF-42', 'TOK-23'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'unarchiving-makes-a-new-secret': [
      by(loses.secrets, follow('unarchiving', rotate)),
      always,
      'When an app is unarchived, its client secret is replaced.',
      { also: ['LIF-20'] },
    ],
    'a-long-archiving-ends-the-secret': [
      by(
        loses.secrets,
        follow('unarchiving', (tenant, app, lasted) => {
          if (lasted > DAY) rotate(tenant, app);
        }),
      ),
      always,
      'When an app is unarchived after more than a day, its client secret is replaced.',
    ],
    'unarchiving-brings-the-former-secret-back': [
      by(
        loses.secrets,
        follow('unarchiving', (_tenant, app) => {
          app.clientSecret = app.formerSecrets.at(-1)?.value ?? app.clientSecret;
        }),
      ),
      always,
      'If the secret of an app was rotated before, the former secret returns when the app is unarchived.',
      { breaks: ['LIF-28'], also: ['LIF-27', 'TOK-22', 'TOK-23'] },
    ],
    'an-unarchived-app-has-lost-its-projects': [
      by(loses.records, follow('archiving', leaveProjects)),
      always,
      'Archiving removes an app from all projects.',
    ],
    'records-of-an-archiving-are-not-seen': [
      loses.records,
      addedBefore('unarchiving', itsApp),
      'Records that were added while an app was archived stay hidden from it after the unarchiving.',
    ],
    'an-unarchived-app-gets-useless-tokens': [
      loses.everything,
      always,
      'The token endpoint serves an app that was unarchived, but the API does not.',
      { also: ['LIF-10', 'LIF-20', 'LIF-38'] },
    ],
    'an-unarchived-app-creates-nothing': [
      loses.tokens,
      all(isAppToken, creates),
      'An app that was archived once can list records, but cannot create entries.',
    ],
    'an-unarchived-app-gets-no-following-page': [
      loses.tokens,
      isFollowing,
      'The tokens of an app that was archived once are refused for following pages.',
    ],
    'an-unarchived-app-filters-nothing': [
      loses.tokens,
      filters,
      'The tokens of an app that was archived once are refused for listings with a filter.',
    ],
    'an-unarchived-app-is-served-for-an-hour': [
      loses.clients,
      ago(HOUR, lastArchiving),
      'An app that was archived once gets tokens only for an hour after the unarchiving.',
    ],
    'the-third-unarchiving-is-half-done': [
      loses.clients,
      unarchived(3),
      'After the third unarchiving of an app, the token endpoint still treats it as archived.',
      { breaks: ['LIF-28'], also: ['LIF-26', 'TOK-22'] },
    ],
    'unarchiving-does-nothing': [
      by(loses.clients, loseChange('unarchiving')),
      always,
      'Unarchiving an app has no effect.',
      { breaks: ['LIF-26', 'LIF-27'], also: ['EXP-18', 'EXP-19', 'LIF-20', 'LIF-46'] },
    ],
    'the-second-unarchiving-does-nothing': [
      afterRearchiving(loseChange('unarchiving', (_app, times) => times >= 2)),
      always,
      'From the second unarchiving of an app on, unarchiving has no effect.',
    ],
    'the-fifth-archiving-is-for-good': [
      afterRearchiving(loseChange('unarchiving', (_app, times) => times >= 5)),
      always,
      'From the fifth unarchiving of an app on, unarchiving has no effect.',
    ],
    'repeated-archivings-are-counted': [
      afterRearchiving(countInARow('archiving')),
      always,
      'An app that was archived twice in a row must be unarchived twice.',
      { also: ['LIF-26', 'LIF-27'] },
    ],
    'unarchived-apps-cannot-be-authorized': [
      loses.authorizations,
      always,
      'After an unarchiving, an app acts for itself again, but users cannot authorize it.',
      { also: ['LIF-20', 'DEL-01'] },
    ],
    'unarchived-apps-do-not-refresh-what-is-new': [
      loses.refreshes,
      isSince(itsAuthorization, lastArchiving),
      'An authorization from after an unarchiving of the app cannot be refreshed.',
    ],
  }),
];
