import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { accountOf } from '../../reports/account.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import { writeHtml } from '../../reports/html.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import type { Report } from '../../reports/report.ts';
import { failureText } from '../../reports/terminal.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const row = 'States and transitions, row App archived';
const rule = 'Authentication, sentence 3 (status 401)';

function broken(basis: 'stated' | 'derived', from?: readonly string[]): Report {
  const catalogue = catalogueOf(`DEL-01 delegated ${basis}`);
  const requirements = catalogue.requirements.map((one) => (from === undefined ? one : { ...one, from }));
  const verdict = basis === 'stated' ? 'failed' : 'warning';
  return assembleReport(runOf({ ...catalogue, requirements }, [resultOf('delegated/a', { 'DEL-01': verdict })]));
}

function textsOf(report: Report): Readonly<Record<'terminal' | 'account' | 'markdown' | 'html', string>> {
  const [failure] = failuresOf(report);
  if (failure === undefined) throw new Error('nothing failed');
  return {
    terminal: stripVTControlCharacters(failureText(failure, { color: false })),
    account: accountOf(failure),
    markdown: writeMarkdown(report),
    html: writeHtml(report),
  };
}

describe('a failure says on what its requirement rests:', () => {
  test('the places that state it', () => {
    const { terminal, account, markdown, html } = textsOf(broken('stated', [row]));
    expect(terminal).toContain(`  stated in:      ${row}\n`);
    expect(account).toContain(`\nStated in: ${row}\n`);
    expect(markdown).toContain(`- **Stated in:** ${row}\n`);
    expect(html.match(new RegExp(`<p class="where">Stated in: ${row}</p>`, 'g'))).toHaveLength(2);
  });

  test('the places from which it follows, one a line', () => {
    const report = broken('derived', [row, rule]);
    const { terminal, account, html, markdown: brief } = textsOf(report);
    expect(brief).toContain(`Statement of DEL-01.<br>Follows from: ${row}; ${rule} |`);
    expect(terminal).toContain(`  follows from:   ${row}\n                  ${rule}\n`);
    expect(account).toContain(`\nFollows from: ${row}\n              ${rule}\n`);
    expect(html).toContain(`Follows from: ${row}<br />${rule}`);
    const { markdown } = textsOf({
      ...report,
      checks: report.checks.map((check) => ({
        ...check,
        findings: check.findings.map((finding) => ({ ...finding, verdict: 'failed' as const })),
      })),
    });
    expect(markdown).toContain(`- **Follows from:**\n  - ${row}\n  - ${rule}\n`);
  });

  test('only its section in a report of an earlier version', () => {
    const { terminal, account, markdown, html } = textsOf(broken('stated'));
    expect(terminal).toContain('  section:        Section of DEL-01\n');
    expect(account).toContain('\nSection: Section of DEL-01\n');
    expect(markdown).toContain('- **Section:** Section of DEL-01\n');
    expect(html).toContain('<p class="where">Section of DEL-01</p>');
  });
});

test('the report keeps the places, and leaves the member out if there are none', () => {
  expect(broken('derived', [row, rule]).requirements[0]?.from).toEqual([row, rule]);
  expect(broken('derived').requirements[0]).not.toHaveProperty('from');
});
