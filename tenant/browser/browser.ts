import { request, type Dispatcher } from 'undici';
import type { CookieJar } from './cookie-jar.ts';
import { formOf, moveOf, type PageForm } from './page.ts';

/** The user at the browser, and how this user answers the pages. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly consent: 'grant' | 'deny';
}

/** The end of a visit. */
export interface Visit {
  /** The last address outside the tenant to which the browser was redirected; `null` if there was none. */
  readonly location: string | null;
  /** The pages at which the person had to act, in order. */
  readonly prompts: readonly Prompt[];
  /** The status of the last answer. */
  readonly status: number;
}

export type Prompt = 'signIn' | 'consent';

export interface VisitOptions {
  readonly dispatcher: Dispatcher;
  readonly jar: CookieJar;
  readonly person: Person;
  /** Reports whether an address belongs to the visited site, so that the browser goes there. */
  readonly isInside: (address: URL) => boolean;
}

interface Step {
  readonly address: URL;
  readonly form: URLSearchParams | undefined;
}

/** A request of the browser that got no complete answer. */
export class Unanswered extends Error {}

/** With more pages than these, the visit is taken for a loop. */
const MOST_STEPS = 20;

/** The size of the longest page that is read. */
const MOST_OCTETS = 1024 * 1024;

/** @throws Unanswered if there is no answer, or no complete one */
async function open(step: Step, options: VisitOptions) {
  try {
    return await answerTo(step, options);
  } catch (error) {
    const method = step.form === undefined ? 'GET' : 'POST';
    const why = error instanceof Error ? error.message : String(error);
    throw new Unanswered(`The browser got no answer to ${method} ${step.address.pathname}: ${why}.`, { cause: error });
  }
}

async function answerTo({ address, form }: Step, { dispatcher, jar }: VisitOptions) {
  const cookies = jar.pairs();
  const response = await request(address, {
    dispatcher,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      // a browser identifies itself; some gateways let a request pass only then
      'user-agent': 'Mozilla/5.0 (compatible; labconform)',
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      // the browser cannot decompress, so a gateway on the way must not compress the answer
      'accept-encoding': 'identity',
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin: address.origin }),
    },
    ...(form === undefined ? {} : { body: form.toString() }),
  });
  const header = (name: string) => [response.headers[name] ?? []].flat();
  jar.take(header('set-cookie'));
  return { status: response.statusCode, location: header('location')[0], html: await pageIn(response.body) };
}

/**
 * Reads the text of a page.
 * @throws Error if the page is too long, so that an endless page costs little
 */
async function pageIn(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let octets = 0;
  for await (const chunk of body) {
    octets += chunk.length;
    if (octets > MOST_OCTETS) throw new Error(`the page has more than ${MOST_OCTETS} octets`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Fills in a form as the person would: returns the fields to send, and the prompts at which the person had to act. */
function fillIn({ fields, buttons }: PageForm, person: Person): { sent: URLSearchParams; prompts: Prompt[] } {
  const sent = new URLSearchParams();
  const prompts: Prompt[] = [];
  const asksPassword = fields.some(({ type }) => type === 'password');
  if (asksPassword) prompts.push('signIn');
  for (const { name, type, value } of fields) {
    if (type === 'password') sent.append(name, person.password);
    else if (asksPassword && (type === 'text' || type === 'email')) sent.append(name, person.email);
    else sent.append(name, value);
  }
  const wanted = person.consent === 'grant' ? 'allow' : 'deny';
  const decision = buttons.find(({ value }) => value === wanted);
  if (decision !== undefined) prompts.push('consent');
  const pressed = decision ?? buttons[0];
  if (pressed !== undefined && pressed.name !== '') sent.append(pressed.name, pressed.value);
  return { sent, prompts };
}

/**
 * Opens an address and goes from page to page as a person would, until the browser is sent outside or cannot go on. A
 * person who is asked the same thing twice has been refused, and gives up.
 */
export async function visit(start: URL, options: VisitOptions): Promise<Visit> {
  const prompts: Prompt[] = [];
  let step: Step = { address: start, form: undefined };
  let status = 0;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const answer = await open(step, options);
    status = answer.status;
    const target = status >= 300 && status < 400 ? answer.location : moveOf(answer.html);
    if (target !== undefined) {
      const address = URL.canParse(target, step.address.href) ? new URL(target, step.address) : undefined;
      // If the address is complete, its text is kept as it was sent: parsing may change its spelling.
      if (address === undefined) return { location: target, prompts, status };
      if (!options.isInside(address)) {
        return { location: URL.canParse(target) ? target : address.href, prompts, status };
      }
      const repeats = status === 307 || status === 308;
      step = { address, form: repeats ? step.form : undefined };
      continue;
    }
    const form = status < 400 ? formOf(answer.html) : undefined;
    if (form === undefined) break;
    const filled = fillIn(form, options.person);
    if (filled.prompts.some((prompt) => prompts.includes(prompt))) break;
    prompts.push(...filled.prompts);
    step = {
      address: form.action === undefined ? step.address : new URL(form.action, step.address),
      form: filled.sent,
    };
    if (!options.isInside(step.address)) break;
  }
  return { location: null, prompts, status };
}
