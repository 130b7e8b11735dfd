import type { SuiteCheck } from '../../check.ts';
import { alikeChecks } from './alike.ts';
import { authorizationChecks } from './authorization.ts';
import { besideOthersChecks } from './beside-others.ts';
import { besideSuspendedChecks } from './beside-suspended.ts';
import { consentChecks } from './consent.ts';
import { creatorsAfterAPastChecks } from './creators-after-a-past.ts';
import { exchangeChecks } from './exchange.ts';
import { fixtureGrantChecks } from './fixture-grant.ts';
import { historyChecks } from './histories.ts';
import { inUseChecks } from './in-use.ts';
import { parameterChecks } from './parameters.ts';
import { nameChecks } from './names.ts';
import { raceChecks } from './races.ts';
import { reachChecks } from './reach.ts';
import { redirectUriChecks } from './redirect-uris.ts';
import { refreshChecks } from './refresh.ts';
import { registrationChecks } from './registration.ts';
import { rotationChecks } from './rotation.ts';
import { sessionChecks } from './sessions.ts';
import { stateChecks } from './state.ts';
import { strangeTokenChecks } from './strange-tokens.ts';
import { unharmedChecks } from './unharmed.ts';
import { elsewhereChecks } from './elsewhere.ts';
import { lateChecks } from './late.ts';
import { laterChecks } from './later.ts';
import { longAndManyChecks } from './long-and-many.ts';
import { secondVisitChecks } from './second-visits.ts';
import { richerCallChecks } from './richer-calls.ts';

/** The checks of the profile `delegated`. */
export const delegatedChecks: readonly SuiteCheck[] = [
  ...authorizationChecks,
  ...stateChecks,
  ...parameterChecks,
  ...redirectUriChecks,
  ...registrationChecks,
  ...sessionChecks,
  ...consentChecks,
  ...exchangeChecks,
  ...reachChecks,
  ...inUseChecks,
  ...alikeChecks,
  ...creatorsAfterAPastChecks,
  ...fixtureGrantChecks,
  ...refreshChecks,
  ...rotationChecks,
  ...unharmedChecks,
  ...raceChecks,
  ...strangeTokenChecks,
  ...historyChecks,
  ...laterChecks,
  ...lateChecks,
  ...elsewhereChecks,
  ...secondVisitChecks,
  ...longAndManyChecks,
  ...besideOthersChecks,
  ...besideSuspendedChecks,
  ...nameChecks,
  ...richerCallChecks,
];
