import { header } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import type { RecordedExchange } from '../../drivers/capture/recorded.ts';
import { isMasked } from './masked.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';

/**
 * Judges the redirect of a silent authorization ("GET {base_url}/oauth/authorize"). A redirect after a sign-in is the
 * answer of pages that are not specified, and is not considered.
 */
export function* authorizationRulings({ exchange }: RecordedExchange, url: URL): Generator<Ruling> {
  const status = exchange.response?.status ?? 0;
  const target = URL.parse(header(exchange, 'location') ?? '');
  const [redirectUri, ...more] = url.searchParams.getAll('redirect_uri');
  if (status < 300 || status > 399 || target === null || redirectUri === undefined || more.length > 0) return;
  const registered = URL.parse(redirectUri);
  // a redirect URI may have a query of its own, and even a state in it
  if (registered === null || registered.search !== '' || !target.searchParams.has('code')) return;
  if (registered.origin !== target.origin || registered.pathname !== target.pathname) return;
  const sent = url.searchParams.getAll('state');
  const back = target.searchParams.getAll('state');
  const subject = 'the redirect of an authorization request';
  if (sent.length === 0) {
    const found =
      back.length === 0 ? [] : [finding('DEL-04', subject, 'had a state', 'none, as none was sent', exchange)];
    yield rule(['DEL-04'], found, exchange);
    return;
  }
  const [state = ''] = sent;
  if (sent.length > 1 || [...sent, ...back].some(isBlanked)) return;
  if (back.length === 1 && back[0] === state) yield rule(['DEL-02'], [], exchange);
  else {
    const observed = back.length === 0 ? 'had no state' : 'had another state than the one sent';
    yield rule(['DEL-02'], [finding('DEL-02', subject, observed, 'the state unchanged', exchange)], exchange);
  }
}

/** Reports whether a state may have been masked. A real state may be short too, but a masked one cannot be compared. */
function isBlanked(state: string): boolean {
  return state === '' || isMasked(state.padEnd(8, '0123456789'));
}
