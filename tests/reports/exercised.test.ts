import { describe, expect, test } from 'vitest';
import { exercisedIn, timesIn } from '../../reports/exercised.ts';
import { writeHtml } from '../../reports/html.ts';
import { realReport } from './real-report.ts';

const archived = {
  credential: 'app token',
  expected: 'refused',
  circumstance: 'while its app is archived',
  form: 'listing',
} as const;

describe('the matrix of exercised credentials', () => {
  test('is summed over checks and shards', () => {
    const cells = exercisedIn([
      { exercised: [{ ...archived, times: 2 }] },
      {},
      { exercised: [{ ...archived, times: 3 }] },
    ]);
    expect(cells).toEqual([{ ...archived, times: 5 }]);
    expect(timesIn(cells, archived, 'listing')).toBe(5);
    expect(timesIn(cells, archived, 'sorted page')).toBe(0);
  });

  test('is in the page, together with the cells that were never exercised', async () => {
    const report = await realReport('lifecycle/suspension-forgets-keys', ['lifecycle/apps-in-histories-of-archivals']);
    expect(timesIn(report.exercised ?? [], archived, 'listing')).toBeGreaterThan(0);
    const page = writeHtml(report);
    expect(page).toContain('<b>app token</b> while its app is archived: refused');
    expect(page).toContain('<em>never</em>');
  });

  test('is left out if no history was run', async () => {
    const report = await realReport('lifecycle/suspension-forgets-keys', ['transport/a-401-carries-a-challenge']);
    expect(report).not.toHaveProperty('exercised');
    expect(writeHtml(report)).not.toContain('Credentials exercised');
  });
});
