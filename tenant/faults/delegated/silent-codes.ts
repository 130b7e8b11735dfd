import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';

/** Remembers which codes were issued without a prompt, for faults that treat such codes differently. */
export function silentCodes(normal: Pick<Behaviour, 'issueCode'>): {
  readonly silent: Pick<ReadonlySet<AuthorizationCode>, 'has'>;
  readonly remembering: Pick<Behaviour, 'issueCode'>;
} {
  const silent = new WeakSet<AuthorizationCode>();
  return {
    silent,
    remembering: {
      issueCode: (call, request, user) => {
        const code = normal.issueCode(call, request, user);
        if (call.request.method === 'GET') silent.add(code);
        return code;
      },
    },
  };
}
