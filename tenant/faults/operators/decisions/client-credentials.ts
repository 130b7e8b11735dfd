import type { Call } from '../../../call.ts';
import type { ActorReference } from '../../../state/model.ts';
import { ofApps } from '../condition.ts';
import type { Decision } from '../decision.ts';
import { all, isAppToken } from '../kinds.ts';
import {
  addMembers,
  alsoKnowKeys,
  alsoStop,
  alsoTakeAsBearer,
  creditInstead,
  endEarlier,
  keepWithdrawn,
  refuseClients,
  showAll,
  showNothing,
} from '../operators.ts';
import type { Holds, Presented } from '../presented.ts';

const isClient: Holds = (_call, { credential }) => credential === undefined;
const hasLiveToken: Holds = (call, { appId }) =>
  call.tenant.state.accessTokens
    .values()
    .some(
      (one) =>
        one.appId === appId && one.subject.kind === 'app' && call.now.getTime() - one.issuedAt.getTime() < 900_000,
    );
const someUser = (call: Call): ActorReference | undefined => {
  const user = call.tenant.state.users.values().toArray().at(-1);
  return user && { kind: 'user', id: user.id };
};
const someOtherApp = (call: Call, { appId }: Presented): ActorReference | undefined => {
  const app = call.tenant.state.apps.values().find(({ id }) => id !== appId);
  return app && { kind: 'app', id: app.id };
};

/** What an app obtains, and what it may do as itself. */
export const clientCredentialsDecisions: readonly Decision[] = [
  {
    profile: 'client-credentials',
    id: 'apps-obtain-nothing',
    does: 'An app obtains no app token',
    breaks: ['CCR-01', 'CCR-06'],
    also: ['CCR-19', 'CCR-20', 'TOK-22'],
    where: {
      'a suspended user': ['LIF-10'],
      'an archived app': ['LIF-29'],
      again: ['LIF-26', 'LIF-28'],
      'the legacy path': ['VER-05'],
    },
    under: ['token path', 'connection', ...ofApps, 'bystanders'],
    except: ['at-the-usual-path'],
    wrong: refuseClients(isClient),
  },
  {
    profile: 'client-credentials',
    id: 'apps-obtain-one-token-at-a-time',
    does: 'An app that has a token obtains no other one',
    breaks: ['CCR-06', 'CCR-01'],
    also: ['CCR-07', 'TOK-32', 'TOK-34'],
    where: { again: ['LIF-26', 'LIF-28'] },
    under: ['token path', 'connection', ...ofApps],
    wrong: refuseClients(all(isClient, hasLiveToken)),
  },
  {
    profile: 'client-credentials',
    id: 'a-token-ends-the-ones-before',
    does: 'An app token ends when the app obtains another one',
    breaks: ['CCR-07', 'EXP-35'],
    also: ['TOK-34'],
    under: ['form', 'listing', 'version', 'connection', 'issue', 'uses', 'age', ...ofApps],
    except: ['of-apps-in-no-project', 'after-an-hour', 'after-a-day', 'after-a-week'],
    wrong: endEarlier(isAppToken),
  },
  {
    profile: 'client-credentials',
    id: 'app-tokens-are-refused',
    does: 'An app token is refused',
    breaks: ['CCR-04', 'CCR-05', 'EXP-35'],
    also: ['CCR-08', 'CCR-20', 'VER-02'],
    where: { age: ['EXP-01'], again: ['LIF-26', 'LIF-28'] },
    under: ['form', 'listing', 'version', 'write', 'connection', 'uses', 'age', ...ofApps],
    except: [
      'of-apps-in-no-project',
      'after-an-hour',
      'after-a-day',
      'after-a-week',
      'on-first-pages',
      'on-bare-calls',
      'after-ten-minutes',
    ],
    wrong: alsoStop('tokenHasEnded', isAppToken),
  },
  {
    profile: 'client-credentials',
    id: 'apps-see-all',
    does: 'An app sees every project',
    breaks: ['CCR-09', 'CCR-10', 'CCR-13', 'LST-31'],
    also: ['CCR-14', 'LST-30'],
    under: ['form', 'listing', 'version', 'connection', 'issue', 'uses', 'age', 'app', 'app past', 'bystanders'],
    except: ['after-an-hour', 'after-a-day', 'after-a-week'],
    wrong: showAll(isAppToken),
  },
  {
    profile: 'client-credentials',
    id: 'apps-see-nothing',
    does: 'An app sees nothing',
    breaks: ['CCR-08', 'CCR-11', 'LST-31'],
    also: ['CCR-12', 'CCR-20'],
    where: { 'a suspended user': ['LIF-09'], 'an archived app': ['LIF-29'], again: ['LIF-26', 'LIF-28'] },
    under: ['form', 'listing', 'version', 'connection', 'issue', 'uses', 'age', 'app', 'app past', 'bystanders'],
    except: ['after-an-hour', 'after-a-day', 'after-a-week', 'of-apps-in-no-project'],
    wrong: showNothing(isAppToken),
  },
  {
    profile: 'client-credentials',
    id: 'apps-keep-what-was-withdrawn',
    does: 'An app sees a project that it was taken out of',
    breaks: ['CCR-12', 'CCR-09', 'LST-31'],
    also: ['VER-20'],
    where: { 'one version': ['VER-20'] },
    under: ['form', 'listing', 'version', 'connection', 'issue', 'uses', 'app', 'app past'],
    except: ['of-apps-in-no-project', 'of-apps-taken-out-of-a-project'],
    wrong: keepWithdrawn(isAppToken),
  },
  {
    profile: 'client-credentials',
    id: 'records-of-apps-name-a-user',
    does: 'A record that an app creates names a user as its creator',
    breaks: ['CCR-15'],
    also: ['CCR-20', 'CCR-21'],
    under: ['connection', 'issue', 'uses', 'age', ...ofApps, 'bystanders'],
    except: ['after-an-hour', 'after-a-day', 'after-a-week', 'of-apps-in-no-project'],
    wrong: creditInstead(isAppToken, someUser),
  },
  {
    profile: 'client-credentials',
    id: 'records-of-apps-name-another',
    does: 'A record that an app creates names another app as its creator',
    breaks: ['CCR-15'],
    also: ['CCR-14'],
    under: ['connection', 'issue', 'uses', ...ofApps],
    except: ['of-apps-in-no-project'],
    wrong: creditInstead(isAppToken, someOtherApp),
  },
  {
    profile: 'client-credentials',
    id: 'app-tokens-bring-refresh-tokens',
    does: 'The answer with an app token has a refresh_token too',
    breaks: ['CCR-02'],
    also: ['TOK-10', 'TOK-36'],
    under: ['token path', 'connection', 'app', 'app past', 'bystanders'],
    wrong: addMembers(isAppToken, ({ value }) => ({ refresh_token: `rt_${value.slice(3)}` })),
  },
  {
    profile: 'client-credentials',
    id: 'app-tokens-tell-of-refresh-tokens',
    does: 'The answer with an app token has a refresh_token_expires_in too',
    breaks: ['CCR-03'],
    also: ['TOK-10'],
    under: ['token path', 'connection', 'app', 'app past'],
    wrong: addMembers(isAppToken, () => ({ refresh_token_expires_in: 2_592_000 })),
  },
  {
    profile: 'client-credentials',
    id: 'app-tokens-come-with-nulls',
    does: 'The answer with an app token has a refresh_token of null',
    breaks: ['CCR-22'],
    also: ['CCR-02', 'TOK-10'],
    under: ['token path', 'connection', 'app', 'app past'],
    wrong: addMembers(isAppToken, () => ({ refresh_token: null })),
  },
  {
    profile: 'client-credentials',
    id: 'secrets-are-bearer-tokens',
    does: 'A client secret is taken as a bearer token',
    breaks: ['CCR-17'],
    also: ['TRN-09'],
    under: ['form', 'listing', 'version', 'scheme', 'connection', 'app'],
    except: ['on-following-pages'],
    wrong: alsoTakeAsBearer((call, value) => {
      const app = call.tenant.state.apps.values().find(({ clientSecret }) => clientSecret === value);
      if (app === undefined) return undefined;
      const subject = { kind: 'app', id: app.id } as const;
      const token = { value, issuedAt: call.now, subject, appId: app.id, path: '/oauth/token' };
      return { ...subject, credential: { kind: 'accessToken', token } };
    }),
  },
  {
    profile: 'client-credentials',
    id: 'clients-are-basic-credentials',
    does: 'The client id and secret of an app are taken as HTTP Basic',
    breaks: ['CCR-16'],
    also: ['TRN-09'],
    under: ['form', 'listing', 'version', 'scheme', 'connection', 'bystanders'],
    except: ['on-following-pages'],
    wrong: alsoKnowKeys((call, { username, password }) => {
      const app = call.tenant.state.apps.by(username);
      const user = call.tenant.state.users.values().find(({ active }) => active);
      return app?.clientSecret !== password || user === undefined
        ? undefined
        : { value: username, userId: user.id, createdAt: call.now, retiredAt: undefined };
    }),
  },
];
