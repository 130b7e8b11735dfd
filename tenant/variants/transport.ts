import { withHeader } from '../http/message.ts';
import type { Variant } from './variant.ts';

export const transportVariants: readonly Variant[] = [
  {
    id: 'transport/unauthorized-as-plain-text',
    freedoms: ['FRE-01', 'FRE-11'],
    summary: 'A 401 of the API is a sentence in plain text, with one challenge of an invented scheme.',
    behaviour: (normal) => ({
      challenges: () => ['Laboratory'],
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (answer.status !== 401 || call.found.route?.part !== 'api') return answer;
        return { ...withHeader(answer, 'Content-Type', 'text/plain'), body: 'Who are you?' };
      },
    }),
  },
  {
    id: 'transport/clear-text-is-redirected',
    freedoms: ['FRE-02'],
    summary: 'Clear-text requests to the port are redirected to the same address over HTTPS.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => ({
        status: 308,
        headers: [['Location', call.tenant.baseUrl() + call.request.target]],
        body: undefined,
      }),
    }),
  },
  {
    id: 'transport/http-2',
    freedoms: ['FRE-03', 'FRE-04'],
    summary: 'HTTP/2 is offered beside HTTP/1.1, over TLS 1.3 alone, with HSTS.',
    behaviour: () => ({
      httpVersions: () => ['2', '1.1'],
      tlsVersions: () => ({ min: 'TLSv1.3', max: 'TLSv1.3' }),
      answer: (answer) => withHeader(answer, 'Strict-Transport-Security', 'max-age=31536000'),
    }),
  },
];
