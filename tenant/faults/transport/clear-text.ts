import { headerOf } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

/** What clear-text requests are given. */
export const clearTextFaults: readonly Fault[] = [
  {
    id: 'transport/clear-text-is-served',
    breaks: ['TRN-03', 'TRN-04'],
    also: ['TRN-05'],
    summary: 'Clear-text requests to the port are answered as if they had come over TLS.',
    behaviour: () => ({ readsClearText: () => true, answerClearText: () => 'as-if-secure' }),
  },
  {
    id: 'transport/clear-text-is-served-for-plates',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for those to /api/v2/plates.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => (call.request.path === '/api/v2/plates' ? 'as-if-secure' : 'disconnect'),
    }),
  },
  {
    id: 'transport/clear-text-is-redirected-with-the-answer',
    breaks: ['TRN-03', 'TRN-04'],
    also: ['TRN-05'],
    summary: 'Clear-text requests are redirected to HTTPS, but the redirect holds the answer already.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: () => 'as-if-secure',
      answer: (answer, call) => {
        if (call.connection.secure) return answer;
        const location = ['Location', call.tenant.baseUrl() + call.request.target] as const;
        return { ...answer, status: 308, headers: [...answer.headers, location] };
      },
    }),
  },
  {
    id: 'transport/clear-text-is-believed-to-be-forwarded',
    breaks: ['TRN-03', 'TRN-04'],
    summary: 'Clear text is refused but for requests that say themselves that they came to a proxy over TLS.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        headerOf(call.request, 'x-forwarded-proto') === 'https'
          ? 'as-if-secure'
          : { status: 403, headers: [], body: undefined },
    }),
  },
  {
    id: 'transport/clear-text-is-served-for-keys',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for scripts that use an API key.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        /^basic /i.test(headerOf(call.request, 'authorization') ?? '') ? 'as-if-secure' : 'disconnect',
    }),
  },
  {
    id: 'transport/clear-text-legacy-tokens',
    breaks: ['TRN-04'],
    summary: 'The legacy token path answers in clear text too; everything else asks for an upgrade.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        call.request.path === '/api/v2/token'
          ? 'as-if-secure'
          : { status: 426, headers: [['Upgrade', 'TLS/1.2']], body: undefined },
    }),
  },
];
