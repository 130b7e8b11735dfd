/** The result of examining one thing that a run depends on. */
export interface Examined {
  /** The key of the profile, or a name of the examined thing. */
  readonly part: string;
  /** `note`: a run is possible, but exercises less. */
  readonly state: 'ok' | 'note' | 'wrong';
  /** The result, as a sentence without a full stop. */
  readonly found: string;
  /** The fix, as a sentence without a full stop. */
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
