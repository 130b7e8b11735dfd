import type { Behaviour } from '../../behaviour/behaviour.ts';

type CodeProblem = Behaviour['codeProblem'];

/** Returns rules by which an exchange without a redirect URI counts as if it named that of the code, if `may` holds. */
export function withoutRedirectUri(
  normal: Pick<Behaviour, 'codeProblem'>,
  may: (...exchange: Parameters<CodeProblem>) => boolean,
): Pick<Behaviour, 'codeProblem'> {
  return {
    codeProblem: (...exchange) => {
      const [call, app, code, redirectUri] = exchange;
      return normal.codeProblem(call, app, code, redirectUri ?? (may(...exchange) ? code.redirectUri : undefined));
    },
  };
}
