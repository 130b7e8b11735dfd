import type { Variant } from '../variant.ts';

/** Variants of refusals in the form of the request. */
export const formAnswerVariants: readonly Variant[] = [
  {
    id: 'token-issuance/refusals-are-forms',
    freedoms: ['FRE-20', 'FRE-23', 'FRE-24'],
    summary: 'A refused token request is answered in form encoding, as some OAuth servers do.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        if (call.found.route?.part !== 'token') return answer;
        const { error, error_description: description } = JSON.parse(answer.body ?? '{}') as Record<string, string>;
        return {
          ...answer,
          headers: answer.headers.map(([name, value]) => [
            name,
            name === 'Content-Type' ? 'application/x-www-form-urlencoded; charset=utf-8' : value,
          ]),
          body: new URLSearchParams({ error: error ?? '', error_description: description ?? '' }).toString(),
        };
      },
    }),
  },
];
