import type { Answer, Credential, LoggedEvent, Outcome, Presented } from '../../specs/model/vocabulary.ts';
import { answerAmong, answerFor, answerForVisit } from '../../specs/model/answers.ts';
import { comparisonsIn } from '../../specs/model/judging.ts';
import type { RequirementId } from '../../specs/requirements/index.ts';
import { requirements } from '../../specs/requirements/index.ts';

/** A story that a test writes step by step, with the tenant's time. Users and apps are numbers. */
export class WrittenStory {
  readonly past: LoggedEvent[] = [];
  now = 0;

  user(kind: 'suspended' | 'unsuspended' | 'suspendedAtProvider', user = 0): this {
    this.past.push({ kind, user });
    return this;
  }

  app(kind: 'archived' | 'unarchived' | 'uninstalled' | 'installed', app = 0): this {
    this.past.push({ kind, app });
    return this;
  }

  elapse(seconds: number): this {
    this.past.push({ kind: 'elapsed', seconds });
    this.now += seconds;
    return this;
  }

  key(user = 0, expires: 'yes' | 'no' | 'unspecified' = 'yes'): Credential {
    return this.#issue({ kind: 'apiKey', user, place: 0, expires });
  }

  secret(app = 0): Credential {
    return this.#issue({ kind: 'clientSecret', app, place: 0 });
  }

  appToken(app = 0): Credential {
    return this.#issue({ kind: 'appToken', app, place: 0 });
  }

  /** Issues a key that is dated back by `age` seconds. */
  datedKey(age: number, user = 0, expires: 'yes' | 'no' = 'yes'): Credential {
    const born = { after: this.now - age, before: this.now - age };
    return this.#issue({ kind: 'apiKey', user, place: 0, expires }, born);
  }

  /** Issues an app token at the legacy token path. */
  legacyAppToken(app = 0): Credential {
    return this.#issue({ kind: 'appToken', app, place: 0, legacy: true });
  }

  /** Replaces a credential by rotation. Returns the new one. */
  rotated(old: Credential): Credential {
    this.past.push({ kind: 'replaced', credential: old.id });
    const { id: _, born: __, ...rest } = old;
    return this.#issue({ ...rest, place: old.place + 1 });
  }

  code(user = 0, app = 0): Credential {
    this.visit(user, app, 'grant', 'served');
    return this.#issue({ kind: 'code', user, app, family: this.past.length, place: 0 });
  }

  visit(user: number, app: number, consent: 'grant' | 'deny', outcome: Outcome): this {
    this.past.push({ kind: 'visited', user, app, consent, outcome });
    return this;
  }

  /** Issues the tokens of an authorization. */
  grant(user = 0, app = 0): { access: Credential; refresh: Credential } {
    return this.#tokens(this.code(user, app));
  }

  refresh(refresh: Credential): { access: Credential; refresh: Credential } {
    return this.#tokens(refresh);
  }

  presented(credential: Credential, outcome: Outcome, more: Partial<Presented> = {}): this {
    this.past.push({ kind: 'presented', credential: credential.id, outcome, at: this.#moment(), ...more });
    return this;
  }

  beside(event: Extract<LoggedEvent, { readonly kind: 'besideUser' | 'besideApp' | 'misused' }>): this {
    this.past.push(event);
    return this;
  }

  answer(credential: Credential, atLegacyPath = false): Answer {
    return answerFor(this.past, credential, this.#moment(), atLegacyPath);
  }

  /** Returns the model's word for a credential, with its requirement or freedom. */
  word(credential: Credential, atLegacyPath = false): string {
    return told(this.answer(credential, atLegacyPath));
  }

  /** Returns the word of a judgement by one requirement alone. */
  wordFor(requirement: RequirementId, credential: Credential): string {
    return told(answerAmong(new Set([requirement]), this.answer(credential)));
  }

  /** Returns the requirements that the presentations show to be broken. */
  broken(): RequirementId[] {
    const everything = new Set(requirements.map(({ id }) => id));
    return [...comparisonsIn(this.past, everything)].flatMap(({ broken }) => broken ?? []);
  }

  visitWord(user: number, app: number, consent: 'grant' | 'deny'): string {
    return told(answerForVisit(this.past, user, app, consent));
  }

  #tokens(from: Credential): { access: Credential; refresh: Credential } {
    const place = from.kind === 'code' ? 0 : from.place + 1;
    this.past.push({ kind: 'spent', credential: from.id });
    const { user = 0, app = 0, family = 0 } = from;
    const shared = { user, app, family, place };
    return {
      access: this.#issue({ ...shared, kind: 'accessToken' }),
      refresh: this.#issue({ ...shared, kind: 'refreshToken' }),
    };
  }

  #issue(credential: Omit<Credential, 'id' | 'born'>, born = this.#moment()): Credential {
    const issued = { ...credential, id: this.past.length, born };
    this.past.push({ kind: 'issued', credential: issued });
    return issued;
  }

  #moment(): { after: number; before: number } {
    return { after: this.now, before: this.now };
  }
}

export function told(answer: Answer): string {
  return `${answer.word} ${answer.word === 'unspecified' ? answer.freedom : answer.requirement}`;
}
