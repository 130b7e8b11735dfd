import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator } from './as-administrator.ts';

/** A guard that looks at the path as it is written, before something that makes a plain path of it. */
const guardedAsWritten =
  (plain: (path: string) => string): Fault['behaviour'] =>
  (normal) => ({
    pathOf: (call) => plain(normal.pathOf(call)),
    authenticate: (call) => {
      const isOdd = plain(call.request.path) !== call.request.path;
      return isOdd && !call.request.headers.has('authorization') ? asAdministrator(call) : normal.authenticate(call);
    },
  });

/** A guard that looks at something else than the call, and lets pass what it takes for no call of the API. */
const guardedBut =
  (isLetPass: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticate: (call) =>
      isLetPass(call) && !call.request.headers.has('authorization') ? asAdministrator(call) : normal.authenticate(call),
  });

/** Calls that nobody asks for a credential because of how their path, method or headers are written. */
export const pastTheGuardFaults: readonly Fault[] = [
  {
    id: 'transport/doubled-slashes-pass-the-guard',
    breaks: ['TRN-23'],
    summary: 'A path with a doubled slash leads to its listing, and nobody asks who calls.',
    behaviour: guardedAsWritten((path) => path.replaceAll(/\/{2,}/g, '/')),
  },
  {
    id: 'transport/parameters-of-a-path-pass-the-guard',
    breaks: ['TRN-23'],
    summary: 'A path with a semicolon and a parameter behind it leads to its listing, and nobody asks who calls.',
    behaviour: guardedAsWritten((path) => path.replaceAll(/;[^/]*/g, '')),
  },
  {
    id: 'transport/capitals-in-a-path-pass-the-guard',
    breaks: ['TRN-23'],
    summary: 'A path in capitals leads to its listing, and nobody asks who calls.',
    behaviour: guardedAsWritten((path) => path.toLowerCase()),
  },
  {
    id: 'transport/escapes-in-a-path-pass-the-guard',
    breaks: ['TRN-23'],
    summary:
      'A path is guarded as it is written: with an escaped letter it leads to the listing, and nobody asks who calls.',
    behaviour: (normal) => {
      const decoded = (call: Call): string => {
        try {
          return decodeURIComponent(call.request.path);
        } catch {
          return call.request.path;
        }
      };
      return {
        pathOf: (call) => (normal.pathOf(call) === call.request.path ? decoded(call) : normal.pathOf(call)),
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          return isRefusal(actor) && decoded(call) !== call.request.path ? asAdministrator(call) : actor;
        },
      };
    },
  },
  {
    id: 'transport/a-slash-at-the-end-needs-no-credential',
    breaks: ['TRN-23'],
    summary: 'Only the exact paths are guarded: with a slash at their end listings are served to everybody.',
    behaviour: (normal) => ({
      pathOf: (call) => normal.pathOf(call).replace(/(?<=.)\/$/, ''),
      authenticate: (call) =>
        call.request.path.endsWith('/') && !call.request.headers.has('authorization')
          ? asAdministrator(call)
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/original-urls-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'The guard looks at X-Original-URL where it is there, and the router at the path.',
    behaviour: guardedBut(({ request }) => headerOf(request, 'x-original-url')?.startsWith('/api/') === false),
  },
  {
    id: 'transport/overridden-methods-pass-the-guard',
    breaks: ['TRN-06'],
    summary:
      'A call whose method is said to be OPTIONS by X-HTTP-Method-Override passes the guard, and is answered as GET.',
    behaviour: guardedBut(({ request }) => headerOf(request, 'x-http-method-override')?.toUpperCase() === 'OPTIONS'),
  },
  {
    id: 'transport/subrequests-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'What says by X-Middleware-Subrequest that it comes from the guard itself is let pass.',
    behaviour: guardedBut(
      ({ request }) => headerOf(request, 'x-middleware-subrequest')?.includes('middleware') === true,
    ),
  },
  {
    id: 'transport/preflights-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call with the headers of a CORS preflight is let pass, whatever its method is.',
    behaviour: guardedBut(({ request }) => request.headers.has('access-control-request-method')),
  },
  {
    id: 'transport/health-checks-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'Whoever names itself kube-probe in its User-Agent is let pass.',
    behaviour: guardedBut(({ request }) => headerOf(request, 'user-agent')?.startsWith('kube-probe/') === true),
  },
  {
    id: 'transport/debugging-needs-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call with the parameter debug is let pass.',
    behaviour: guardedBut(({ request }) => request.query.has('debug')),
  },
  {
    id: 'transport/scripts-of-other-pages-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call with the parameter callback, which is to be a script for another page, is let pass.',
    behaviour: guardedBut(({ request }) => request.query.has('callback')),
  },
  {
    id: 'transport/sorted-listings-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A listing that is asked for in an order is served to everybody.',
    behaviour: guardedBut(({ request }) => request.query.has('sort')),
  },
];
