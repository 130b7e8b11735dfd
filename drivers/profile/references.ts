/** Variables of the environment, including those of `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text with its references filled in, and the problems with its references. */
export interface Expanded {
  /** The text. References to variables that are not set are unchanged. */
  readonly text: string;
  /** Names of variables that are not set, each once, in the order of the text. */
  readonly missing: readonly string[];
  /** Whether there is a `${` that begins no reference. */
  readonly malformed: boolean;
}

const token = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{/g;

/**
 * Fills in each `${NAME}` of a text; `$${` stands for a literal `${`. The value of a variable is used as it is: a `${`
 * in it is not a reference.
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
    // own members only: ${constructor} must not find a member that every object has
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) missing.add(name);
    return value ?? found;
  });
  return { text: filled, missing: [...missing], malformed };
}

/** Returns the variable if the text consists of one reference only, otherwise undefined. */
export function soleReference(text: string): string | undefined {
  return /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
}
