import type { Deviation } from '../../behaviour/behaviour.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { creates, filters, isFollowing } from '../calls.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { countInARow, follow, lose } from '../operators/changes.ts';
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

/** What shows when an app is archived again. */
const again = (deviation: Deviation): Wrong => ({ breaks: ['LIF-28'], also: ['LIF-42'], wrong: () => deviation });

/** Wrong decisions about what comes back when an app is unarchived, once and again. */
export const unarchivingFaults: readonly Fault[] = [
  ...breaking('LST-31', {
    'grants-of-an-archiving-are-lost': [
      losing(isArchived),
      'A project that an app is added to while archived is not shown to it afterwards.',
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
      'An app that is unarchived has a new client secret.',
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
      'An app that is unarchived after more than a day has a new client secret.',
    ],
    'unarchiving-brings-the-former-secret-back': [
      by(
        loses.secrets,
        follow('unarchiving', (_tenant, app) => {
          app.clientSecret = app.formerSecrets.at(-1)?.value ?? app.clientSecret;
        }),
      ),
      always,
      'An app whose secret was rotated before it was archived has its former secret when it is unarchived.',
      { breaks: ['LIF-28'], also: ['LIF-27', 'TOK-22', 'TOK-23'] },
    ],
    'an-unarchived-app-has-lost-its-projects': [
      by(loses.records, follow('archiving', leaveProjects)),
      always,
      'Archiving takes an app out of all projects.',
    ],
    'records-of-an-archiving-are-not-seen': [
      loses.records,
      addedBefore('unarchiving', itsApp),
      'What was added while an app was archived is not shown to it afterwards.',
    ],
    'an-unarchived-app-gets-useless-tokens': [
      loses.everything,
      always,
      'The token endpoint serves an app that was unarchived, and no listing does.',
      { also: ['LIF-10', 'LIF-20', 'LIF-38'] },
    ],
    'an-unarchived-app-creates-nothing': [
      loses.tokens,
      all(isAppToken, creates),
      'An app that was archived once lists, and creates no entries.',
    ],
    'an-unarchived-app-gets-no-following-page': [
      loses.tokens,
      isFollowing,
      'The tokens of an app that was archived once are refused beside a page token.',
    ],
    'an-unarchived-app-filters-nothing': [
      loses.tokens,
      filters,
      'The tokens of an app that was archived once are refused where a listing is filtered.',
    ],
    'an-unarchived-app-is-served-for-an-hour': [
      loses.clients,
      ago(HOUR, lastArchiving),
      'An app that was archived once gets tokens for an hour from when it was unarchived.',
    ],
    'the-third-unarchiving-is-half-done': [
      loses.clients,
      unarchived(3),
      'An app that was unarchived three times is archived for good to the token endpoint.',
      { breaks: ['LIF-28'], also: ['LIF-26', 'TOK-22'] },
    ],
    'unarchiving-does-nothing': [
      by(loses.clients, lose('unarchiving')),
      always,
      'An app that was archived stays so.',
      { breaks: ['LIF-26', 'LIF-27'], also: ['EXP-18', 'EXP-19', 'LIF-20', 'LIF-46'] },
    ],
    'the-second-unarchiving-does-nothing': [
      again(lose('unarchiving', (_app, times) => times >= 2)),
      always,
      'An app that was archived twice stays so.',
    ],
    'the-fifth-archiving-is-for-good': [
      again(lose('unarchiving', (_app, times) => times >= 5)),
      always,
      'An app that is archived for the fifth time is not unarchived any more.',
    ],
    'repeated-archivings-are-counted': [
      again(countInARow('archiving')),
      always,
      'An app that was archived twice in a row has to be unarchived as often.',
      { also: ['LIF-26', 'LIF-27'] },
    ],
    'unarchived-apps-cannot-be-authorized': [
      loses.authorizations,
      always,
      'An app that was unarchived acts for itself again, and users cannot authorize it any more.',
      { also: ['LIF-20', 'DEL-01'] },
    ],
    'unarchived-apps-do-not-refresh-what-is-new': [
      loses.refreshes,
      isSince(itsAuthorization, lastArchiving),
      'What users authorize an app for after it was unarchived cannot be refreshed.',
    ],
  }),
];
