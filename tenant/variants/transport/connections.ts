import { withHeader } from '../../http/message.ts';
import type { Variant } from '../variant.ts';

/** Variants of the ways to reach a tenant. */
export const connectionVariants: readonly Variant[] = [
  {
    id: 'transport/clear-text-is-redirected',
    freedoms: ['FRE-02'],
    summary: 'Unencrypted requests to the port are redirected to the same address over HTTPS.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => ({
        status: 308,
        headers: [['Location', call.tenant.baseUrl() + call.request.target]],
        body: undefined,
      }),
    }),
  },
  clearTextIsRefused(400, 'The plain HTTP request was sent to an HTTPS port.'),
  clearTextIsRefused(403, '{"error":{"code":"forbidden","message":"HTTPS only","items":[],"nextToken":""}}'),
  clearTextIsRefused(426, ''),
  {
    id: 'transport/clear-text-is-a-welcome-page',
    freedoms: ['FRE-02'],
    summary: 'All unencrypted requests are answered with 200 and a web page with a link to the HTTPS address.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => ({
        status: 200,
        headers: [['Content-Type', 'text/html']],
        body: `<a href="${call.tenant.baseUrl()}">This way</a>`,
      }),
    }),
  },
  {
    id: 'transport/http-2',
    freedoms: ['FRE-03', 'FRE-04'],
    summary: 'HTTP/2 is offered in addition to HTTP/1.1, over TLS 1.3 only, with HSTS.',
    behaviour: () => ({
      httpVersions: () => ['2', '1.1'],
      tlsVersions: () => ({ min: 'TLSv1.3', max: 'TLSv1.3' }),
      answer: (answer) => withHeader(answer, 'Strict-Transport-Security', 'max-age=31536000'),
    }),
  },
  {
    id: 'transport/http-2-only',
    freedoms: ['FRE-03'],
    summary: 'The tenant speaks HTTP/2 only.',
    behaviour: () => ({ httpVersions: () => ['2'] }),
  },
  {
    id: 'transport/old-tls',
    freedoms: ['FRE-03'],
    summary: 'The tenant speaks TLS 1.2 and no later version.',
    behaviour: () => ({ tlsVersions: () => ({ min: 'TLSv1.2', max: 'TLSv1.2' }) }),
  },
];

function clearTextIsRefused(status: number, body: string): Variant {
  return {
    id: `transport/clear-text-is-refused-with-${status}`,
    freedoms: ['FRE-02'],
    summary: `Unencrypted requests to the port are answered with ${status}.`,
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: () => ({ status, headers: [['Connection', 'close']], body }),
    }),
  };
}
