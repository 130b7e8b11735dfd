import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeHtml } from '../../reports/html.ts';
import type { Report } from '../../reports/report.ts';
import { script } from '../reports/arbitrary-run.ts';
import { filledWith, wholeRun } from '../reports/html-reports.ts';
import { sampleReport } from '../reports/sample.ts';
import { executable, whySkipped } from './reference-script.ts';

const only = ['delegated', 'expiry', 'listing'] as const;
const failing = (check: string): 'failed' | 'passed' => (/^delegated\/a-[r-z]/.test(check) ? 'failed' : 'passed');

const reports = {
  clean: () => wholeRun(() => 'passed', { only }),
  failing: () => wholeRun(failing, { only }),
  incomplete: () =>
    wholeRun(
      (check) =>
        check.startsWith('expiry/') ? 'not-exercised' : check.startsWith('listing/') ? 'inconclusive' : 'passed',
      { only, required: ['expiry'] },
    ),
  everything: sampleReport,
  hostile: () => filledWith(`"><img src=x onerror="document.title='taken'">${script}</pre></style>`),
} as const satisfies Readonly<Record<string, () => Report>>;

/** The scripts that run in a page. They are text, because the types of the browser are not known to this program. */
const inPage = {
  openAllParts: `for (const part of document.querySelectorAll('details')) part.open = true;`,
  violations: (runOnly: readonly string[]): string => `axe.run({
    runOnly: ${JSON.stringify(runOnly)},
    resultTypes: ['violations'],
  }).then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  beyond: `(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('main *')]
      .filter((one) => one.closest('.vh') === null && one.getBoundingClientRect().right > clientWidth + 1);
    return [...wide.map((one) => one.outerHTML.slice(0, 150)), ...(scrollWidth > clientWidth ? ['the page itself'] : [])];
  })()`,
  focus: `(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const bar = document.querySelector('.contents').getBoundingClientRect().bottom;
    const covered = element.closest('.contents, .masthead') === null && bottom <= bar;
    return {
      place: [...document.querySelectorAll('*')].indexOf(element),
      what: element.outerHTML.slice(0, 100),
      ringed: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      inSight: width > 0 && height > 0 && bottom > 0 && innerHeight > top && !covered,
    };
  })()`,
  backToTheTop: `document.activeElement.blur(); scrollTo(0, 0);`,
  focused: `[document.activeElement.id, document.activeElement.textContent.slice(0, 40)]`,
  scrolling: `getComputedStyle(document.documentElement).scrollBehavior`,
  parts: `[document.images.length, document.scripts.length]`,
  shown: (attribute: string): string =>
    `[...new Set([...document.querySelectorAll('.requirement')].filter((one) => one.checkVisibility()).map((one) => one.getAttribute('${attribute}')))]`,
} as const;

interface Focus {
  readonly place: number;
  readonly what: string;
  readonly ringed: boolean;
  readonly inSight: boolean;
}

type Name = keyof typeof reports;
const names = Object.keys(reports) as Name[];
const schemes = ['light', 'dark'] as const;

/** The rules of axe for each colour scheme. The dark scheme differs only in its colours. */
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast'],
} as const;

describe.skipIf(executable === undefined)(`the HTML report in a browser (skipped because ${whySkipped})`, () => {
  let directory: string;
  let browser: Browser;
  let axe: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'labconform-report-'));
    for (const name of names) await writeFile(fileOf(name), writeHtml(reports[name]()));
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    browser = await chromium.launch({
      executablePath: executable ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  });
  afterAll(async () => {
    await browser.close();
    await rm(directory, { recursive: true, force: true });
  });

  const fileOf = (name: Name): string => join(directory, `${name}.html`);

  interface Opened {
    readonly page: Page;
    /** Addresses that the page requested in addition to its own. */
    readonly asked: string[];
    /** Errors of the page's script, and requests that its policy forbade. */
    readonly complaints: string[];
  }

  const open = async (name: Name, options: BrowserContextOptions = {}, hash = ''): Promise<Opened> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    const address = pathToFileURL(fileOf(name)).href;
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(address)) asked.push(request.url());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(`${address}${hash}`);
    return { page, asked, complaints };
  };

  const openAllParts = (page: Page): Promise<void> => page.evaluate(inPage.openAllParts);

  describe.each(names)('the %s report', (name) => {
    test.for(schemes)('has no violation that axe finds, in %s colours, with every part open', async (colorScheme) => {
      const { page, asked, complaints } = await open(name, { colorScheme });
      await openAllParts(page);
      await page.evaluate(axe);
      const violations = await page.evaluate<string[]>(inPage.violations(rules[colorScheme]));
      expect(violations).toEqual([]);
      expect(asked).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test.for([390, 320])('fits a screen of %i pixels', async (width) => {
      const { page } = await open(name, { viewport: { width, height: 800 } });
      await openAllParts(page);
      const beyond = await page.evaluate<string[]>(inPage.beyond);
      expect(beyond).toEqual([]);
      await page.context().close();
    });
  });

  test('text of a tenant has no effect: none of its scripts runs, and none of its links is loaded', async () => {
    const { page, asked } = await open('hostile');
    expect(await page.title()).toContain('<img src=x');
    expect(await page.evaluate<number[]>(inPage.parts)).toEqual([0, 1]);
    expect(asked).toEqual([]);
    await page.context().close();
  });

  test('requirements are filtered by text, verdict, profile and basis, and the page shows how many are left', async () => {
    const { page } = await open('failing');
    const count = page.locator('.count');
    const all = await count.textContent();
    const shown = (): Promise<number> => page.locator('.requirement:visible').count();

    await page.getByLabel('Search').fill('SPENT refresh');
    await expect.poll(() => count.textContent()).toMatch(/^\d+ of \d+ requirements$/);
    const found = await shown();
    expect(found).toBeGreaterThan(0);
    expect(await count.textContent()).toContain(`${found} of`);
    for (const text of await page.locator('.requirement:visible').allTextContents()) {
      expect(text.toLowerCase()).toContain('spent');
    }

    await page.locator('[name=verdict]').selectOption('failed');
    await expect.poll(shown).toBeLessThanOrEqual(found);
    expect(await page.evaluate<string[]>(inPage.shown('data-verdict'))).toEqual(['failed']);

    await page.getByLabel('Profile').selectOption('listing');
    await expect.poll(shown).toBe(0);
    expect(await count.textContent()).toContain('none fits');
    expect(await count.getAttribute('aria-live')).toBe('polite');

    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => count.textContent()).toBe(all);
    await page.getByLabel('Basis').selectOption('derived');
    await expect.poll(() => count.textContent()).not.toBe(all);
    expect(await page.evaluate<string[]>(inPage.shown('data-basis'))).toEqual(['derived']);
    await page.context().close();
  });

  test('a link into a folded or filtered part opens it', async () => {
    const { page } = await open('clean', {}, '#delegated/a-spent-refresh-token-is-refused');
    const row = page.locator('[id="delegated/a-spent-refresh-token-is-refused"]');
    await expect.poll(() => row.isVisible()).toBe(true);
    await page.getByLabel('Profile').selectOption('listing');
    await expect.poll(() => page.locator('#DEL-43').isVisible()).toBe(false);
    await page.locator('.matrix a[href="#DEL-43"]').click();
    await expect.poll(() => page.locator('#DEL-43').isVisible()).toBe(true);
    const [part, bar] = [await page.locator('#DEL-43').boundingBox(), await page.locator('.contents').boundingBox()];
    expect(part?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
    await page.context().close();
  });

  test('the button of a command copies the command', async () => {
    const { page } = await open('failing');
    const command = page.locator('.command').first();
    await command.getByRole('button').click();
    await expect.poll(() => command.getByRole('button').textContent()).toBe('Copied');
    await page.getByLabel('Search').focus();
    await page.keyboard.press('ControlOrMeta+V');
    expect(await page.getByLabel('Search').inputValue()).toBe(await command.locator('pre').textContent());
    await page.context().close();
  });

  test('the keyboard reaches every control in the order of the page, and the focus is visible', async () => {
    const { page } = await open('everything');
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string[]>(inPage.focused)).toEqual(['', 'Skip to the results']);
    const skip = await page.locator('.skip').boundingBox();
    expect(skip?.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect((await page.evaluate<string[]>(inPage.focused))[0]).toBe('main');

    await page.evaluate(inPage.backToTheTop);
    const places: number[] = [];
    for (let at = 0; at < 150; at++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate<Focus>(inPage.focus);
      expect(focus).toMatchObject({ ringed: true, inSight: true });
      places.push(focus.place);
    }
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(places.length);

    const fold = page.locator('.checks').first();
    await fold.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await fold.getAttribute('open')).not.toBeNull();
    await page.context().close();
  });

  test('the whole report can be read without the script', async () => {
    const { page } = await open('failing', { javaScriptEnabled: false });
    expect(await page.locator('.requirement:visible').count()).toBe(reports.failing().requirements.length);
    expect(await page.locator('.filters:visible, .copy:visible').count()).toBe(0);
    expect(await page.locator('.card:visible .sequence').count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test('a printed report has the findings and the requirements, and no controls', async () => {
    const { page } = await open('failing');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.contents:visible, .filters:visible, .copy:visible, .skip:visible').count()).toBe(0);
    expect(await page.locator('.card:visible').count()).toBeGreaterThan(0);
    expect(await page.locator('.requirement:visible').count()).toBe(reports.failing().requirements.length);
    await page.context().close();
  });

  test.for([
    ['reduce', 'auto'],
    ['no-preference', 'smooth'],
  ] as const)('with the motion preference %s it scrolls %s', async ([reducedMotion, behaviour]) => {
    const { page } = await open('everything', { reducedMotion });
    expect(await page.evaluate<string>(inPage.scrolling)).toBe(behaviour);
    await page.context().close();
  });
});
