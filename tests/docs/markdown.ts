import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A page of the documentation: its path from the root of the repository, and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Reads every page that a reader of the repository or the package may open. */
export async function pages(): Promise<readonly Page[]> {
  const inDocs = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const paths = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...inDocs.map((name) => posix.join('docs', name))];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

export interface Block {
  readonly language: string;
  readonly text: string;
}

const fence = /^( *)(```+)(\w*)\n([^]*?)^ *\2$/gm;

/** Returns the fenced blocks of a page. */
export function blocksOf({ text }: Page): readonly Block[] {
  return [...text.matchAll(fence)].map(([, , , language = '', inside = '']) => ({ language, text: inside }));
}

/** Returns the text of the first fenced block of a language. @throws if the page has none */
export function blockOf(page: Page, language: string): string {
  const found = blocksOf(page).find((one) => one.language === language);
  if (found === undefined) throw new Error(`${page.path} has no block of ${language}`);
  return found.text;
}

/** Returns the targets of a page's relative links and images. Code contains no links. */
export function linksOf({ text }: Page): readonly string[] {
  const prose = text.replace(fence, '').replace(/`[^`\n]*`/g, 'code');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/i.test(target));
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): ReadonlySet<string> {
  const headings = [...text.replace(fence, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(headings.map(anchorOf));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Returns the mistake in a link of a page, or undefined if its target exists. */
export async function brokenLink(page: Page, target: string, all: readonly Page[]): Promise<string | undefined> {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page.path : posix.join(dirname(page.path), path);
  const exists = await access(join(root, file)).then(
    () => true,
    () => false,
  );
  if (!exists) return `${page.path}: there is no ${file}`;
  if (anchor === undefined) return undefined;
  const linked = all.find((one) => one.path === file);
  if (linked === undefined) return `${page.path}: ${file} has no headings to link to`;
  return anchorsOf(linked).has(anchor) ? undefined : `${page.path}: ${file} has no heading #${anchor}`;
}
