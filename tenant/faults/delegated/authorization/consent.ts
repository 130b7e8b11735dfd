import type { Call } from '../../../call.ts';
import type { Fault } from '../../fault.ts';
import { ownTokensOf } from '../../operators/holdings.ts';
import { isOpenTo, projectsOf } from '../../operators/visibility.ts';
import { breaking } from '../rows.ts';
import { alsoIf, becomes, replaceIf } from '../../operators/rules.ts';

/** Requirements about new consent after a reinstall. A tenant that does not ask for consent breaks them too. */
const afterAReinstall = ['LIF-37', 'LIF-39', 'LIF-43', 'LIF-44'] as const;

const sharesProject = (call: Call, userId: string, appId: string): boolean =>
  projectsOf(call, { kind: 'user', id: userId }).some((project) => isOpenTo(project, { kind: 'app', id: appId }));

/** Faults in asking for consent and in remembering the answer. */
export const consentFaults: readonly Fault[] = [
  ...breaking('DEL-17', {
    'consent-is-always-asked': [
      becomes('nextPrompt', (right) => right ?? 'consent'),
      'Every authorization asks for consent.',
    ],
    'consent-ends-with-the-exchange': [
      (normal) => ({
        useCode: (call, code) => {
          normal.useCode(call, code);
          const { consents } = call.tenant.state;
          const { userId, appId } = code.delegation;
          const kept = consents.filter((consent) => consent.userId !== userId || consent.appId !== appId);
          consents.splice(0, consents.length, ...kept);
        },
      }),
      'A consent is forgotten when its code is exchanged.',
    ],
    'one-consent-at-a-time': [
      (normal) => ({
        rememberConsent: (call, user, app) => {
          const { consents } = call.tenant.state;
          consents.splice(0, consents.length, ...consents.filter(({ userId }) => userId !== user.id));
          normal.rememberConsent(call, user, app);
        },
      }),
      "A user's consent to an app replaces the user's consents to other apps.",
    ],
    'one-user-at-a-time': [
      (normal) => ({
        rememberConsent: (call, user, app) => {
          const { consents } = call.tenant.state;
          consents.splice(0, consents.length, ...consents.filter(({ appId }) => appId !== app.id));
          normal.rememberConsent(call, user, app);
        },
      }),
      "A user's consent to an app replaces the consents of other users to the same app.",
    ],
    'consent-is-asked-again-the-third-time': [
      (normal) => {
        const served = new Map<string, number>();
        return {
          issueCode: (call, request, user) => {
            const key = `${user.id} ${request.app.id}`;
            served.set(key, (served.get(key) ?? 0) + 1);
            return normal.issueCode(call, request, user);
          },
          nextPrompt: (call, request, user) => {
            const prompt = normal.nextPrompt(call, request, user);
            const times = user === undefined ? 0 : (served.get(`${user.id} ${request.app.id}`) ?? 0);
            return prompt ?? (times > 0 && times % 3 === 0 ? 'consent' : undefined);
          },
        };
      },
      'A consent serves two more authorizations; then the tenant asks for consent again.',
    ],
    'the-silent-way-has-no-code': [
      (normal) => ({
        redirectParameters: (call, request, outcome) => {
          const silent = call.request.method === 'GET' && outcome.some(([name]) => name === 'code');
          return normal.redirectParameters(call, request, silent ? [] : outcome);
        },
      }),
      'If the user has a session and has consented before, the tenant sends the browser back without a code.',
      ['LIF-20'],
    ],
  }),
  ...breaking('DEL-18', {
    'a-denial-gives-a-code': [
      replaceIf(
        'answerDecision',
        (_call, _request, _user, decision) => decision === 'deny',
        (call, request, user) => call.tenant.behaviour.redirectWithCode(call, request, user),
      ),
      'The tenant answers a denied consent like a given one, but does not remember it.',
    ],
    'a-denial-gives-an-error-and-a-code': [
      (normal) => ({
        answerDecision: (call, request, user, decision) => {
          if (decision !== 'deny') return normal.answerDecision(call, request, user, decision);
          const { value } = call.tenant.behaviour.issueCode(call, request, user);
          return call.tenant.behaviour.redirectToApp(call, request, [
            ['error', 'access_denied'],
            ['code', value],
          ]);
        },
      }),
      'The redirect after a denied consent has a code in addition to the error.',
    ],
    'a-second-denial-gives-a-code': [
      (normal) => {
        const denied = new Set<string>();
        return {
          answerDecision: (call, request, user, decision) => {
            const key = `${user.id} ${request.app.id}`;
            if (decision === 'deny' && denied.has(key))
              return call.tenant.behaviour.redirectWithCode(call, request, user);
            if (decision === 'deny') denied.add(key);
            return normal.answerDecision(call, request, user, decision);
          },
        };
      },
      "A user's second denial of an app is taken for consent.",
    ],
  }),
  ...breaking('DEL-19', {
    'a-denial-is-remembered-as-consent': [
      () => ({
        rememberDenial: (call, user, app) => call.tenant.behaviour.rememberConsent(call, user, app),
      }),
      'A denied consent is remembered as one that was given.',
      ['LIF-39', 'LIF-37'],
    ],
    'consent-is-remembered-when-it-is-asked': [
      (normal) => ({
        showConsent: (call, request, user) => {
          call.tenant.behaviour.rememberConsent(call, user, request.app);
          return normal.showConsent(call, request, user);
        },
      }),
      'A consent is remembered when its page is shown, before the user has answered.',
      ['LIF-37', 'LIF-39'],
    ],
    'two-denials-are-a-consent': [
      () => {
        const denied = new Set<string>();
        return {
          rememberDenial: (call, user, app) => {
            const key = `${user.id} ${app.id}`;
            if (denied.has(key)) call.tenant.behaviour.rememberConsent(call, user, app);
            denied.add(key);
          },
        };
      },
      'After two denials, the tenant treats the consent as given and does not ask again.',
    ],
  }),
  ...breaking('DEL-20', {
    'consent-for-everybody': [
      () => ({ consentIsOf: () => true }),
      "One user's consent to an app counts for all users.",
      afterAReinstall,
    ],
    'consent-for-the-whole-mail-domain': [
      () => ({
        consentIsOf: (call, consent, user) => {
          const domainOf = (email = '') => email.slice(email.indexOf('@'));
          return domainOf(call.tenant.state.users.get(consent.userId)?.email) === domainOf(user.email);
        },
      }),
      'A consent counts for all users with an e-mail address of the same domain.',
      afterAReinstall,
    ],
    'two-consents-count-for-everybody': [
      (normal) => ({
        hasConsented: (call, user, app) => {
          const who = call.tenant.state.consents.filter(({ appId }) => appId === app.id).map(({ userId }) => userId);
          return new Set(who).size >= 2 || normal.hasConsented(call, user, app);
        },
      }),
      'Once two users have consented to an app, the tenant asks no other user for consent to it.',
      afterAReinstall,
    ],
    'consent-goes-by-the-name-of-the-user': [
      alsoIf('consentIsOf', (call, consent, user) => call.tenant.state.users.get(consent.userId)?.name === user.name),
      'A consent counts for all users of the same name.',
      ['DEL-16'],
    ],
  }),
  ...breaking(
    'DEL-21',
    {
      'consent-to-every-app': [
        () => ({ consentIsFor: () => true }),
        "A user's consent to one app counts for all apps.",
      ],
      'consent-to-a-redirect-uri': [
        () => ({
          consentIsFor: (call, consent, app) => {
            const consented = call.tenant.state.apps.get(consent.appId)?.redirectUris ?? [];
            return consent.appId === app.id || consented.some((uri) => app.redirectUris.includes(uri));
          },
        }),
        'A consent counts for all apps that share a redirect URI.',
      ],
      'the-third-app-needs-no-consent': [
        (normal) => ({
          hasConsented: (call, user, app) => {
            const to = call.tenant.state.consents.filter(({ userId }) => userId === user.id).map(({ appId }) => appId);
            return new Set(to).size >= 2 || normal.hasConsented(call, user, app);
          },
        }),
        'A user who has consented to two apps is not asked for consent to further apps.',
      ],
      'consent-goes-by-the-name-of-the-app': [
        (normal) => ({
          consentIsFor: (call, consent, app) => call.tenant.state.apps.get(consent.appId)?.name === app.name,
          consentIsToThisInstallation: (call, consent, app) =>
            consent.appId === app.id ? normal.consentIsToThisInstallation(call, consent, app) : app.installed,
        }),
        'A consent counts for all apps of the same name.',
      ],
    },
    ['DEL-16'],
  ),
  ...breaking(
    'DEL-16',
    {
      'a-session-is-a-consent': [
        (normal) => {
          const signsIn = new Set<string>();
          return {
            beginSession: (call, user) => {
              const session = normal.beginSession(call, user);
              signsIn.add(session.value);
              return session;
            },
            nextPrompt: (call, request, user) => {
              const prompt = normal.nextPrompt(call, request, user);
              const browser = call.tenant.behaviour.browserKeyOf(call) ?? '';
              if (prompt === 'consent' && !signsIn.has(browser)) return undefined;
              signsIn.delete(browser);
              return prompt;
            },
          };
        },
        'A user who already has a session when the authorization starts is not asked for consent.',
        afterAReinstall,
      ],
      'apps-on-localhost-need-no-consent': [
        replaceIf(
          'nextPrompt',
          (_call, request, user) => user !== undefined && request.redirectUri.startsWith('http://localhost:'),
          () => undefined,
        ),
        'A user with a session is not asked for consent if the code goes to localhost.',
      ],
      'apps-in-service-need-no-consent': [
        alsoIf('hasConsented', (call, _user, app) => ownTokensOf(call, app.id).length > 0),
        'Users are not asked for consent to an app that has obtained an app token.',
        ['DEL-18', 'LIF-37', 'LIF-39', 'LIF-44'],
      ],
      'apps-of-a-common-project-need-no-consent': [
        alsoIf('hasConsented', (call, user, app) => sharesProject(call, user.id, app.id)),
        'Users are not asked for consent to an app that was added to one of their projects.',
        ['DEL-18', 'LIF-37', 'LIF-39', 'LIF-44'],
      ],
    },
    ['DEL-21', 'DEL-20', 'DEL-19'],
  ),
];
