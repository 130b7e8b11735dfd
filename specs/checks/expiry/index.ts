import { liveCallChecks } from './live-calls.ts';
import { otherCallChecks } from './other-calls.ts';
import type { SuiteCheck } from '../../check.ts';
import { changeChecks } from './changes.ts';
import { announcedChecks } from './announced.ts';
import { apiKeyChecks } from './api-keys.ts';
import { appTokenChecks } from './app-tokens.ts';
import { delegatedTokenChecks } from './delegated-tokens.ts';
import { historyChecks } from './histories.ts';
import { keyRotationChecks } from './key-rotation.ts';
import { pauseChecks } from './pauses.ts';
import { refreshTokenChecks } from './refresh-tokens.ts';
import { renewalChecks } from './renewal.ts';
import { separateGrantChecks } from './separate-grants.ts';
import { useChecks } from './use.ts';
import { followingPageChecks } from './following-pages.ts';
import { manyChecks } from './many.ts';
import { otherEventChecks } from './other-events.ts';

/** The checks of the profile `expiry`. */
export const expiryChecks: readonly SuiteCheck[] = [
  ...appTokenChecks,
  ...useChecks,
  ...delegatedTokenChecks,
  ...refreshTokenChecks,
  ...renewalChecks,
  ...separateGrantChecks,
  ...announcedChecks,
  ...apiKeyChecks,
  ...keyRotationChecks,
  ...pauseChecks,
  ...historyChecks,
  ...followingPageChecks,
  ...changeChecks,
  ...otherEventChecks,
  ...manyChecks,
  ...otherCallChecks,
  ...liveCallChecks,
];
