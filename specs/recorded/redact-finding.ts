import { isLabel } from '../../core/redaction/label.ts';
import type { Exchange, ReceivedResponse } from '../../core/exchange.ts';
import { parseJson } from '../../core/json-text.ts';
import type { Finding } from '../../core/judgement.ts';
import type { SecretKind } from '../../core/secrets.ts';
import { Secrets } from '../../core/secrets.ts';
import type { NotedDelivery } from '../../drivers/capture/recorded.ts';
import type { RequirementId } from '../requirements/index.ts';
import { slim, telling } from './slim.ts';

/** A finding and its evidence, without secrets. */
export interface Seen {
  readonly finding: Finding<RequirementId>;
  readonly evidence: readonly Exchange[];
}

/**
 * Redacts recorded traffic. Its owner and content are unknown, so only known harmless values remain: names, numbers,
 * and the texts that judgements are about. Secrets of the known kinds become labels by which equal ones can be
 * recognised; any other text is replaced by its length. Records of a laboratory are only counted.
 */
export function redactFinding(finding: Finding<RequirementId>, shownBy: readonly (Exchange | NotedDelivery)[]): Seen {
  const redactor = new Redactor(shownBy);
  const began = Math.min(...shownBy.map(({ at }) => at));
  return {
    finding: {
      ...finding,
      observed: redactor.sentence(finding.observed),
      subject: redactor.sentence(finding.subject),
      expected: redactor.sentence(finding.expected),
    },
    evidence: shownBy.map((one) => ({ ...redactor.shown(one), at: Math.max(0, one.at - began) })),
  };
}

/** Fields of forms and queries that are secrets, with their kinds. */
const secretFields: Readonly<Record<string, SecretKind>> = {
  client_secret: 'client secret',
  code: 'authorization code',
  refresh_token: 'refresh token',
  access_token: 'access token',
  id_token: 'ID token',
  password: 'password',
  state: 'state',
  nextToken: 'page token',
};
const plainFields: ReadonlySet<string> = new Set(['grant_type', 'response_type', 'pageSize', 'sort']);
/** Texts that are judged: of token answers and refusals, and of deliveries. */
const plainMembers: ReadonlySet<string> = new Set(['token_type', 'error']);
const deliveryMembers: ReadonlySet<string> = new Set([
  ...['baseURL', 'channel', 'createdAt', 'featureId', 'id', 'resourceId', 'tenantId', 'type', 'updates', 'userId'],
  ...['version', 'versionNumber'],
]);

/** The form of long machine-generated values: keys, tokens, digests. */
const machineMade = /[A-Za-z0-9+/_~.=-]{20,}/g;

class Redactor {
  readonly #secrets = new Secrets();

  constructor(shownBy: readonly (Exchange | NotedDelivery)[]) {
    for (const one of shownBy) {
      if ('received' in one) continue;
      const { request, response } = one;
      for (const [name, value] of fieldsOf(request.body)) this.#learn(name, value);
      for (const [name, value] of URL.parse(request.url)?.searchParams ?? []) this.#learn(name, value);
      this.#secrets.learnFromBody(parseJson(response?.body ?? ''));
    }
  }

  shown(one: Exchange | NotedDelivery): Exchange {
    if ('received' in one) return this.#delivery(one);
    const { request, response } = slim(one);
    return {
      number: one.number,
      at: one.at,
      ms: one.ms,
      request: {
        method: request.method.slice(0, 20),
        url: this.#url(request.url),
        headers: this.#headers(request.headers),
        ...(request.body === undefined ? {} : { body: this.#form(fieldsOf(request.body)) }),
      },
      ...(response === undefined ? {} : { response: this.#response(response) }),
      ...(one.note === undefined ? {} : { note: one.note }),
    };
  }

  /** Redacts a sentence of the suite, which may contain a found value. */
  sentence(text: string): string {
    return this.#secrets.redact(text).replaceAll(machineMade, (run) => (isMachineMade(run) ? lengthOf(run) : run));
  }

  #delivery({ number, at, received, note }: NotedDelivery): Exchange {
    const body = parseJson(received.body);
    return {
      number,
      at,
      ms: 0,
      request: {
        method: received.method,
        url: 'https://receiver.invalid/',
        headers: this.#headers(telling(received.headers)),
        body: body === undefined ? lengthOf(received.body) : JSON.stringify(this.#value('', body, deliveryMembers)),
      },
      note: `${note}, a webhook delivery`,
    };
  }

  #response({ status, headers, body }: ReceivedResponse): ReceivedResponse {
    const value = parseJson(body);
    return {
      status,
      headers: this.#headers(headers),
      body: value === undefined ? lengthOf(body) : JSON.stringify(this.#value('', value, plainMembers)),
    };
  }

  #value(name: string, value: unknown, plain: ReadonlySet<string>): unknown {
    if (typeof value === 'string') {
      const label = this.#secrets.redact(value);
      if (label !== value) return isLabel(label) ? label : lengthOf(value);
      return plain.has(name) && value.length <= 200 && !(plain === plainMembers && isMachineMade(value))
        ? value
        : lengthOf(value);
    }
    if (Array.isArray(value)) {
      return name === 'updates' && plain.has(name)
        ? value.map((item: unknown) => this.#value(name, item, plain))
        : `<list of ${value.length}>`;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [nameOf(key), this.#value(key, inner as unknown, plain)]),
    );
  }

  #url(address: string): string {
    const url = URL.parse(address);
    if (url === null) return 'https://unknown.invalid/';
    const query = this.#form([...url.searchParams]);
    return `${url.protocol}//${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`;
  }

  #form(fields: readonly (readonly [string, string])[]): string {
    return fields
      .map(([name, value]) => {
        if (plainFields.has(name) && /^[\w.:-]{0,60}$/.test(value)) return `${name}=${value}`;
        const label = this.#secrets.redact(value);
        return `${nameOf(name)}=${label !== value && /^<[^<>]+>$/.test(label) ? label : lengthOf(value)}`;
      })
      .join('&');
  }

  #headers<T extends string | readonly string[]>(headers: Readonly<Record<string, T>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.sentence([value].flat().join(', ')).slice(0, 200)]),
    );
  }

  #learn(name: string, value: string): void {
    const kind = secretFields[name];
    if (kind !== undefined) this.#secrets.learn(kind, value);
  }
}

function isMachineMade(text: string): boolean {
  return text.length >= 20 && /\d/.test(text) && /[A-Za-z]/.test(text);
}

function lengthOf({ length }: string): string {
  return `<text of ${length} ${length === 1 ? 'character' : 'characters'}>`;
}

/** Returns the name of a member or field. Names are defined by the tenant, unless a secret is used as a name. */
function nameOf(name: string): string {
  return /^[\w.$-]{1,40}$/.test(name) && !isMachineMade(name) ? name : '<name>';
}

function fieldsOf(body: string | undefined): [string, string][] {
  return body === undefined || /^\s*[[{<]/.test(body) ? [] : [...new URLSearchParams(body)];
}
