/**
 * Writes the sample report that README shows, and its picture: `npm run docs:sample`. It needs Chromium, and takes a
 * minute.
 */
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { main } from '../cli/main.ts';
import { findChromium } from '../drivers/browser/executable.ts';

const images = fileURLToPath(new URL('images/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'labconform-sample-'));
// a rule that is easy to understand, with few findings
const fault = 'token-issuance/expires-in-as-text';
await main([
  'run',
  '--fault',
  fault,
  '--profile',
  'token-issuance',
  '--seed',
  '7',
  '--runs',
  '5',
  '--report-dir',
  folder,
]);
const sample = join(images, 'sample-report.html');
await rename(join(folder, 'conformance.html'), sample);
await rm(folder, { recursive: true });

const executablePath = await findChromium(process.env['PATH'] ?? '');
if (executablePath === undefined) throw new Error('there is no Chromium on PATH to take the picture with');
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const page = await browser.newPage({ viewport: { width: 1120, height: 1000 }, colorScheme: 'light' });
await page.goto(pathToFileURL(sample).href);
await page.screenshot({ path: join(images, 'report.png') });
await browser.close();
