import type { Exchange } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import { legacyTokenPath } from '../../drivers/world/paths.ts';
import type { Departure } from '../expectations/app-token-answer.ts';
import { departures } from '../expectations/app-token-answer.ts';
import { userAnswerDepartures } from '../expectations/user-token-answer.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';
import { slim } from './slim.ts';
import type { GrantType } from './token-form.ts';

/** Answers of the legacy path to one grant that depart from the specification in the same members: the first one. */
interface Departing {
  readonly exchange: Exchange;
  readonly grant: GrantType;
  readonly found: readonly Departure[];
  /** The number of such answers. */
  times: number;
}

/**
 * Compares the answers of the legacy token path with those of /oauth/token (VER-08). A member that is wrong at both
 * paths is judged at /oauth/token alone.
 */
export class LegacyAnswers {
  /** The members that were wrong in an answer of /oauth/token, each after its grant. */
  readonly #wrongElsewhere = new Set<string>();
  readonly #departing = new Map<string, Departing>();

  /** @param exchange a granted token request of a known form, with an access token response */
  *see(exchange: Exchange, grant: GrantType, path: string): Generator<Ruling> {
    const found = grant === 'client_credentials' ? departures(exchange) : userAnswerDepartures(exchange);
    const wrong = found.map(({ member }) => memberOf(grant, member));
    if (path !== legacyTokenPath) for (const member of wrong) this.#wrongElsewhere.add(member);
    else if (found.length === 0) yield rule(['VER-08'], [], exchange);
    else {
      const known = this.#departing.get(wrong.join());
      if (known === undefined) this.#departing.set(wrong.join(), { exchange: slim(exchange), grant, found, times: 1 });
      else known.times++;
    }
  }

  /** Yields the rulings on answers with wrong members: a later answer of /oauth/token may have had them too. */
  *left(): Generator<Ruling> {
    for (const { exchange, grant, found, times } of this.#departing.values()) {
      const own = found.filter(({ member }) => !this.#wrongElsewhere.has(memberOf(grant, member)));
      const findings = own.map((one) =>
        finding(
          'VER-08',
          `${one.member} in the answer of ${legacyTokenPath} to ${grant}`,
          one.found,
          one.expected,
          exchange,
        ),
      );
      for (let time = 0; time < times; time++) yield rule(['VER-08'], findings, exchange);
    }
  }
}

function memberOf(grant: GrantType, member: string): string {
  return `${grant} ${member}`;
}
