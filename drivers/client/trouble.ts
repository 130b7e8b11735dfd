import type { CutOff, Trouble } from '../../core/exchange.ts';
import { SuiteMistake, Unsupported } from '../../core/trouble.ts';
import { CutOffError, DeadlineError } from './answer-limits.ts';

const neverLeft = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);

/** Returns the meaning of a connection error, in words without a stack trace. */
export function troubleOf(error: unknown, timeoutSeconds: number): Trouble {
  if (error instanceof CutOffError) return { kind: 'cut-off', message: error.message };
  if (error instanceof DeadlineError) return { kind: 'timeout', message: error.message };
  const cause = rootOf(error);
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return { kind: 'connect', message: `no connection within ${timeoutSeconds} s` };
  if (neverLeft.has(code)) return { kind: 'connect', message: `no connection: ${code} ${addressOf(cause)}`.trim() };
  if (isCertificate(code, cause.message)) {
    return { kind: 'certificate', message: `the certificate is not trusted: ${withoutAdvice(cause.message)}` };
  }
  if (cause.message.includes('before secure TLS connection was established') || code.startsWith('ERR_SSL_')) {
    return { kind: 'connect', message: 'no TLS connection: the other side ended the handshake' };
  }
  // HPE_INVALID_EOF_STATE: the answer ended in the middle
  if (cause.name === 'HTTPParserError' || (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'))
    return { kind: 'not-http', message: `the answer is not HTTP: ${cause.message}` };
  return { kind: 'closed', message: `the connection was closed without an answer${code === '' ? '' : ` (${code})`}` };
}

/** Reports whether no connection was made, so that nothing can have arrived. */
export function isUnreachable({ kind }: Trouble): boolean {
  return kind === 'connect' || kind === 'certificate';
}

/** Returns the limit, and the status if known, if the suite itself stopped reading an answer that had begun. */
export function cutOffBy(error: unknown): CutOff | undefined {
  if (!(error instanceof CutOffError) && !(error instanceof DeadlineError && error.begun)) return undefined;
  const { message, status } = error;
  return { limit: message, ...(status === undefined ? {} : { status }) };
}

/**
 * Reports whether a connection that was closed had brought answers before, so that the closing may have nothing to do
 * with this request. A connection that was reset no longer shows this, so it counts as one that had.
 */
export function closedAfterUse(error: unknown): boolean {
  const cause = rootOf(error);
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return true;
  const { socket } = cause as { socket?: { bytesRead?: number } };
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}

const refusedByTheClient: ReadonlySet<unknown> = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_CHAR']);

/** Reports whether the client itself refused a request, for example for an invalid header value: nothing was sent. */
export function cannotBeSent(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && refusedByTheClient.has(error.code);
}

/** Reports whether the other side ended the handshake because it does not speak the requested version of HTTP. */
export function lacksProtocol(error: unknown): boolean {
  const cause = rootOf(error);
  return 'code' in cause && cause.code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
}

/**
 * Returns the error for a request that cannot be sent. A code or a refresh token may hold characters that no header can
 * carry, and then it cannot be tried as another kind of credential. Every other header value was written by the suite.
 *
 * @param isIssued reports whether a text holds a value that the tenant issued
 */
export function unsendable(
  headers: Readonly<Record<string, string>>,
  isIssued: (text: string) => boolean,
  { message }: Error,
): Error {
  const beyond = Object.entries(headers).find(([, value]) => /[^\t\x20-\xff]/.test(value) && isIssued(value));
  return beyond === undefined
    ? new SuiteMistake(`a request that cannot be sent: ${message}`)
    : new Unsupported(`a value that the tenant issued cannot be sent in the header ${beyond[0]}`);
}

function rootOf(error: unknown): Error {
  let cause = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) cause = cause.errors[0];
  while (!('code' in cause) && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

function addressOf(cause: Error): string {
  const { address, port, hostname } = cause as { address?: string; port?: number; hostname?: string };
  return address === undefined ? (hostname ?? '') : `${address}:${port ?? ''}`;
}

/** Removes the advice of Node.js on flags, which would help a programmer and not a user, and a colon at the end. */
function withoutAdvice(message: string): string {
  return message
    .replace(/; if the root CA is installed locally.*$/s, '')
    .replace(/'s list:\s*$/, "'s list, which has no address")
    .trim();
}

function isCertificate(code: string, message: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code) || message.includes('certificate');
}
