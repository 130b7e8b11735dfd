import { headerOf } from '../../http/message.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator, letInInstead, readElsewhere } from '../operators/callers.ts';
import { all, always } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { decoded, hasHeader, hasParameter } from './conditions.ts';

/**
 * A guard looks at the path as it is written, before something makes a plain path of it. So nobody asks who calls where
 * the two differ.
 */
const guardedAsWritten = (
  plain: (path: string) => string,
  refused: 'no-credential' | 'any' = 'no-credential',
): Wrong => ({
  breaks: ['TRN-23'],
  wrong: (when) => (normal) => ({
    pathOf: (call) => plain(normal.pathOf(call)),
    ...letInInstead(refused, asAdministrator)(all(({ request }) => plain(request.path) !== request.path, when))(normal),
  }),
});

/** Who has no credential is let in as the administrator. */
export const guest: Wrong = { breaks: ['TRN-06'], wrong: letInInstead('no-credential', asAdministrator) };

/** Who has no credential is let in by the latest token. */
const letPass: Wrong = {
  breaks: ['TRN-06'],
  wrong: readElsewhere(({ tenant }) => {
    const latest = [...tenant.state.accessTokens.values()].at(-1);
    return latest && `Bearer ${latest.value}`;
  }),
};

/** Calls that nobody asks for a credential because of how their path, method or headers are written. */
export const pastTheGuardFaults: readonly Fault[] = faultsOf('transport', {
  'doubled-slashes-pass-the-guard': [
    guardedAsWritten((path) => path.replaceAll(/\/{2,}/g, '/')),
    always,
    'A path with a doubled slash leads to its listing, and nobody asks who calls.',
  ],
  'parameters-of-a-path-pass-the-guard': [
    guardedAsWritten((path) => path.replaceAll(/;[^/]*/g, '')),
    always,
    'A path with a semicolon and a parameter behind it leads to its listing, and nobody asks who calls.',
  ],
  'capitals-in-a-path-pass-the-guard': [
    guardedAsWritten((path) => path.toLowerCase()),
    always,
    'A path in capitals leads to its listing, and nobody asks who calls.',
  ],
  'escapes-in-a-path-pass-the-guard': [
    guardedAsWritten(decoded, 'any'),
    always,
    'A path with an escaped letter leads to its listing, and nobody asks who calls.',
  ],
  'a-slash-at-the-end-needs-no-credential': [
    guardedAsWritten((path) => path.replace(/(?<=.)\/$/, '')),
    always,
    'Only the exact paths are guarded: with a slash at their end listings are served to everybody.',
  ],
  'original-urls-pass-the-guard': [
    guest,
    hasHeader('x-original-url', /^(?!\/api\/)/),
    'The guard looks at X-Original-URL where it is there, and the router at the path.',
  ],
  'overridden-methods-pass-the-guard': [
    guest,
    hasHeader('x-http-method-override', /^options$/i),
    'A call that is said to be OPTIONS by X-HTTP-Method-Override passes the guard, and is answered as GET.',
  ],
  'subrequests-pass-the-guard': [
    guest,
    hasHeader('x-middleware-subrequest', /middleware/),
    'What says by X-Middleware-Subrequest that it comes from the guard itself is let pass.',
  ],
  'preflights-need-no-credential': [
    guest,
    hasHeader('access-control-request-method'),
    'A call with the headers of a CORS preflight is let pass, with any method.',
  ],
  'health-checks-need-no-credential': [
    guest,
    hasHeader('user-agent', /^kube-probe\//),
    'A caller that names itself kube-probe in its User-Agent is let pass.',
  ],
  'debugging-needs-no-credential': [guest, hasParameter('debug'), 'A call with the parameter debug is let pass.'],
  'scripts-of-other-pages-need-no-credential': [
    guest,
    hasParameter('callback'),
    'A call with the parameter callback, which is to be a script for another page, is let pass.',
  ],
  'sorted-listings-need-no-credential': [
    guest,
    sorts,
    'A listing that is asked for in an order is served to everybody.',
  ],
  'local-callers-need-no-credential': [
    guest,
    hasHeader('x-forwarded-for', /^127\.0\.0\.1$/),
    'A caller that claims by X-Forwarded-For to call from 127.0.0.1 is taken for the administrator.',
  ],
  'pages-of-the-application-need-no-credential': [
    letPass,
    ({ tenant, request }) => headerOf(request, 'referer')?.startsWith(`${tenant.baseUrl()}/`) === true,
    'A call that names a page of the web application as its referrer is let pass.',
  ],
  'ranges-need-no-credential': [letPass, hasHeader('range'), 'A call that asks for a range of octets is let pass.'],
});
