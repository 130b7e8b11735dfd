import { refusal } from '../../../http/refusal.ts';
import type { User } from '../../../state/model.ts';
import { WEEK } from '../../durations.ts';
import type { Fault } from '../../fault.ts';
import { secondsSince } from '../ages.ts';
import { breaking } from '../rows.ts';
import { replaceIf, onlyIf } from '../../operators/rules.ts';

/** Faults in how long, for how many users and until which event the tenant remembers a consent. */
export const rememberedConsentFaults: readonly Fault[] = [
  ...breaking('DEL-17', {
    'consents-after-a-reinstall-are-not-remembered': [
      onlyIf('hasConsented', (_call, _user, app) => app.installation < 2),
      'If a user consents to an app after a reinstall, the tenant asks for consent again each time.',
    ],
    'a-fifth-user-is-not-remembered': [
      (normal) => {
        const users = new Map<string, Set<string>>();
        return {
          rememberConsent: (call, user: User, app) => {
            const known = users.get(app.id) ?? new Set();
            users.set(app.id, known.add(user.id));
            if ([...known].indexOf(user.id) < 4) normal.rememberConsent(call, user, app);
          },
        };
      },
      'For each app, only the consents of the first four users are remembered.',
    ],
    'an-app-has-three-consents': [
      (normal) => ({
        hasConsented: (call, user, app) => {
          const last = call.tenant.state.consents.filter(({ appId }) => appId === app.id).slice(-3);
          return normal.hasConsented(call, user, app) && last.some(({ userId }) => userId === user.id);
        },
      }),
      'For each app, only the last three consents are remembered.',
    ],
    'a-project-asks-for-consent-again': [
      (normal) => ({
        hasConsented: (call, user, app) => {
          const given = call.tenant.state.consents.findLast((one) => one.userId === user.id && one.appId === app.id);
          const grants = call.tenant.state.projects.values().flatMap((project) => project.grants);
          return (
            normal.hasConsented(call, user, app) &&
            !grants.some(
              ({ actor, grantedAt }) => actor.id === user.id && given !== undefined && grantedAt > given.givenAt,
            )
          );
        },
      }),
      'A user who is added to a project after the consent is asked for consent again.',
    ],
    'consent-lasts-a-week': [
      onlyIf('hasConsented', (call, user, app) =>
        call.tenant.state.consents.some(
          (consent) =>
            consent.userId === user.id &&
            consent.appId === app.id &&
            call.now.getTime() - consent.givenAt.getTime() < WEEK,
        ),
      ),
      'A consent is forgotten after a week, although the session continues.',
    ],
    'consent-lasts-as-long-as-an-access-token': [
      onlyIf('consentIsOf', (call, consent) => secondsSince(call, consent.givenAt) < 900),
      'A consent is forgotten after a quarter of an hour, although the session continues.',
    ],
    'consent-belongs-to-its-state': [
      replaceIf(
        'nextPrompt',
        (_call, request, user) => user !== undefined && request.state === undefined,
        () => 'consent',
      ),
      'An authorization without state asks for consent, even if the user has consented before.',
    ],
    'a-refresh-uses-up-the-consent': [
      onlyIf(
        'hasConsented',
        (call, user, app) =>
          !call.tenant.state.delegations.some(
            (each) =>
              each.userId === user.id && each.appId === app.id && each.latestRefreshToken?.predecessor !== undefined,
          ),
      ),
      'After a refresh the user is asked for consent again at the next authorization.',
    ],
    'a-denial-elsewhere-forgets-consents': [
      (normal) => ({
        rememberDenial: (call, user, app) => {
          const { consents } = call.tenant.state;
          const kept = consents.filter(({ userId }) => userId !== user.id);
          consents.splice(0, consents.length, ...kept);
          normal.rememberDenial(call, user, app);
        },
      }),
      "When a user denies one app, the tenant forgets the user's consents to other apps.",
    ],
    'a-denial-ends-the-consents-of-others': [
      () => ({
        rememberDenial: (call, _user, app) => {
          const { consents } = call.tenant.state;
          for (const consent of consents.filter(({ appId }) => appId === app.id)) {
            consents.splice(consents.indexOf(consent), 1);
          }
        },
      }),
      'When a user denies an app, the tenant forgets the consents of other users to it.',
    ],
  }),
  ...breaking('DEL-01', {
    'a-denial-is-final': [
      (normal) => {
        const denied = new Set<string>();
        return {
          rememberDenial: (call, user, app) => {
            denied.add(`${user.id} ${app.id}`);
            normal.rememberDenial(call, user, app);
          },
          redirectWithCode: (call, request, user) =>
            denied.has(`${user.id} ${request.app.id}`)
              ? normal.refuseInBrowser(call, refusal('denied-consent', 'You did not consent to this app.'))
              : normal.redirectWithCode(call, request, user),
        };
      },
      'A user who denied an app once can consent to it later, but gets no code.',
    ],
  }),
  ...breaking('DEL-19', {
    'a-denial-counts-for-one-address': [
      (normal) => {
        const denied = new Map<string, string>();
        return {
          answerDecision: (call, request, user, decision) => {
            if (decision === 'deny') denied.set(`${user.id} ${request.app.id}`, request.redirectUri);
            return normal.answerDecision(call, request, user, decision);
          },
          nextPrompt: (call, request, user) => {
            const before = user === undefined ? undefined : denied.get(`${user.id} ${request.app.id}`);
            return before === undefined || before === request.redirectUri
              ? normal.nextPrompt(call, request, user)
              : undefined;
          },
        };
      },
      'A user who denied an app is not asked again if the app names another of its redirect URIs.',
      ['DEL-16', 'DEL-18'],
    ],
  }),
];
