import type { Exchange } from '../../core/exchange.ts';
import { jsonObject } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import type { RecordedExchange } from '../../drivers/capture/recorded.ts';
import { isMasked } from './masked.ts';
import { forgetOldest } from './remembered.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';
import { slim } from './slim.ts';

interface HandedOut {
  readonly exchange: Exchange;
  readonly file: string;
  readonly from: number | undefined;
  readonly as: 'access token' | 'refresh token';
}

/** Compares the tokens that separate requests received: no two may be the same. */
export class DifferentTokens {
  readonly #handedOut = new Map<string, HandedOut>();

  /** @param recorded a granted token request */
  *see(recorded: RecordedExchange): Generator<Ruling> {
    const body = jsonObject(recorded.exchange) ?? {};
    yield* this.#compare(recorded, 'access token', body['access_token']);
    yield* this.#compare(recorded, 'refresh token', body['refresh_token']);
  }

  *#compare(recorded: RecordedExchange, as: HandedOut['as'], token: unknown): Generator<Ruling> {
    if (typeof token !== 'string' || isMasked(token)) return;
    const { exchange, place, from } = recorded;
    const before = this.#handedOut.get(token);
    if (before === undefined) {
      forgetOldest(this.#handedOut);
      this.#handedOut.set(token, { exchange: slim(exchange), file: place.file, from, as });
      // the first token has no other that it could be compared with
      if (this.#handedOut.size > 1) yield rule([as === 'access token' ? 'TOK-32' : 'TOK-33'], []);
      return;
    }
    if (before.as === as) {
      // This excludes one request that was recorded twice. Two equal refresh requests are judged by rotation.
      const isSeparate = before.file === place.file && before.from !== from;
      if (!isSeparate || before.from === undefined || from === undefined) return;
      if (as === 'refresh token' && sent(before.exchange) === sent(exchange)) return;
    }
    const requirement = as === 'access token' && before.as === as ? 'TOK-32' : 'TOK-33';
    const observed = `was the same ${before.as} that an earlier request had been given`;
    const subjects = `the ${as} of a granted token request`;
    yield rule(
      [requirement],
      [finding(requirement, subjects, observed, 'another one', exchange)],
      before.exchange,
      exchange,
    );
  }
}

function sent({ request }: Exchange): string {
  return request.body ?? '';
}
