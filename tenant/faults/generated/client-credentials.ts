import type { Call } from '../../call.ts';
import type { ActorReference } from '../../state/model.ts';
import { afterItsEnd, atTokenPaths, inNoProject, ofApps, ofCalls } from '../operators/condition.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import type { Decisions } from './decision.ts';
import { isAppToken } from '../operators/kinds.ts';
import { alsoStop, endEarlier } from '../operators/operators.ts';
import { ofToken, type Presented } from '../operators/presented.ts';
import { only } from '../operators/rows.ts';
import { appIs } from '../operators/standing.ts';
import { showWithdrawn, hideProjects, showAlso } from '../operators/visibility.ts';
import { appWhere } from '../client-credentials/apps-and-users.ts';
import { isLive } from '../client-credentials/conditions.ts';
import { clientAsBasic, latestUser, names, noOwnToken, secretAsBearer, told } from '../client-credentials/decisions.ts';

const hasLiveToken = appIs(({ id }, call) => ownTokensOf(call, id).some((token) => isLive(call, ofToken(token))));
const anotherApp = (call: Call, { appId }: Presented): ActorReference | undefined => {
  const app = appWhere(call, ({ id }) => id !== appId);
  return app && { kind: 'app', id: app.id };
};

/** Decisions about the tokens that an app obtains for itself, and about its permissions. */
export const clientCredentialsDecisions: Decisions = {
  'apps-obtain-nothing': {
    ...noOwnToken,
    also: ['CCR-19', 'CCR-20', 'TOK-22'],
    where: {
      'a suspended user': ['LIF-10'],
      'an archived app': ['LIF-29'],
      again: ['LIF-26', 'LIF-28'],
      'the legacy path': ['VER-05'],
    },
    does: 'An app obtains no app token',
    under: [...atTokenPaths, ...ofApps, 'bystanders'],
    except: ['at-the-usual-path'],
  },
  'apps-obtain-one-token-at-a-time': {
    ...only(hasLiveToken, noOwnToken),
    breaks: ['CCR-06', 'CCR-01'],
    also: ['CCR-07', 'TOK-32', 'TOK-34'],
    where: { again: ['LIF-26', 'LIF-28'] },
    does: 'An app that has a token obtains no other one',
    under: [...atTokenPaths, ...ofApps],
  },
  'a-token-ends-the-ones-before': {
    breaks: ['CCR-07', 'EXP-35'],
    also: ['TOK-34'],
    does: 'An app token ends when the app obtains another one',
    under: [...ofCalls, 'version', 'issue', 'uses', 'age', ...ofApps],
    except: [...inNoProject, ...afterItsEnd],
    wrong: endEarlier(isAppToken),
  },
  'app-tokens-are-refused': {
    breaks: ['CCR-04', 'CCR-05', 'EXP-35'],
    also: ['CCR-08', 'CCR-20', 'VER-02'],
    where: { age: ['EXP-01'], again: ['LIF-26', 'LIF-28'] },
    does: 'An app token is refused',
    under: [...ofCalls, 'version', 'write', 'uses', 'age', ...ofApps],
    except: [...inNoProject, ...afterItsEnd, 'on-first-pages', 'on-bare-calls', 'after-ten-minutes'],
    wrong: alsoStop('tokenHasEnded', isAppToken),
  },
  'apps-see-all': {
    breaks: ['CCR-09', 'CCR-10', 'CCR-13', 'LST-31'],
    also: ['CCR-14', 'LST-30'],
    where: { 'a filter': ['FLT-39'] },
    does: 'An app sees every project',
    under: [...ofCalls, 'version', 'issue', 'uses', 'age', 'app', 'app past', 'bystanders'],
    except: afterItsEnd,
    wrong: showAlso(isAppToken),
  },
  'apps-see-nothing': {
    breaks: ['CCR-08', 'CCR-11', 'LST-31'],
    also: ['CCR-12', 'CCR-20'],
    where: {
      'a suspended user': ['LIF-09'],
      'an archived app': ['LIF-29'],
      again: ['LIF-26', 'LIF-28'],
      'a filter': ['FLT-41'],
    },
    does: 'An app sees nothing',
    under: [...ofCalls, 'version', 'issue', 'uses', 'age', 'app', 'app past', 'bystanders'],
    except: [...inNoProject, ...afterItsEnd],
    wrong: hideProjects(isAppToken),
  },
  'apps-keep-what-was-withdrawn': {
    breaks: ['CCR-12', 'CCR-09', 'LST-31'],
    also: ['VER-20'],
    where: { 'one version': ['VER-20'], 'a filter': ['FLT-39'] },
    does: 'An app sees a project that it was taken out of',
    under: [...ofCalls, 'version', 'issue', 'uses', 'app', 'app past'],
    except: [...inNoProject, 'of-apps-taken-out-of-a-project'],
    wrong: showWithdrawn(isAppToken),
  },
  'records-of-apps-name-a-user': {
    ...names(latestUser),
    also: ['CCR-20', 'CCR-21'],
    does: 'A record that an app creates names a user as its creator',
    under: ['connection', 'issue', 'uses', 'age', ...ofApps, 'bystanders'],
    except: [...inNoProject, ...afterItsEnd],
  },
  'records-of-apps-name-another': {
    ...names(anotherApp),
    also: ['CCR-14'],
    does: 'A record that an app creates names another app as its creator',
    under: ['connection', 'issue', 'uses', ...ofApps],
    except: inNoProject,
  },
  'app-tokens-bring-refresh-tokens': {
    ...told('CCR-02', ({ value }) => ({ refresh_token: `rt_${value.slice(3)}` })),
    also: ['TOK-10', 'TOK-36'],
    does: 'The answer with an app token has a refresh_token too',
    under: [...atTokenPaths, 'app', 'app past', 'bystanders'],
  },
  'app-tokens-tell-of-refresh-tokens': {
    ...told('CCR-03', () => ({ refresh_token_expires_in: 2_592_000 })),
    also: ['TOK-10'],
    does: 'The answer with an app token has a refresh_token_expires_in too',
    under: [...atTokenPaths, 'app', 'app past'],
  },
  'app-tokens-come-with-nulls': {
    ...told('CCR-22', () => ({ refresh_token: null })),
    also: ['CCR-02', 'TOK-10'],
    does: 'The answer with an app token has a refresh_token of null',
    under: [...atTokenPaths, 'app', 'app past'],
  },
  'secrets-are-bearer-tokens': {
    ...secretAsBearer,
    also: ['TRN-09'],
    does: 'A client secret is accepted as a bearer token',
    under: [...ofCalls, 'version', 'scheme', 'app'],
    except: ['on-following-pages'],
  },
  'clients-are-basic-credentials': {
    ...clientAsBasic,
    also: ['TRN-09'],
    does: 'The client id and secret of an app are accepted as HTTP Basic credentials',
    under: [...ofCalls, 'version', 'scheme', 'bystanders'],
    except: ['on-following-pages'],
  },
};
