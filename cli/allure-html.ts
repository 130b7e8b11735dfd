import { execFile } from 'node:child_process';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConfigurationError } from '../core/trouble.ts';

const run = promisify(execFile);
const generator = fileURLToPath(new URL('../node_modules/allure/cli.js', import.meta.url));

/** Scripts that report the reader to third parties; Allure puts them into every report. */
const analytics =
  /<script[^>]*googletagmanager[^>]*>\s*<\/script>|<script[^>]*>(?:(?!<\/script>)[^])*\bdataLayer\b[^]*?<\/script>/g;

/** Allows the page to load what it contains, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  'frame-src data: blob:',
  'connect-src data: blob:',
].join('; ');

/**
 * Makes one self-contained HTML file from the Allure results in a report directory, with Allure's own generator.
 *
 * @returns the path of the file
 * @throws ConfigurationError if there are no Allure results
 */
export async function makeAllureHtml(reportDir: string): Promise<string> {
  const results = join(reportDir, 'allure-results');
  await access(results).catch(() => {
    throw new ConfigurationError(
      `${results}: found no Allure results, expected those of a run, e.g. labconform run --format allure --report-dir ${reportDir}`,
    );
  });
  const folder = join(reportDir, 'allure-report');
  await rm(folder, { recursive: true, force: true });
  await run(process.execPath, [generator, 'awesome', results, '--single-file', '--output', folder], { cwd: reportDir });
  const file = join(folder, 'index.html');
  await writeFile(file, withoutAnalytics(await readFile(file, 'utf8')));
  return file;
}

function withoutAnalytics(page: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return page.replaceAll(analytics, '').replace('<head>', () => `<head>\n    ${meta}`);
}

if (import.meta.main) {
  try {
    process.stdout.write(`${await makeAllureHtml(process.argv[2] ?? 'conformance-report')}\n`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`labconform: ${error.message}\n`);
    process.exitCode = 2;
  }
}
