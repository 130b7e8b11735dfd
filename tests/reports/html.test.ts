import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import { writeHtml } from '../../reports/html.ts';
import { counterexampleSentences } from '../../reports/html/counterexample.ts';
import { script as pageScript } from '../../reports/html/script.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { arbitraryRun, script } from './arbitrary-run.ts';
import { filledWith, wholeRun } from './html-reports.ts';
import { sampleReport } from './sample.ts';
import { elements, readStrictly } from './well-formed.ts';

const report = sampleReport();
const reports = arbitraryRun.map((run) => assembleReport(run));
const clean = wholeRun(() => 'passed');
const oneProfile = wholeRun(() => 'passed', { ofProfile: 'api-key' });

type Element = ReturnType<typeof readStrictly>;

function allOf(element: Element): Element[] {
  return [element, ...element.children.flatMap(allOf)];
}

function withId(page: Element, id: string): Element {
  const found = allOf(page).find(({ attributes }) => attributes['id'] === id);
  if (found === undefined) throw new Error(`nothing has the id ${id}`);
  return found;
}

/** Returns the parts of a page that could act on their own, apart from the one script that the policy names. */
function activeParts(page: Element): string[] {
  const own = elements(page, 'script').filter(({ text }) => text === pageScript);
  const others = elements(page, 'script', 'img', 'iframe', 'object', 'embed', 'base', 'video', 'audio')
    .filter((element) => !own.includes(element))
    .map(({ name }) => name);
  const names = allOf(page).flatMap(({ attributes }) => Object.keys(attributes));
  return [
    ...(own.length === 1 ? [] : [`${own.length} scripts of its own`]),
    ...others,
    ...names.filter((name) => name.startsWith('on') || name === 'src' || name === 'style' || name === 'action'),
  ];
}

describe('escaping', () => {
  it('leaves a page well-formed and inert after any run', () => {
    fc.assert(
      fc.property(reports, (any) => {
        expect(activeParts(readStrictly(writeHtml(any)))).toEqual([]);
      }),
      { seed: 4, numRuns: 150 },
    );
  });

  it('lets no text be markup, wherever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        script,
        '"><img src=x onerror=alert(1)>',
        '</pre></style></title></script>',
        '<!--',
        ']]>',
        '&lt;',
        '`',
      ),
      fc.constantFrom("' onclick='x", '<refresh token 1>', '<near miss, ">', '\u0000', '\ud800', '\u202e', '\r\n'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const texts = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const page = readStrictly(writeHtml(filledWith(text)));
        expect(activeParts(page)).toEqual([]);
        const same = readStrictly(writeHtml(filledWith('harmless'))).children.map(({ name }) => name);
        expect(page.children.map(({ name }) => name)).toEqual(same);
      }),
      { seed: 9, numRuns: 100 },
    );
  });

  it.each([script, '"><img src=x onerror=alert(1)>', '</pre></style></title><svg onload="alert(1)">', "' onclick='x"])(
    'shows %s as text',
    (text) => {
      const page = readStrictly(writeHtml(filledWith(text)));
      expect(activeParts(page)).toEqual([]);
      expect(page.text.split(text).length).toBeGreaterThan(10);
    },
  );
});

describe('the page', () => {
  it('sends no request: it has one script and one style by their hashes, and every link leads within the page', () => {
    for (const any of [report, clean]) {
      const page = readStrictly(writeHtml(any));
      const [policy] = elements(page, 'meta').filter(({ attributes }) => attributes['http-equiv'] !== undefined);
      expect(policy?.attributes['content']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; img-src data:; base-uri 'none'; form-action 'none'$/,
      );
      const ids = new Set(allOf(page).map(({ attributes }) => attributes['id']));
      const targets = allOf(page).flatMap(({ attributes }) => attributes['href'] ?? []);
      expect(targets.filter((target) => !target.startsWith('data:image/') && !ids.has(target.slice(1)))).toEqual([]);
      expect(page.text).not.toMatch(/@import|url\(|fetch\(|XMLHttpRequest|innerHTML/);
    }
  });

  it('is accessible: landmarks, headings in order, heads of tables, unique ids', () => {
    for (const any of [report, clean, wholeRun(() => 'failed')]) {
      const page = readStrictly(writeHtml(any));
      for (const landmark of ['header', 'nav', 'main', 'footer']) {
        expect(elements(page, landmark).length).toBeGreaterThanOrEqual(1);
      }
      const levels = elements(page, 'h1', 'h2', 'h3', 'h4').map(({ name }) => Number(name.slice(1)));
      expect(levels.filter((level) => level === 1)).toEqual([1]);
      expect(levels[0]).toBe(1);
      const skips = levels.slice(1).filter((level, at) => level - (levels[at] ?? 0) > 1);
      expect(skips).toEqual([]);
      for (const head of elements(page, 'th')) expect(head.attributes['scope']).toMatch(/^(?:col|row)$/);
      const ids = allOf(page).flatMap(({ attributes }) => attributes['id'] ?? []);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('takes at most 700 kB for a clean run of everything, and 300 kB for one of a single profile', () => {
    expect(clean.requirements).toHaveLength(requirements.length);
    expect(Buffer.byteLength(writeHtml(clean))).toBeLessThan(700_000);
    expect(Buffer.byteLength(writeHtml(oneProfile))).toBeLessThan(300_000);
  });

  it('stays small enough to open if everything failed', () => {
    expect(Buffer.byteLength(writeHtml(wholeRun(() => 'failed')))).toBeLessThan(12_000_000);
  });

  it('is the same each time that it is written', () => {
    expect(writeHtml(report)).toBe(writeHtml(JSON.parse(JSON.stringify(report)) as typeof report));
  });
});

describe('the contents of the page', () => {
  it('have a part for each requirement, and a cell in the matrix with its verdict in words', () => {
    const page = readStrictly(writeHtml(report));
    const parts = allOf(page).filter(({ attributes }) => /^requirement\b/.test(attributes['class'] ?? ''));
    expect(new Set(parts.map(({ attributes }) => attributes['id']))).toEqual(
      new Set(report.requirements.map(({ id }) => id)),
    );
    const cells = elements(page, 'a').filter(({ attributes }) => attributes['class']?.startsWith('cell ') === true);
    const untouched = (name: string): boolean =>
      report.requirements.every(({ profile, verdict }) => profile !== name || verdict === 'not-exercised');
    expect(cells.map(({ text }) => text)).toEqual(
      report.requirements
        .filter(({ profile }) => !untouched(profile))
        .map(({ id, verdict }) => `${id}, ${verdict.replace('-', ' ')}`),
    );
  });

  it('name the statement, the places and the checks of a requirement', () => {
    const part = withId(readStrictly(writeHtml(clean)), 'DEL-42');
    const entry = clean.requirements.find(({ id }) => id === 'DEL-42');
    expect(entry?.from).toContain('Limits, row Refresh token use');
    for (const place of entry?.from ?? []) expect(part.text).toContain(place);
    const others = (entry?.checks ?? []).slice(1);
    expect(others.length).toBeGreaterThan(0);
    expect(part.text).toContain(`${others.length} more`);
    const named = elements(part, 'a').flatMap(({ attributes }) => attributes['href'] ?? []);
    expect(named.filter((link) => link.startsWith('#delegated/'))).toHaveLength(1);
    // The list of checks names the requirement at each of its checks.
    for (const check of entry?.checks ?? []) {
      expect(withId(readStrictly(writeHtml(clean)), check).text).toContain('DEL-42');
    }
  });

  it('show every finding once, with the expectation, the observation and the confirmation', () => {
    const page = readStrictly(writeHtml(report));
    const cards = elements(page, 'article').filter(
      ({ attributes }) => attributes['class']?.startsWith('card ') === true,
    );
    expect(cards).toHaveLength(failuresOf(report).length);
    const card = withId(page, 'finding-DEL-42');
    for (const told of [
      'No token.',
      'yielded <access token 3>.',
      'Confirmed:',
      'Refreshes before: 0.',
      'This shows it',
    ]) {
      expect(card.text.replaceAll('`', '')).toContain(told === 'Refreshes before: 0.' ? 'refreshesBefore' : told);
    }
    expect(
      elements(card, 'li').filter(({ attributes }) => attributes['class']?.startsWith('step') === true),
    ).toHaveLength(3);
    const secrets = elements(card, 'span').filter(
      ({ attributes }) => attributes['class']?.startsWith('secret ') === true,
    );
    expect(secrets.map(({ text }) => text)).toEqual(expect.arrayContaining(['refresh token 1', 'refresh token 2']));
    expect(withId(page, 'finding-DEL-43').text).toContain('Not confirmed:');
    expect(elements(card, 'button').map(({ attributes }) => attributes['aria-label'])).toEqual([
      'Copy: Run the check again',
      'Copy: Send the deciding request',
    ]);
  });

  it('fold the requirements outside the run by their reason, with every statement', () => {
    const page = readStrictly(writeHtml(oneProfile));
    const folds = elements(page, 'details').filter(({ attributes }) => attributes['class'] === 'left-out');
    expect(folds.length).toBeGreaterThan(5);
    for (const { text } of folds)
      expect(text).toMatch(/Not exercised: \d+ requirements?\. Its checks were not selected/);
    for (const { id, profile } of oneProfile.requirements) {
      expect([id, folds.some(({ text }) => text.includes(id)) || profile === 'api-key']).toEqual([id, true]);
    }
  });

  it('count the faults of a report of an earlier version, which lists them', () => {
    const { faults: _now, faultsDigest: _digest, ...catalogue } = clean.catalogue;
    const earlier = {
      ...clean,
      catalogue,
      faults: [1, 2].map((at) => ({ id: `a/b${at}`, breaks: ['DEL-42'], summary: 'one' })),
    };
    expect(withId(readStrictly(writeHtml(earlier)), 'scope').text).toContain('The checks are tried on 2 tenants');
  });

  it('have a banner if the tenant had a built-in fault or variant', () => {
    const banner = (target: object): string[] =>
      allOf(readStrictly(writeHtml({ ...clean, target: { ...clean.target, ...target } })))
        .filter(({ attributes }) => attributes['class'] === 'deviation')
        .map(({ text }) => text);
    expect(banner({})).toEqual([]);
    expect(banner({ fault: 'token-issuance/expires-in-as-text' })).toEqual([
      expect.stringContaining('token-issuance/expires-in-as-text'),
    ]);
    expect(banner({ variant: 'tokens/opaque' })).toEqual([expect.stringContaining('tokens/opaque')]);
  });

  it('have the requirements not exercised with reasons, the observations, and the statements that no suite can show', () => {
    const page = readStrictly(writeHtml(report));
    expect(withId(page, 'not-exercised').text).toContain('The clock cannot be moved and --allow-waits was not given.');
    expect(withId(page, 'FRE-02').text).toContain('Plain HTTP was not answered');
    expect(withId(page, 'unsettled').text).toContain('Service <Unavailable>');
    expect(withId(page, 'UNT-01').text).toContain('multi-tenant');
    expect(withId(page, 'overview').text).toContain('cannot be shown from outside');
  });
});

describe('the smallest case', () => {
  it.each([
    [
      'a code exchanged, a refresh; then a spent token',
      undefined,
      ['A code exchanged, a refresh; then a spent token.'],
    ],
    [
      'one; other',
      ['v2.entry.created came', 'v2.app.installed came'],
      ['v2.entry.created came.', 'v2.app.installed came.'],
    ],
    ['{"refreshesBefore":0,"kind":"x y"}', undefined, ['Refreshes before: 0.', 'Kind: "x y".']],
    ['{ not JSON', undefined, ['{ not JSON.']],
    ['', undefined, []],
  ])('reads %s as sentences', (told, steps, sentences) => {
    expect(counterexampleSentences(told, steps)).toEqual(sentences);
  });
});
