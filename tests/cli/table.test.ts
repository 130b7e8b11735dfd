import { describe, expect, test } from 'vitest';
import type { Console } from '../../cli/console.ts';
import { table } from '../../cli/table.ts';

const rows = [
  ['api-key/a-key-needs-no-app', 'KEY-21', 'A key works for a user of a tenant without a single app'],
  ['transport/short', 'TRN-01 TRN-02', 'It is short'],
];

function on(columns: number, interactive = true): Console {
  return { out: () => {}, err: () => {}, color: false, columns, interactive };
}

const lines = (console: Console): string[] => table(['id', 'proves', 'title'], rows, console).split('\n');

describe('a table', () => {
  test('is printed in full in a log', () => {
    expect(lines(on(40, false))).toEqual([
      'id                          proves         title',
      'api-key/a-key-needs-no-app  KEY-21         A key works for a user of a tenant without a single app',
      'transport/short             TRN-01 TRN-02  It is short',
    ]);
  });

  test('is cut to the width of a terminal', () => {
    expect(lines(on(80))[1]).toBe('api-key/a-key-needs-no-app  KEY-21         A key works for a user of a tenant w…');
  });

  test('has its last column on separate lines if the terminal is narrow', () => {
    expect(lines(on(50))).toEqual([
      'api-key/a-key-needs-no-app  KEY-21',
      '  A key works for a user of a tenant without a s…',
      'transport/short  TRN-01 TRN-02',
      '  It is short',
    ]);
  });
});
