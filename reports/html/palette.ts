import type { RequirementVerdict } from '../report.ts';

/** A colour of text, and the colour of the ground that it stands on. */
export interface Ink {
  readonly text: string;
  readonly ground: string;
}

/** Every colour of the page, in sRGB hex. Each text has a contrast of at least 4.5 to 1 to its ground. */
export interface Palette {
  readonly page: string;
  readonly panel: string;
  readonly sunken: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly link: string;
  /** Edges of controls and of diagrams: a contrast of at least 3 to 1 to every ground. */
  readonly control: string;
  readonly verdicts: Readonly<Record<RequirementVerdict, Ink>>;
  /** Colours of the bars. The bars only repeat figures that stand next to them. */
  readonly bars: Readonly<Record<RequirementVerdict, string>>;
  /** Grounds of the labels of secrets. The labels have the colour of text. */
  readonly secrets: readonly [string, string, string, string, string, string];
}

export const light: Palette = {
  page: '#f6f7f9',
  panel: '#ffffff',
  sunken: '#f1f3f6',
  line: '#d9dee6',
  text: '#1a212c',
  quiet: '#535f70',
  link: '#0b57b0',
  control: '#7d8897',
  verdicts: {
    passed: { text: '#0b5c2e', ground: '#dcf5e4' },
    failed: { text: '#9b1c1c', ground: '#fde3e3' },
    warning: { text: '#754600', ground: '#fdf0cf' },
    inconclusive: { text: '#5b3a9e', ground: '#ece5fb' },
    broken: { text: '#8a1c5c', ground: '#fbe1f0' },
    waived: { text: '#1f4f8f', ground: '#e0ecfb' },
    'not-exercised': { text: '#475060', ground: '#e7eaef' },
    planned: { text: '#475060', ground: '#f6f7f9' },
  },
  bars: {
    passed: '#2f9e5b',
    failed: '#d64545',
    warning: '#e0a526',
    inconclusive: '#8a6cd1',
    broken: '#c2408d',
    waived: '#4d86c9',
    'not-exercised': '#b4bcc8',
    planned: '#dde2e9',
  },
  secrets: ['#e3e7ed', '#d6e8fb', '#fbe3c4', '#d8efd9', '#e9def8', '#f9dbe4'],
};

export const dark: Palette = {
  page: '#10141a',
  panel: '#181e27',
  sunken: '#12171f',
  line: '#2f3846',
  text: '#e7ebf1',
  quiet: '#a4afbf',
  link: '#86b8ff',
  control: '#77849a',
  verdicts: {
    passed: { text: '#7ee2a0', ground: '#12351f' },
    failed: { text: '#ffb0ab', ground: '#4a1717' },
    warning: { text: '#f5cf70', ground: '#3d2c05' },
    inconclusive: { text: '#cdb9ff', ground: '#2e2350' },
    broken: { text: '#ffaad8', ground: '#45152f' },
    waived: { text: '#a9cdff', ground: '#14305a' },
    'not-exercised': { text: '#c2c9d4', ground: '#2a313c' },
    planned: { text: '#c2c9d4', ground: '#10141a' },
  },
  bars: {
    passed: '#3fae6b',
    failed: '#e25c5c',
    warning: '#d9a53a',
    inconclusive: '#9a80de',
    broken: '#d05aa0',
    waived: '#5c95d8',
    'not-exercised': '#5a6575',
    planned: '#333c49',
  },
  secrets: ['#353e4b', '#1d3f63', '#573c12', '#1f4a2b', '#432e66', '#5a2740'],
};
