import type { Call } from '../../../call.ts';
import { sameActor } from '../../../state/model.ts';
import type { Fault } from '../../fault.ts';

/** That users consent again after a reinstall does not hold either where they need not consent at all. */
const afterAReinstall = ['LIF-37', 'LIF-39', 'LIF-43', 'LIF-44'] as const;

const sharesProject = (call: Call, userId: string, appId: string): boolean =>
  call.tenant.state.projects
    .values()
    .some(({ grants }) =>
      [{ kind: 'user', id: userId } as const, { kind: 'app', id: appId } as const].every((actor) =>
        grants.some((grant) => grant.revokedAt === undefined && sameActor(grant.actor, actor)),
      ),
    );

/** Who is asked for consent, and what is remembered of it. */
export const consentFaults: readonly Fault[] = [
  {
    id: 'delegated/consent-is-always-asked',
    breaks: ['DEL-17'],
    summary: 'Every authorization asks for consent.',
    behaviour: (normal) => ({
      nextPrompt: (call, request, user) => normal.nextPrompt(call, request, user) ?? 'consent',
    }),
  },
  {
    id: 'delegated/consent-ends-with-the-exchange',
    breaks: ['DEL-17'],
    summary: 'A consent is forgotten when its code is exchanged.',
    behaviour: (normal) => ({
      useCode: (call, code) => {
        normal.useCode(call, code);
        const { consents } = call.tenant.state;
        const { userId, appId } = code.delegation;
        const kept = consents.filter((consent) => consent.userId !== userId || consent.appId !== appId);
        consents.splice(0, consents.length, ...kept);
      },
    }),
  },
  {
    id: 'delegated/one-consent-at-a-time',
    breaks: ['DEL-17'],
    summary: 'A consent to another app takes the place of the one before.',
    behaviour: (normal) => ({
      rememberConsent: (call, user, app) => {
        const { consents } = call.tenant.state;
        consents.splice(0, consents.length, ...consents.filter(({ userId }) => userId !== user.id));
        normal.rememberConsent(call, user, app);
      },
    }),
  },
  {
    id: 'delegated/one-user-at-a-time',
    breaks: ['DEL-17'],
    summary: "Another user's consent to an app takes the place of the one before.",
    behaviour: (normal) => ({
      rememberConsent: (call, user, app) => {
        const { consents } = call.tenant.state;
        consents.splice(0, consents.length, ...consents.filter(({ appId }) => appId !== app.id));
        normal.rememberConsent(call, user, app);
      },
    }),
  },
  {
    id: 'delegated/consent-is-asked-again-the-third-time',
    breaks: ['DEL-17'],
    summary: 'A consent serves twice, and is asked for again then.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/the-silent-way-has-no-code',
    breaks: ['DEL-17'],
    also: ['LIF-20'],
    summary: 'With a session and an earlier consent the browser is sent back without a code.',
    behaviour: (normal) => ({
      redirectParameters: (call, request, outcome) => {
        const silent = call.request.method === 'GET' && outcome.some(([name]) => name === 'code');
        return normal.redirectParameters(call, request, silent ? [] : outcome);
      },
    }),
  },
  {
    id: 'delegated/a-denial-gives-a-code',
    breaks: ['DEL-18'],
    summary: 'A denied consent is answered like a given one, though it is not remembered.',
    behaviour: (normal) => ({
      answerDecision: (call, request, user, decision) =>
        decision === 'deny'
          ? call.tenant.behaviour.redirectWithCode(call, request, user)
          : normal.answerDecision(call, request, user, decision),
    }),
  },
  {
    id: 'delegated/a-denial-gives-an-error-and-a-code',
    breaks: ['DEL-18'],
    summary: 'The redirect after a denied consent has a code beside the error.',
    behaviour: (normal) => ({
      answerDecision: (call, request, user, decision) => {
        if (decision !== 'deny') return normal.answerDecision(call, request, user, decision);
        const { value } = call.tenant.behaviour.issueCode(call, request, user);
        return call.tenant.behaviour.redirectToApp(call, request, [
          ['error', 'access_denied'],
          ['code', value],
        ]);
      },
    }),
  },
  {
    id: 'delegated/a-second-denial-gives-a-code',
    breaks: ['DEL-18'],
    summary: 'Who denies a consent for the second time is taken to have given it.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/a-denial-is-remembered-as-consent',
    breaks: ['DEL-19'],
    also: ['LIF-39', 'LIF-37'],
    summary: 'A denied consent is remembered as one that was given.',
    behaviour: () => ({
      rememberDenial: (call, user, app) => call.tenant.behaviour.rememberConsent(call, user, app),
    }),
  },
  {
    id: 'delegated/consent-is-remembered-when-it-is-asked',
    breaks: ['DEL-19'],
    also: ['LIF-37', 'LIF-39'],
    summary: 'A consent is remembered when its page is shown, before the user has answered.',
    behaviour: (normal) => ({
      showConsent: (call, request, user) => {
        call.tenant.behaviour.rememberConsent(call, user, request.app);
        return normal.showConsent(call, request, user);
      },
    }),
  },
  {
    id: 'delegated/two-denials-are-a-consent',
    breaks: ['DEL-19'],
    summary: 'A consent that was denied twice is not asked for again, and taken as given.',
    behaviour: () => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          const key = `${user.id} ${app.id}`;
          if (denied.has(key)) call.tenant.behaviour.rememberConsent(call, user, app);
          denied.add(key);
        },
      };
    },
  },
  {
    id: 'delegated/consent-for-everybody',
    breaks: ['DEL-20'],
    also: afterAReinstall,
    summary: "One user's consent to an app counts for all users.",
    behaviour: () => ({ consentIsOf: () => true }),
  },
  {
    id: 'delegated/consent-for-the-whole-mail-domain',
    breaks: ['DEL-20'],
    also: afterAReinstall,
    summary: 'A consent counts for all users with an e-mail address of the same domain.',
    behaviour: () => ({
      consentIsOf: (call, consent, user) => {
        const domainOf = (email = '') => email.slice(email.indexOf('@'));
        return domainOf(call.tenant.state.users.get(consent.userId)?.email) === domainOf(user.email);
      },
    }),
  },
  {
    id: 'delegated/two-consents-count-for-everybody',
    breaks: ['DEL-20'],
    also: afterAReinstall,
    summary: 'What two users have consented to nobody is asked for any more.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => {
        const who = call.tenant.state.consents.filter(({ appId }) => appId === app.id).map(({ userId }) => userId);
        return new Set(who).size >= 2 || normal.hasConsented(call, user, app);
      },
    }),
  },
  {
    id: 'delegated/consent-to-every-app',
    breaks: ['DEL-21'],
    also: ['DEL-16'],
    summary: "A user's consent to one app counts for all apps.",
    behaviour: () => ({ consentIsFor: () => true }),
  },
  {
    id: 'delegated/consent-to-a-redirect-uri',
    breaks: ['DEL-21'],
    also: ['DEL-16'],
    summary: 'A consent counts for all apps that share a redirect URI.',
    behaviour: () => ({
      consentIsFor: (call, consent, app) => {
        const consented = call.tenant.state.apps.get(consent.appId)?.redirectUris ?? [];
        return consent.appId === app.id || consented.some((uri) => app.redirectUris.includes(uri));
      },
    }),
  },
  {
    id: 'delegated/the-third-app-needs-no-consent',
    breaks: ['DEL-21'],
    also: ['DEL-16'],
    summary: 'Who has consented to two apps is not asked for further ones.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => {
        const to = call.tenant.state.consents.filter(({ userId }) => userId === user.id).map(({ appId }) => appId);
        return new Set(to).size >= 2 || normal.hasConsented(call, user, app);
      },
    }),
  },
  {
    id: 'delegated/a-session-is-a-consent',
    breaks: ['DEL-16'],
    also: ['DEL-21', 'DEL-20', 'DEL-19', ...afterAReinstall],
    summary: 'Who had a session when the app sent them is not asked for consent.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/apps-on-localhost-need-no-consent',
    breaks: ['DEL-16'],
    also: ['DEL-19', 'DEL-20', 'DEL-21'],
    summary: 'A user with a session is not asked to consent where the code goes to localhost.',
    behaviour: (normal) => ({
      nextPrompt: (call, request, user) =>
        user !== undefined && request.redirectUri.startsWith('http://localhost:')
          ? undefined
          : normal.nextPrompt(call, request, user),
    }),
  },
  {
    id: 'delegated/apps-in-service-need-no-consent',
    breaks: ['DEL-16'],
    also: ['DEL-18', 'DEL-19', 'DEL-20', 'DEL-21', 'LIF-37', 'LIF-39', 'LIF-44'],
    summary: 'Users are not asked for an app that has obtained a token of its own.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) =>
        normal.hasConsented(call, user, app) ||
        call.tenant.state.accessTokens
          .values()
          .some(({ appId, subject }) => appId === app.id && subject.kind === 'app'),
    }),
  },
  {
    id: 'delegated/apps-of-a-common-project-need-no-consent',
    breaks: ['DEL-16'],
    also: ['DEL-18', 'DEL-19', 'DEL-20', 'DEL-21', 'LIF-37', 'LIF-39', 'LIF-44'],
    summary: 'Users are not asked for an app that was added to one of their projects.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => normal.hasConsented(call, user, app) || sharesProject(call, user.id, app.id),
    }),
  },
  {
    id: 'delegated/consent-goes-by-the-name-of-the-user',
    breaks: ['DEL-20'],
    also: ['DEL-16'],
    summary: 'A consent counts for all users of the same name.',
    behaviour: (normal) => ({
      consentIsOf: (call, consent, user) =>
        normal.consentIsOf(call, consent, user) || call.tenant.state.users.get(consent.userId)?.name === user.name,
    }),
  },
  {
    id: 'delegated/consent-goes-by-the-name-of-the-app',
    breaks: ['DEL-21'],
    also: ['DEL-16'],
    summary: 'A consent counts for all apps of the same name.',
    behaviour: (normal) => ({
      consentIsFor: (call, consent, app) => call.tenant.state.apps.get(consent.appId)?.name === app.name,
      consentIsToThisInstallation: (call, consent, app) =>
        consent.appId === app.id ? normal.consentIsToThisInstallation(call, consent, app) : app.installed,
    }),
  },
];
