import fc from 'fast-check';
import { reachStories } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { attributionCheck } from '../../engines/attribution.ts';

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
      projects: 0,
      steps: [
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
];
