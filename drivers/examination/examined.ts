/** What was found of one thing that a run depends on. */
export interface Examined {
  /** The key of the profile that it is about, or what it is. */
  readonly part: string;
  /** `note`: a run goes on without it, and exercises less. */
  readonly state: 'ok' | 'note' | 'wrong';
  /** What was found, as a sentence without a full stop. */
  readonly found: string;
  /** What to do, as a sentence without a full stop. */
  readonly mend?: string;
}

export function ok(part: string, found: string): Examined {
  return { part, state: 'ok', found };
}

export function note(part: string, found: string): Examined {
  return { part, state: 'note', found };
}

export function wrong(part: string, found: string, mend: string): Examined {
  return { part, state: 'wrong', found, mend };
}
