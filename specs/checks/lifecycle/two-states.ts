import type { Command } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { storiesCheck } from '../../model/history-check.ts';
import { reinstallationNeeds } from './stage.ts';

/** A state that is entered and left again. */
type Span = readonly [Command, Command];

const suspension: Span = [
  { do: 'suspend', user: 0 },
  { do: 'unsuspend', user: 0 },
];
const archival: Span = [
  { do: 'archive', app: 0 },
  { do: 'unarchive', app: 0 },
];
const uninstallation: Span = [
  { do: 'uninstall', app: 0 },
  { do: 'install', app: 0 },
];

/** What is there before: all that the states touch, and a user and an app that none of them concerns. */
const opening: readonly Command[] = [
  { do: 'connect', user: 1, app: 0 },
  { do: 'connect', user: 0, app: 1 },
  { do: 'askForToken', app: 0 },
  { do: 'connect', user: 0, app: 0 },
];

/** Every order of the beginnings and the ends of two states, each beginning before its end. */
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

/** States of a user and an app that overlap: chance would leave out some of their orders ("States and transitions"). */
export const twoStatesChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'lifecycle/two-states-in-every-order',
    title: 'Two of suspension, archival and uninstallation each have their effect in every order',
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
