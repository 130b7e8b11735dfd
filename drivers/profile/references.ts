/** Variables of the environment, those of `.env` already among them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text with its references filled in, and what stood in the way. */
export interface Expanded {
  /** References to what is not set stand as they were. */
  readonly text: string;
  /** Names of variables that are not set, each once, in the order in which they stand. */
  readonly missing: readonly string[];
  /** Whether there is a `${` that begins no reference. */
  readonly malformed: boolean;
}

const token = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{/g;

/**
 * Fills in each `${NAME}` of a text; `$${` stands for a literal `${`. What a variable holds is taken as it is: a
 * `${` in it is no reference.
 */
export function expand(text: string, environment: Environment): Expanded {
  const missing = new Set<string>();
  let malformed = false;
  const filled = text.replaceAll(token, (found, name: string | undefined) => {
    if (found === '$${') return '${';
    if (name === undefined) {
      malformed = true;
      return found;
    }
    // own members only: ${constructor} must not find what every object has
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) missing.add(name);
    return value ?? found;
  });
  return { text: filled, missing: [...missing], malformed };
}

/** The one variable that a text consists of, undefined where it is anything else. */
export function soleReference(text: string): string | undefined {
  return /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
}
