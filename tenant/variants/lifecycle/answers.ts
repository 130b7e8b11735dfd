import { CONTENT_POLICY } from '../../html/document.ts';
import { refusal, type RefusalReason } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const SUSPENDED: ReadonlySet<RefusalReason> = new Set(['suspended-user', 'suspended-grant']);
const ARCHIVED: ReadonlySet<RefusalReason> = new Set(['archived-app', 'archived-client', 'archived-grant']);
const ENDED: ReadonlySet<RefusalReason> = new Set(['ended-delegation', 'ended-grant']);

/** Variants of the answers to actors whom a change of state has stopped. */
export const lifecycleAnswerVariants: readonly Variant[] = [
  {
    id: 'lifecycle/the-suspended-are-forbidden',
    freedoms: ['FRE-17', 'FRE-28', 'FRE-117'],
    summary: 'A credential that a suspension stops is answered with 403, on calls and at the token endpoint.',
    behaviour: (normal) => ({
      refusalStatus: (call, reason) => (SUSPENDED.has(reason.refused) ? 403 : normal.refusalStatus(call, reason)),
      refusalCode: (call, reason) =>
        SUSPENDED.has(reason.refused) ? 'account_suspended' : normal.refusalCode(call, reason),
    }),
  },
  {
    id: 'lifecycle/the-suspended-are-not-found',
    freedoms: ['FRE-17', 'FRE-28'],
    summary: 'A credential that a suspension stops is answered with 404 and a page in HTML.',
    behaviour: (normal) => ({
      refuse: (call, reason) => {
        const plain = normal.refuse(call, reason);
        if (!SUSPENDED.has(reason.refused)) return plain;
        const headers = [
          ['Content-Type', 'text/html; charset=utf-8'],
          ['Content-Security-Policy', CONTENT_POLICY],
        ] as const;
        return { status: 404, headers, body: '<!doctype html><title>Not found</title><p>There is nothing here.' };
      },
    }),
  },
  {
    id: 'lifecycle/the-suspended-are-sent-to-sign-in',
    freedoms: ['FRE-17'],
    summary: 'Calls for a suspended user are redirected to the web application.',
    behaviour: (normal) => ({
      refuse: (call, reason) =>
        reason.refused === 'suspended-user'
          ? { status: 302, headers: [['Location', `${call.tenant.baseUrl()}/suspended`]], body: undefined }
          : normal.refuse(call, reason),
    }),
  },
  {
    id: 'lifecycle/suspension-told-in-a-success',
    freedoms: ['FRE-17', 'FRE-18'],
    summary: 'Calls of suspended users and archived apps are answered with 200 and only an error.',
    behaviour: (normal) => ({
      refuse: (call, reason) => {
        const plain = normal.refuse(call, reason);
        const isStopped = reason.refused === 'suspended-user' || reason.refused === 'archived-app';
        return isStopped ? { ...plain, status: 200, body: '{"error":"access_denied"}' } : plain;
      },
    }),
  },
  {
    id: 'lifecycle/the-archived-are-not-found',
    freedoms: ['FRE-18', 'FRE-122'],
    summary:
      'An archived app is answered as if it had never existed: 404 on calls, an unknown client at the token endpoint.',
    behaviour: (normal) => ({
      refusalStatus: (call, reason) => (reason.refused === 'archived-app' ? 404 : normal.refusalStatus(call, reason)),
      clientIsBarred: (call, app) =>
        normal.clientIsBarred(call, app) === undefined ? undefined : refusal('wrong-client', 'Who is that?'),
    }),
  },
  {
    id: 'lifecycle/the-archived-get-a-bad-request-in-plain-text',
    freedoms: ['FRE-18', 'FRE-25'],
    summary: 'An actor whom archiving or uninstallation stops is answered with 400 and a line of text.',
    behaviour: (normal) => ({
      refuse: (call, reason) => {
        const plain = normal.refuse(call, reason);
        if (!ARCHIVED.has(reason.refused) && !ENDED.has(reason.refused)) return plain;
        return { status: 400, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: reason.refused };
      },
    }),
  },
  {
    id: 'lifecycle/ended-delegations-are-forbidden',
    freedoms: ['FRE-19', 'FRE-25'],
    summary: 'A credential that an uninstallation ended is answered with 403 and its own error code.',
    behaviour: (normal) => ({
      refusalStatus: (call, reason) => (ENDED.has(reason.refused) ? 403 : normal.refusalStatus(call, reason)),
      refusalCode: (call, reason) => (ENDED.has(reason.refused) ? 'app_uninstalled' : normal.refusalCode(call, reason)),
    }),
  },
  {
    id: 'lifecycle/suspended-users-come-back-with-an-error',
    freedoms: ['FRE-116', 'FRE-117'],
    summary: 'A suspended user signs in and consents, and the app gets an error instead of a code.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => credential.kind !== 'session' && normal.suspensionStops(call, credential),
      redirectWithCode: (call, request, user) =>
        user.active
          ? normal.redirectWithCode(call, request, user)
          : normal.redirectToApp(call, request, [['error', 'access_denied']]),
    }),
  },
  {
    id: 'lifecycle/suspended-users-come-back-with-a-code',
    freedoms: ['FRE-116', 'FRE-117'],
    summary: 'A suspended user who is still signed in is redirected with a code, whose exchange is refused.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => credential.kind !== 'session' && normal.suspensionStops(call, credential),
    }),
  },
];
