import { refusal } from '../../http/refusal.ts';
import type { Delegation, LabRecord } from '../../state/model.ts';
import { HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';
import { appChangedAgo } from './changed-ago.ts';
import { losing, onceStopped } from './once-stopped.ts';

/** What apps have back when they are unarchived, too little or too much of it. */
export const unarchivedAppFaults: readonly Fault[] = [
  {
    id: 'lifecycle/an-unarchived-app-is-served-for-an-hour',
    breaks: ['LIF-26'],
    also: ['LIF-27'],
    summary: 'An app that was archived once gets tokens for an hour from when it was unarchived.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        clientIsBarred: (call, app) =>
          normal.clientIsBarred(call, app) ??
          (ids.has(app.id) && appChangedAgo(call, app.id) > HOUR
            ? refusal('archived-client', 'The app was archived.')
            : undefined),
      };
    },
  },
  {
    id: 'lifecycle/an-unarchived-app-creates-nothing',
    breaks: ['LIF-26'],
    summary: 'An app that was archived once lists, and creates no entries.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        tokenFitsCall: (call, token) =>
          normal.tokenFitsCall(call, token) &&
          !(call.request.method === 'POST' && token.subject.kind === 'app' && ids.has(token.appId)),
      };
    },
  },
  {
    id: 'lifecycle/unarchived-apps-cannot-be-authorized',
    breaks: ['LIF-46'],
    also: ['LIF-20', 'LIF-28', 'LIF-42', 'DEL-01'],
    summary: 'An app that was unarchived acts for itself again, and users cannot authorize it any more.',
    behaviour: (normal) => ({
      authorizationIsBarred: (call, app) =>
        app.archivedChangedAt > app.createdAt
          ? refusal('unauthorized-client', 'The app was archived.')
          : normal.authorizationIsBarred(call, app),
    }),
  },
  {
    id: 'lifecycle/unarchived-apps-do-not-refresh-what-is-new',
    breaks: ['LIF-46'],
    also: ['LIF-28', 'LIF-42'],
    summary: 'What users authorize an app for after it was unarchived cannot be refreshed.',
    behaviour: (normal) => {
      const { apps, remembering } = onceArchived(normal);
      const since = new WeakSet<Delegation>();
      return {
        ...remembering,
        beginDelegation: (call, app, user) => {
          const delegation = normal.beginDelegation(call, app, user);
          if (apps.has(app.id)) since.add(delegation);
          return delegation;
        },
        refreshIsBarred: (call, token) =>
          normal.refreshIsBarred(call, token) ??
          (since.has(token.delegation) ? refusal('ended-grant', 'The app cannot refresh.') : undefined),
      };
    },
  },
  {
    id: 'lifecycle/grants-of-an-archiving-are-lost',
    breaks: ['LST-31'],
    also: ['LIF-26'],
    summary: 'A project that an app is added to while archived is not shown to it afterwards.',
    behaviour: losing((tenant, actor) => tenant.state.apps.get(actor.id)?.archived === true),
  },
  {
    id: 'lifecycle/records-of-an-archiving-are-not-seen',
    breaks: ['LIF-26'],
    summary: 'What was added while an app was archived is not shown to it afterwards.',
    behaviour: (normal) => {
      const pauses = new Map<string, { readonly from: Date; to: Date | undefined }[]>();
      const missed = (appId: string, { addedAt }: LabRecord) =>
        pauses.get(appId)?.some(({ from, to }) => addedAt >= from && (to === undefined || addedAt <= to)) === true;
      return {
        setArchived: (tenant, app, archived) => {
          const known = pauses.get(app.id) ?? [];
          const now = tenant.clock.now();
          if (archived && !app.archived) pauses.set(app.id, [...known, { from: now, to: undefined }]);
          for (const pause of archived ? [] : known) pause.to ??= now;
          normal.setArchived(tenant, app, archived);
        },
        mayRead: (call, actor, record) => normal.mayRead(call, actor, record) && !missed(actor.id, record),
      };
    },
  },
  {
    id: 'lifecycle/a-rotation-in-an-archiving-is-undone',
    breaks: ['TOK-22'],
    also: ['LIF-26', 'LIF-27', 'LIF-28', 'LIF-42', 'TOK-23'],
    summary: 'Unarchiving brings back the client secret that the app had when it was archived.',
    behaviour: (normal) => {
      const kept = new Map<string, string>();
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && !app.archived) kept.set(app.id, app.clientSecret);
          const secret = kept.get(app.id);
          if (!archived && app.archived && secret !== undefined) app.clientSecret = secret;
          normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/unarchiving-unspends-refresh-tokens',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45', 'LIF-42', 'LIF-24'],
    summary: 'Refresh tokens that were spent before an archiving are good again after it.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const app = call.tenant.state.apps.get(token.delegation.appId);
        const since = app?.archived === false ? app.archivedChangedAt.getTime() : 0;
        return normal.refreshTokenIsSpent(call, token) && (token.spentAt?.getTime() ?? 0) >= since;
      },
    }),
  },
  {
    id: 'lifecycle/the-fifth-archiving-is-for-good',
    breaks: ['LIF-28'],
    summary: 'An app that is archived for the fifth time is not unarchived any more.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && !app.archived) times.set(app.id, (times.get(app.id) ?? 0) + 1);
          if (archived || (times.get(app.id) ?? 0) < 5) normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/repeated-archivings-are-counted',
    breaks: ['LIF-28'],
    also: ['LIF-42', 'LIF-26', 'LIF-27'],
    summary: 'An app that was archived twice in a row has to be unarchived as often.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          const count = Math.max(0, (times.get(app.id) ?? 0) + (archived ? 1 : -1));
          times.set(app.id, count);
          normal.setArchived(tenant, app, count > 0);
        },
      };
    },
  },
  {
    id: 'lifecycle/the-third-unarchiving-is-half-done',
    breaks: ['LIF-28'],
    also: ['LIF-26', 'LIF-27', 'LIF-42', 'TOK-22'],
    summary: 'An app that was unarchived three times is archived for good to the token endpoint.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          if (!archived && app.archived) times.set(app.id, (times.get(app.id) ?? 0) + 1);
          normal.setArchived(tenant, app, archived);
        },
        clientIsBarred: (call, app) =>
          (times.get(app.id) ?? 0) >= 3
            ? refusal('archived-client', 'The app is archived.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
];
