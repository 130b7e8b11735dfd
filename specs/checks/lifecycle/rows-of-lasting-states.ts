import { day } from '../../../core/spans.ts';
import type { Telling } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  allBesideApp,
  allBesideUser,
  archive,
  askForToken,
  connect,
  getIdToken,
  giveKey,
  installAnother,
  rotateKey,
  rotateSecret,
  suspend,
  suspendAnother,
  unarchive,
  unarchiveAnother,
  uninstall,
  uninstallAnother,
  unsuspend,
  unsuspendAnother,
  wait,
} from '../../world/commands.ts';
import { ofAGrant, ofAnApp, ofAUser, ofOthersToo, one } from '../../world/tellings.ts';
import { delegatedNeeds } from './stage.ts';

const aUserInEveryForm = { ...one, apps: 0 } as const satisfies Telling;

const twoUsersInEveryForm = { ...aUserInEveryForm, users: 2 } as const satisfies Telling;

/** Checks of states that last for months, of states amid other events, and of ID tokens ("States and transitions"). */
export const rowsOfLastingStatesChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'lifecycle/a-suspension-stops-id-tokens',
    title: 'An ID token of a suspended user gets no page and writes nothing, and a new one works afterwards',
    proves: ['LIF-15', 'LIF-16'],
    needs: ['user.create', 'user.suspend', 'identityProvider.trust'],
    keys: false,
    stories: [
      storyOf([getIdToken()], [suspend, getIdToken(), unsuspend, getIdToken()], aUserInEveryForm),
      storyOf([getIdToken()], [suspend, unsuspend, getIdToken(), suspend, getIdToken()], aUserInEveryForm),
      storyOf([getIdToken(1), getIdToken()], [suspendAnother, suspend, unsuspend, getIdToken()], twoUsersInEveryForm),
      storyOf([getIdToken()], [suspend, unsuspend, getIdToken()], { ...twoUsersInEveryForm, atTheEnd: 'oldest first' }),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/states-last-for-months',
    title: 'States still apply after months, and access that is restored then still works months later',
    proves: ['LIF-01', 'LIF-05', 'LIF-15', 'LIF-22', 'LIF-27'],
    needs: ['passing-time'],
    keys: true,
    seconds: 800 * day,
    stories: [100, 400].flatMap((days) => [
      ...[[], [getIdToken()]].map((tokens) =>
        storyOf(
          tokens,
          [suspend, wait(days * day), ...tokens, unsuspend, wait(day), wait(9 * day), wait((days - 10) * day)],
          { ...ofAUser, keyAges: [2000 * day] },
        ),
      ),
      // here the key is not used until some time after the suspension
      storyOf([], [suspend, unsuspend, wait((days / 10) * day)], {
        ...ofAUser,
        keyAges: [2000 * day],
        atTheEnd: 'oldest first',
      }),
      storyOf(
        [askForToken],
        [
          archive(),
          ...[wait(days * day), askForToken, unarchive, askForToken],
          ...[3700, 9 * day, (days - 10) * day].flatMap((seconds) => [wait(seconds), askForToken]),
        ],
        ofAnApp,
      ),
    ]),
  }),

  storiesCheck({
    id: 'lifecycle/a-suspension-stops-keys-in-spite-of-changes',
    title: 'The key of a suspended user stays refused when the user is changed in another way',
    proves: ['LIF-01'],
    needs: ['user.create', 'apiKey.create', 'user.suspend'],
    keys: true,
    stories: [
      storyOf([], [suspend, rotateKey, ...allBesideUser, giveKey()], ofAUser),
      storyOf([], [suspend, suspendAnother, unsuspendAnother, ...allBesideUser], { ...ofAUser, users: 2 }),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/nothing-else-ends-a-state',
    title: 'Credentials that a state has stopped stay refused when their user or app is changed in another way',
    proves: ['LIF-02', 'LIF-21', 'LIF-22', 'LIF-31', 'LIF-32'],
    needs: [...delegatedNeeds, 'apiKey.create'],
    keys: true,
    stories: [
      storyOf([connect()], [suspend, rotateKey, ...allBesideUser, giveKey()], ofAGrant),
      ...[[], [uninstallAnother, installAnother]].map((others) =>
        storyOf([connect()], [uninstall, ...others, ...allBesideApp, rotateSecret, askForToken], ofOthersToo),
      ),
      storyOf([connect()], [uninstall, uninstallAnother, installAnother], {
        ...ofOthersToo,
        atTheEnd: 'refresh tokens first',
      }),
      storyOf([connect()], [archive(), uninstall, unarchive], ofAGrant),
      storyOf([connect()], [archive(), uninstall, unarchive], { ...ofAGrant, atTheEnd: 'refresh tokens first' }),
      // here no earlier token shows the archiving first
      storyOf([], [archive(), ...allBesideApp, rotateSecret, askForToken], ofAnApp),
      storyOf([askForToken], [archive(), archive(1), unarchiveAnother, ...allBesideApp, rotateSecret, askForToken], {
        ...ofAnApp,
        apps: 2,
      }),
    ],
  }),

  storiesCheck({
    id: 'lifecycle/a-secret-that-is-rotated-meanwhile-holds-afterwards',
    title: 'A client secret from a rotation during an archival obtains tokens once the app is unarchived',
    proves: ['TOK-22', 'LIF-26'],
    needs: ['app.create', 'app.archive', 'app.unarchive', 'app.rotateSecret'],
    keys: false,
    stories: [storyOf([askForToken], [archive(), rotateSecret, unarchive, askForToken], ofAnApp)],
  }),
];
