import type { Problem } from '../../schemas/validate.ts';
import type { Complaints, KeyPath } from './complaints.ts';
import { valueAt, type Plain } from './walk.ts';
import { foundWords } from './found.ts';

/** An example of each group of keys, by the name of its key: the schema has examples for single values only. */
const groups: Readonly<Record<string, string>> = {
  tls: '{ caFile: ./ca.pem }',
  control: '{ type: none }',
  browser:
    '{ signIn: { when: "input[type=password]", steps: [{ click: "button[type=submit]" }] }, consent: { when: "button[value=allow]", grant: [{ click: "button[value=allow]" }], deny: [{ click: "button[value=deny]" }] } }',
  inside: '[https://login.acme.example]',
  signIn: '{ when: "input[type=password]", steps: [{ click: "button[type=submit]" }] }',
  consent:
    '{ when: "button[value=allow]", grant: [{ click: "button[value=allow]" }], deny: [{ click: "button[value=deny]" }] }',
  steps: '[{ fill: "input[name=email]", with: "{{email}}" }, { click: "button[type=submit]" }]',
  grant: '[{ click: "button[value=allow]" }]',
  deny: '[{ click: "button[value=deny]" }]',
  receiver: '{ listen: "127.0.0.1:0" }',
  identityProvider: '{ listen: "127.0.0.1:0" }',
  limits: '{ requestsPerSecond: 20 }',
  api: '{ itemId: /id }',
  itemsKeys: '{ /api/v2/entries: entries }',
  writeProbe: '{ method: POST, path: /api/v2/entries, createdBy: /createdBy/id }',
  otherTenant: '{ baseUrl: https://other.example }',
  fixtures: '{ users: [{ userId: ent_1, email: a@acme.example }] }',
  app: '{ appId: app_1, clientId: "${CLIENT_ID}", clientSecret: "${CLIENT_SECRET}" }',
  users: '[{ userId: ent_1, email: a@acme.example }]',
  command: '["./ops/control.sh"]',
};
const step = '{ click: "button[type=submit]" }';
const user = '{ userId: ent_1, email: a@acme.example }';

/**
 * Adds a complaint for each problem that the schema finds, key by key, in words for the person who edits the file.
 *
 * @param raw the data as it is in the file, so that no value of the environment is repeated
 */
export function addSchemaComplaints(problems: readonly Problem[], raw: Plain, complaints: Complaints): void {
  for (const problem of problems) {
    const path = pathOf(problem.pointer, raw);
    if (problem.keyword === 'additionalProperties') complainOfUnknownKey(problem, path, complaints);
    else if (problem.keyword === 'propertyNames') {
      complaints.add(path.slice(0, -1), `found a key that is not a path, expected ${exampleOf(path.slice(0, -1))}`);
    } else {
      const expected = expectedBy(problem, path);
      // text instead of a number is a typing error, and the message is clearer if it repeats the text
      const wrong = expected.startsWith('expected a number') ? 'form' : problem.keyword;
      const value = valueAt(raw, path);
      const quotes = typeof value === 'number' && expected.startsWith('expected a string') ? ' in quotes' : '';
      complaints.add(path, `${foundWords(value, wrong)}, ${expected}${quotes}`);
    }
  }
}

/**
 * Complains of an unknown key. The key is repeated only if it is a word or close to a known key: if the space after a
 * colon is missing, the text that the parser takes for a key holds the value too.
 */
function complainOfUnknownKey({ sentence }: Problem, path: KeyPath, complaints: Complaints): void {
  const key = String(path.at(-1));
  const advice = /(; did you mean `\w+`\?|, expected (?:none|(?:only|one of) [`\w, ]+))$/.exec(sentence)?.[0] ?? '';
  if (/^[A-Za-z_-]{1,40}$/.test(key) || advice.startsWith(';')) complaints.add(path, `unknown key${advice}`);
  else
    complaints.add(
      path.slice(0, -1),
      `found a key that is not known here${advice}${key.includes(':') ? '; is a space missing after a colon?' : ''}`,
    );
}

function expectedBy({ sentence, keyword }: Problem, path: KeyPath): string {
  const from = sentence.lastIndexOf(', expected ');
  const expected = from < 0 ? 'expected another value' : sentence.slice(from + 2);
  const ofGroup = /^expected (an object|a list|a string or an object)\b/.test(expected);
  return ofGroup || from < 0 || keyword === 'minItems' ? `expected ${exampleOf(path)}` : expected;
}

function exampleOf(path: KeyPath): string {
  const last = path.at(-1);
  if (typeof last === 'number') return `keys such as ${path[0] === 'browser' ? step : user}`;
  const example = last !== undefined && Object.hasOwn(groups, last) ? groups[last] : undefined;
  if (example === undefined) return 'a JSON pointer such as /id, or one for each path such as { /api/v2/entries: /id }';
  return `${example.startsWith('[') ? 'a list' : 'keys'} such as ${example}`;
}

/** Returns the key to which a JSON pointer points; its steps into lists become indexes. */
function pathOf(pointer: string, raw: Plain): KeyPath {
  const path: (string | number)[] = [];
  for (const token of pointer.split('/').slice(1)) {
    const step = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(raw, path)) ? Number(step) : step);
  }
  return path;
}
