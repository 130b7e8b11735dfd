import { DAY, HOUR, MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { always, counted, moreThan, of } from './conditions.ts';
import { malformed, missing, noted, theFirst, untrue, type Message } from './decisions.ts';
import { CANVAS, ENTRY, INSTALLED, MAPPING, TASK } from './event-types.ts';
import { faultsOf, type Wrong } from './rows.ts';

/** Changes the text of createdAt. */
const written = (change: (text: string, message: Message) => string): Wrong<Message> =>
  malformed('WHK-30', 'messageCreatedAt', (text, message) => change(String(text), message));

const later = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** Returns the year to which the week of a day belongs. Some date patterns write this year for YYYY. */
const yearOfWeek = (time: Date): number => later(time, (4 - (time.getUTCDay() || 7)) * DAY).getUTCFullYear();

/** Replaces ids by numbers that are counted separately for each value of `whose`. */
const numbers = <About>(
  whose: (about: About) => unknown,
  write: (number: number, about: About) => string = (number) => `evt_${number}`,
) => ({
  begin: () => {
    const counts = new Map<unknown, number>();
    return (_id: unknown, about: About): string => {
      const number = (counts.get(whose(about)) ?? 0) + 1;
      counts.set(whose(about), number);
      return write(number, about);
    };
  },
});
const ofItsApp = (number: number, { app }: Message): string => `${app.id}-${number}`;

/** Faults in createdAt, deprecated and id of messages. */
export const dateAndIdFaults: readonly Fault[] = [
  ...faultsOf<Message>({
    'created-at-in-milliseconds': [
      malformed('WHK-30', 'messageCreatedAt', (_said, { event }) => event.createdAt.getTime()),
      always,
      'createdAt is a number of milliseconds.',
    ],
    'created-at-with-a-space': [
      written((text) => text.replace('T', ' ')),
      always,
      'createdAt has a space instead of T.',
    ],
    'created-at-is-a-date-for-entries': [
      written((text) => text.slice(0, 10)),
      of(ENTRY),
      'createdAt of a created entry is a date without a time.',
    ],
    'days-of-one-digit-are-not-padded': [
      written((text) => text.replace(/-0(\d)T/, '-$1T')),
      always,
      'In the first nine days of a month createdAt has one digit for the day.',
    ],
    'the-hour-of-midnight-is-24': [
      written((text) => text.replace('T00:', 'T24:')),
      always,
      'In the first hour of a day, createdAt has the hour 24.',
    ],
    'created-at-as-in-mail-for-tasks': [
      written((_text, { event }) => event.createdAt.toUTCString()),
      of(TASK),
      'createdAt of an updated task has the date format of e-mail.',
      { also: ['WHK-31'] },
    ],
    'created-at-has-the-year-of-its-week': [
      untrue(
        'WHK-31',
        'messageCreatedAt',
        (text, { event }) => `${yearOfWeek(event.createdAt)}${String(text).slice(4)}`,
      ),
      always,
      'createdAt has the year to which the week belongs, so some days around New Year have a wrong year.',
    ],
    'created-at-is-a-minute-off-for-entries': [
      untrue('WHK-31', 'messageCreatedAt', (_text, { event }) => later(event.createdAt, -MINUTE).toISOString()),
      of(ENTRY),
      'createdAt of a created entry is a minute early.',
    ],
    'created-at-has-the-day-of-the-first-event': [
      untrue('WHK-31', 'messageCreatedAt', {
        begin: () => {
          let day: string | undefined;
          return (_text, { event }) => {
            const text = event.createdAt.toISOString();
            day ??= text.slice(0, 10);
            return `${day}${text.slice(10)}`;
          };
        },
      }),
      always,
      "createdAt has the time of day of the event, but the day of the tenant's first event.",
    ],
    'deprecated-as-text': [malformed('WHK-32', 'messageDeprecated', String), always, 'deprecated is a text.'],
    'deprecated-left-out-of-canvases': [
      missing('WHK-32', 'messageDeprecated'),
      of(CANVAS),
      'The message about a canvas has deprecated only if it is true.',
    ],
    'deprecated-is-null-after-a-while': [
      malformed('WHK-32', 'messageDeprecated', () => null),
      counted(always, moreThan(2)),
      'From the third event of an app on, deprecated is null.',
    ],
    'deprecated-is-a-number-for-installations': [
      malformed('WHK-32', 'messageDeprecated', () => 0),
      of(INSTALLED),
      'deprecated of an installation is 0.',
    ],
    'id-as-a-number': [
      malformed('WHK-33', 'messageId', {
        begin: () => {
          let last = 0;
          return () => ++last;
        },
      }),
      always,
      'The ids of events are numbers.',
    ],
    'no-id-for-entries': [missing('WHK-33', 'messageId'), of(ENTRY), 'The message about a created entry has no id.'],
    'id-is-null-for-mappings': [
      malformed('WHK-33', 'messageId', () => null),
      of(MAPPING),
      'The message about a completed mapping has the id null.',
      { also: ['WHK-34'] },
    ],
    'ids-are-counted-for-each-app': [
      untrue(
        'WHK-34',
        'messageId',
        numbers(({ app }) => app),
      ),
      always,
      'The tenant numbers the events of each app from one.',
    ],
    'ids-begin-anew-with-a-new-address': [
      untrue(
        'WHK-34',
        'messageId',
        numbers(({ app }) => app.webhook, ofItsApp),
      ),
      always,
      'The tenant numbers the events of an app from one after each change of its webhook.',
    ],
    'ids-begin-anew-with-a-reinstallation': [
      untrue(
        'WHK-34',
        'messageId',
        numbers(({ app }) => `${app.id} ${app.installation}`, ofItsApp),
      ),
      always,
      'The tenant numbers the events of an app from one after each installation.',
    ],
  }),
  ...faultsOf({
    'created-at-of-another-zone': [
      noted('WHK-31', 'eventTime', (time) => later(time, 2 * HOUR)),
      always,
      'createdAt is the local time of a time zone two hours east, but is marked as UTC.',
    ],
    'created-at-of-a-twelve-hour-clock': [
      noted('WHK-31', 'eventTime', (time) => (time.getUTCHours() > 12 ? later(time, -12 * HOUR) : time)),
      always,
      'In the afternoon, createdAt is twelve hours too early.',
    ],
    'created-at-of-the-whole-hour': [
      noted('WHK-31', 'eventTime', (time) => later(time, -(time.getTime() % HOUR))),
      always,
      'createdAt is the beginning of the hour of the event.',
    ],
    'created-at-of-the-first-event': [
      noted('WHK-31', 'eventTime', theFirst()),
      always,
      "createdAt is the time of the tenant's first event.",
    ],
    'created-at-is-that-of-the-minute': [
      noted('WHK-31', 'eventTime', {
        begin: () => {
          let first: Date | undefined;
          return (now) => {
            if (first === undefined || now.getTime() - first.getTime() >= MINUTE) first = now;
            return first;
          };
        },
      }),
      always,
      "createdAt is the time of the tenant's first event within the last minute.",
      { also: ['WHK-55'] },
    ],
    'ids-are-counted-for-each-kind': [
      noted(
        'WHK-34',
        'makeEventId',
        numbers(({ event }) => event.type),
      ),
      always,
      'The tenant numbers the events of each type from one.',
    ],
    'ids-are-made-of-the-second': [
      noted('WHK-34', 'makeEventId', (_id, { tenant }) => `evt_${Math.floor(tenant.clock.now().getTime() / 1000)}`),
      always,
      'The id of an event is the second in which it was created.',
    ],
    'ids-come-again-after-eight': [
      noted('WHK-34', 'makeEventId', {
        begin: () => {
          let last = 0;
          return () => `evt_${last++ % 8}`;
        },
      }),
      always,
      'The tenant repeats eight ids for all events.',
    ],
    'entries-of-one-step-have-one-id': [
      noted('WHK-34', 'makeEventId', {
        begin: () => {
          let shared: string | undefined;
          return (id) => {
            if (shared === undefined) queueMicrotask(() => (shared = undefined));
            return (shared ??= id);
          };
        },
      }),
      of(ENTRY),
      'The events of entries that are created together have the same id.',
    ],
  }),
];
