import type { Command } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../engines/standing.ts';
import {
  archive,
  askForToken,
  connect,
  install,
  suspend,
  unarchive,
  uninstall,
  unsuspend,
} from '../../world/commands.ts';
import { reinstallationNeeds } from './stage.ts';

/** The commands that begin and end a state. */
type Span = readonly [Command, Command];

const suspension: Span = [suspend, unsuspend];
const archival: Span = [archive(), unarchive];
const uninstallation: Span = [uninstall, install];

/** The opening: tokens that the states affect, and tokens of a user and of an app that no state affects. */
const opening: readonly Command[] = [connect(1, 0), connect(0, 1), askForToken, connect()];

/** Returns every order of the beginnings and the ends of two states, each beginning before its end. */
function ordersOf([begin, end]: Span, [otherBegin, otherEnd]: Span): readonly (readonly Command[])[] {
  return [
    [begin, end, otherBegin, otherEnd],
    [begin, otherBegin, end, otherEnd],
    [begin, otherBegin, otherEnd, end],
    [otherBegin, begin, end, otherEnd],
    [otherBegin, begin, otherEnd, end],
    [otherBegin, otherEnd, begin, end],
  ];
}

const pairs: readonly (readonly [Span, Span])[] = [
  [suspension, archival],
  [suspension, uninstallation],
  [archival, uninstallation],
];

/**
 * Checks of overlapping states of a user and an app, in every order: random draws would miss some orders ("States and
 * transitions").
 */
export const twoStatesChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'lifecycle/two-states-in-every-order',
    title: 'Suspension, archival and uninstallation, two at a time, each have their effect in every order',
    proves: [
      'LIF-42',
      'LIF-02',
      'LIF-09',
      'LIF-10',
      'LIF-20',
      'LIF-21',
      'LIF-23',
      'LIF-26',
      'LIF-31',
      'LIF-35',
      'LIF-36',
      'LIF-43',
      'LIF-46',
      'DEL-27',
      'DEL-37',
      'DEL-48',
      'DEL-63',
      'CCR-01',
      'CCR-04',
      'CCR-20',
    ],
    needs: [...reinstallationNeeds, 'user.suspend', 'user.unsuspend', 'app.archive', 'app.unarchive'],
    keys: false,
    stories: pairs.flatMap(([one, other]) => ordersOf(one, other)).map((commands) => storyOf(opening, commands)),
  }),
];
