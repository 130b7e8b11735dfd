import { expect, test } from 'vitest';
import { assembleReport } from '../../reports/assemble.ts';
import { writeHtml } from '../../reports/html.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import { mergeReports } from '../../reports/merge.ts';
import type { Report, ServedPlace } from '../../reports/report.ts';
import { validator } from '../../schemas/validate.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const catalogue = catalogueOf('LST-01 listing stated', 'LST-02 listing stated');
const entries: ServedPlace = { place: 'GET /api/v2/entries', by: { 'API key': 'served' } };
const items: ServedPlace = {
  place: 'GET /api/v3/entry/items',
  by: { 'API key': 'absent' },
  demandedBy: ['LST-01', 'TRN-02'],
};

function reportWith(survey: Report['survey'], shard = { index: 1, of: 1 }): Report {
  const results = [resultOf('listing/a', { 'LST-01': 'failed', 'LST-02': 'passed' })];
  return assembleReport(runOf(catalogue, results, { shard, ...(survey === undefined ? {} : { survey }) }));
}

test('a report has the result of the survey, and is valid with it and without it', () => {
  for (const survey of [undefined, { places: [entries, items], unknownOperations: ['record.create'] }]) {
    const report = reportWith(survey);
    expect(report.survey).toEqual(survey);
    expect(validator('report')(JSON.parse(JSON.stringify(report)))).toEqual([]);
  }
});

test('page and summary have a table of the survey, with the requirement that demands each missing place', () => {
  const report = reportWith({ places: [entries, items], unknownOperations: ['record.create'] });
  expect(writeMarkdown(report)).toContain(
    [
      '| `GET /api/v2/entries` | served: API key |',
      '| `GET /api/v3/entry/items` | is not served: see LST-01 |',
      '| `record.create` | is listed by the control, which does not know it (501) |',
    ].join('\n'),
  );
  const page = writeHtml(report);
  expect(page).toContain('<a href="#served">What is served</a>');
  expect(page).toContain('Is not served: see <a class="id" href="#LST-01">LST-01</a>.');
  for (const written of [writeMarkdown, writeHtml])
    expect(written(reportWith(undefined))).not.toContain('What is served');
});

test('if shards found different things, a place that one of them was served counts as served', () => {
  const unclear = { ...entries, by: { 'API key': 'unclear', 'app token': 'refused' } } as const;
  const merged = (first: Report['survey'], second: Report['survey']) =>
    mergeReports([
      { name: 'first', report: reportWith(first, { index: 1, of: 2 }) },
      { name: 'second', report: reportWith(second, { index: 2, of: 2 }) },
    ]).report.survey;
  expect(merged({ places: [entries, items] }, { places: [unclear, items], unknownOperations: ['app.create'] })).toEqual(
    {
      places: [{ ...entries, by: { 'API key': 'served', 'app token': 'refused' } }, items],
      unknownOperations: ['app.create'],
    },
  );
  const served: ServedPlace = { place: items.place, by: { 'app token': 'served' } };
  expect(merged({ places: [items] }, { places: [served] })).toEqual({
    places: [{ place: items.place, by: { 'API key': 'absent', 'app token': 'served' } }],
  });
  const notKnown: ServedPlace = { place: items.place, by: { 'API key': 'unclear' } };
  expect(merged({ places: [notKnown] }, { places: [items] })).toEqual({ places: [items] });
  expect(merged({ places: [items] }, undefined)).toEqual({ places: [items] });
  expect(merged(undefined, undefined)).toBeUndefined();
});
