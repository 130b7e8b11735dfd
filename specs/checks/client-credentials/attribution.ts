import fc from 'fast-check';
import type { ReachStory } from '../../../generators/reach-story.ts';
import { reachStories } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { attributionCheck } from '../../engines/attribution.ts';
import { act, wait } from '../../world/reach-steps.ts';

/** Checks that a record created by an app names the app as its creator ("Authentication", the table of methods). */
export const attributionChecks: readonly SuiteCheck[] = [
  attributionCheck({
    id: 'client-credentials/records-name-the-app-that-created-them',
    title: "A record created with an app's token names the app as its creator",
    proves: ['CCR-15'],
    needs: ['app', 'write-probe'],
    cases: reachStories({
      actors: fc.constantFrom(
        ['app', 'app'],
        ['app', 'user with a key', 'app'],
        ['user with a key', 'app', 'app'],
        ['app', 'user', 'user of an app'],
      ),
      projects: 1,
      steps: [
        'grant',
        'set a webhook',
        'register a redirect URI',
        'write',
        'write',
        'write',
        'write',
        'write',
        'write',
        'write for',
        'consent',
        'take a token of the legacy path',
        'rotate its secret',
        'archive',
        'unarchive',
      ],
    }),
    maxCases: 30,
  }),

  attributionCheck({
    id: 'client-credentials/records-name-the-app-after-some-time',
    title: "A record created with an app's token of some age names the app as its creator",
    proves: ['CCR-15'],
    needs: ['app.create', 'write-probe', 'passing-time'],
    maxSeconds: 621,
    cases: fc.constant<ReachStory>({
      actors: ['app', 'app'],
      projects: [],
      steps: [wait(61), act('write'), wait(560)],
    }),
    maxCases: 1,
  }),
];
