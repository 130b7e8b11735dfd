import { describe, expect, it } from 'vitest';
import type { Palette } from '../../reports/html/palette.ts';
import { dark, light } from '../../reports/html/palette.ts';

/** Returns the relative luminance of an sRGB colour, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each<[string, Palette]>([
  ['light', light],
  ['dark', dark],
])('the %s palette', (_, { page, panel, sunken, text, quiet, link, control, verdicts, secrets }) => {
  it.each([text, quiet, link])('makes %s readable on every background', (ink) => {
    for (const ground of [page, panel, sunken]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(secrets)('makes a label on %s readable and distinct from every other', (ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(secrets.filter((one) => one === ground)).toHaveLength(1);
  });

  it('makes the edges of controls visible', () => {
    for (const ground of [page, panel, sunken]) expect(contrast(control, ground)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(verdicts))('makes the pill of %s readable', (_verdict, pill) => {
    expect(contrast(pill.text, pill.ground)).toBeGreaterThanOrEqual(4.5);
  });
});
