import { headerOf } from '../../http/message.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator, substituteCaller, readElsewhere } from '../operators/callers.ts';
import { all, always } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { decoded, hasHeader, hasParameter } from './conditions.ts';

/**
 * Returns a decision: the guard examines the path as it is written, before the path is normalised. If the two differ,
 * a call that should be refused acts as the administrator.
 */
const guardedAsWritten = (
  plain: (path: string) => string,
  refused: 'no-credential' | 'any' = 'no-credential',
): Wrong => ({
  breaks: ['TRN-23'],
  wrong: (when) => (normal) => ({
    pathOf: (call) => plain(normal.pathOf(call)),
    ...substituteCaller(refused, asAdministrator)(all(({ request }) => plain(request.path) !== request.path, when))(
      normal,
    ),
  }),
});

/** A decision: a call without a credential acts as the administrator. */
export const anonymousIsAdministrator: Wrong = {
  breaks: ['TRN-06'],
  wrong: substituteCaller('no-credential', asAdministrator),
};

/** A decision: a call without a credential is served with the latest token. */
const servedByLatestToken: Wrong = {
  breaks: ['TRN-06'],
  wrong: readElsewhere(({ tenant }) => {
    const latest = [...tenant.state.accessTokens.values()].at(-1);
    return latest && `Bearer ${latest.value}`;
  }),
};

/** Faults that serve calls without a credential because of how their path, method or headers are written. */
export const pastTheGuardFaults: readonly Fault[] = faultsOf('transport', {
  'doubled-slashes-pass-the-guard': [
    guardedAsWritten((path) => path.replaceAll(/\/{2,}/g, '/')),
    always,
    'A path with a doubled slash leads to its listing without authentication.',
  ],
  'parameters-of-a-path-pass-the-guard': [
    guardedAsWritten((path) => path.replaceAll(/;[^/]*/g, '')),
    always,
    'A path with a semicolon and a parameter after it leads to its listing without authentication.',
  ],
  'capitals-in-a-path-pass-the-guard': [
    guardedAsWritten((path) => path.toLowerCase()),
    always,
    'A path in capitals leads to its listing without authentication.',
  ],
  'escapes-in-a-path-pass-the-guard': [
    guardedAsWritten(decoded, 'any'),
    always,
    'A path with an escaped letter leads to its listing without authentication.',
  ],
  'a-slash-at-the-end-needs-no-credential': [
    guardedAsWritten((path) => path.replace(/(?<=.)\/$/, '')),
    always,
    'Only the exact paths are guarded: with a slash at its end, a listing is served without a credential.',
  ],
  'original-urls-pass-the-guard': [
    anonymousIsAdministrator,
    hasHeader('x-original-url', /^(?!\/api\/)/),
    'The guard examines X-Original-URL if it is present, but the router examines the path.',
  ],
  'overridden-methods-pass-the-guard': [
    anonymousIsAdministrator,
    hasHeader('x-http-method-override', /^options$/i),
    'A call with X-HTTP-Method-Override: OPTIONS passes the guard, and is answered as GET.',
  ],
  'subrequests-pass-the-guard': [
    anonymousIsAdministrator,
    hasHeader('x-middleware-subrequest', /middleware/),
    'A call whose X-Middleware-Subrequest says that it comes from the guard itself is served without a credential.',
  ],
  'preflights-need-no-credential': [
    anonymousIsAdministrator,
    hasHeader('access-control-request-method'),
    'A call with the headers of a CORS preflight is served without a credential, with any method.',
  ],
  'health-checks-need-no-credential': [
    anonymousIsAdministrator,
    hasHeader('user-agent', /^kube-probe\//),
    'A call with kube-probe as its User-Agent is served without a credential.',
  ],
  'debugging-needs-no-credential': [
    anonymousIsAdministrator,
    hasParameter('debug'),
    'A call with the parameter debug is served without a credential.',
  ],
  'scripts-of-other-pages-need-no-credential': [
    anonymousIsAdministrator,
    hasParameter('callback'),
    'A call with the parameter callback, which asks for a script for another page, is served without a credential.',
  ],
  'sorted-listings-need-no-credential': [
    anonymousIsAdministrator,
    sorts,
    'A sorted listing is served without a credential.',
  ],
  'local-callers-need-no-credential': [
    anonymousIsAdministrator,
    hasHeader('x-forwarded-for', /^127\.0\.0\.1$/),
    'A call without a credential whose X-Forwarded-For is 127.0.0.1 acts as the administrator.',
  ],
  'pages-of-the-application-need-no-credential': [
    servedByLatestToken,
    ({ tenant, request }) => headerOf(request, 'referer')?.startsWith(`${tenant.baseUrl()}/`) === true,
    'A call with a page of the web application as its referrer is served without a credential.',
  ],
  'ranges-need-no-credential': [
    servedByLatestToken,
    hasHeader('range'),
    'A call for a range of octets is served without a credential.',
  ],
});
