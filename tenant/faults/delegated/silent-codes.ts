import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';

/** Remembers which codes were given without a prompt, for faults that treat them otherwise. */
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
