import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';

type Rule = keyof Behaviour;
type Arguments<R extends Rule> = Parameters<Behaviour[R]>;
type Outcome<R extends Rule> = ReturnType<Behaviour[R]>;
type Where<R extends Rule> = (...args: Arguments<R>) => boolean;

/** Returns a deviation that calls `otherwise` instead of the rule. `otherwise` gets the rule as `normally`. */
const wrapped =
  <R extends Rule>(rule: R, otherwise: (normally: () => Outcome<R>, ...args: Arguments<R>) => unknown): Deviation =>
  (normal) => {
    const normally = normal[rule] as (...args: Arguments<R>) => Outcome<R>;
    return { [rule]: (...args: Arguments<R>) => otherwise(() => normally(...args), ...args) };
  };

/** Returns a deviation: the rule also holds if `where` holds. */
export const alsoIf = <R extends Rule>(rule: R, where: Where<R>): Deviation =>
  wrapped(rule, (normally, ...args) => normally() || where(...args));

/** Returns a deviation: the rule holds only if `where` holds too. */
export const onlyIf = <R extends Rule>(rule: R, where: Where<R>): Deviation =>
  wrapped(rule, (normally, ...args) => normally() && where(...args));

/** Returns a deviation: if `where` holds, `instead` replaces the rule. */
export const replaceIf = <R extends Rule>(rule: R, where: Where<R>, instead: Behaviour[R]): Deviation => {
  const wrongly = instead as (...args: Arguments<R>) => Outcome<R>;
  return wrapped(rule, (normally, ...args) => (where(...args) ? wrongly(...args) : normally()));
};

/** Returns a deviation that changes the outcome of a rule. */
export const becomes = <R extends Rule>(
  rule: R,
  change: (right: Outcome<R>, ...args: Arguments<R>) => Outcome<R>,
): Deviation => wrapped(rule, (normally, ...args) => change(normally(), ...args));

/** Returns a deviation that calls `act` before a rule. */
export const before = <R extends Rule>(rule: R, act: (...args: Arguments<R>) => void): Deviation =>
  wrapped(rule, (normally, ...args) => {
    act(...args);
    return normally();
  });

/** Returns a deviation that calls `act` after a rule, with its outcome. */
export const after = <R extends Rule>(rule: R, act: (outcome: Outcome<R>, ...args: Arguments<R>) => void): Deviation =>
  becomes(rule, (outcome, ...args) => {
    act(outcome, ...args);
    return outcome;
  });
