import type { LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { and } from '../operators/rows.ts';
import { hasSchema, hasUpdates, of } from './conditions.ts';
import { malformed, untrue, type Message } from './decisions.ts';
import { ENTRY, MAPPING, OUTPUT, TASK } from './event-types.ts';
import { faultsOf, type Wrong } from './rows.ts';

type Names = readonly string[];
const namesOf = ({ updates = [] }: LabEvent): Names => updates;

/** The wrong decision that updates is not a list of names, or contains wrong names. */
const noNames = (change: (names: Names) => unknown): Wrong<Message> =>
  malformed('WHK-44', 'messageUpdates', (_said, { event }) => change(namesOf(event)));
const otherNames = (requirement: string, change: (names: Names) => Names): Wrong<Message> =>
  untrue(requirement, 'messageUpdates', (_said, { event }) => change(namesOf(event)));

/** Faults in the names that updates has, and in messages that have updates although they should not. */
export const updateFaults: readonly Fault[] = faultsOf<Message>({
  'updates-as-one-text': [
    noNames((names) => names.join(', ')),
    hasUpdates,
    'updates is one text with commas instead of a list.',
  ],
  'updates-as-objects': [
    noNames((names) => names.map((name) => ({ name }))),
    hasUpdates,
    'updates is a list of objects with a name.',
  ],
  'one-update-is-no-list': [
    noNames(([name]) => name),
    ({ event }) => event.updates?.length === 1,
    'updates is a text if only one property was updated.',
  ],
  'three-updates-are-an-object': [
    noNames((names) => Object.fromEntries(names.entries())),
    ({ event }) => namesOf(event).length > 2,
    'If three or more properties were updated, updates is an object with numbers from 0 as keys.',
    { also: ['WHK-45', 'WHK-46'] },
  ],
  'updates-names-the-first-only': [
    otherNames('WHK-45', (names) => names.slice(0, 1)),
    hasUpdates,
    'updates names only the first of the properties that were updated.',
  ],
  'updates-names-two-at-most': [
    otherNames('WHK-45', (names) => names.slice(0, 2)),
    hasUpdates,
    'updates names only the first two of the properties that were updated.',
  ],
  'updates-in-lower-case-for-tasks': [
    otherNames('WHK-45', (names) => names.map((name) => name.toLowerCase())),
    of(TASK),
    'updates of a task names properties in lower case.',
    { also: ['WHK-61'] },
  ],
  'updates-already-told-are-left-out': [
    untrue('WHK-45', 'messageUpdates', {
      begin: () => {
        const told = new Map<App, Names>();
        return (_said, { event, app }) => {
          const fresh = namesOf(event).filter((name) => told.get(app)?.includes(name) !== true);
          told.set(app, namesOf(event));
          return fresh.length > 0 ? fresh : event.updates;
        };
      },
    }),
    hasUpdates,
    'updates leaves out the properties that the previous message named, unless it named all of them.',
    { also: ['WHK-46'] },
  ],
  'updates-names-what-was-not-updated': [
    otherNames('WHK-61', (names) => [...names, 'modifiedAt']),
    hasUpdates,
    'updates also names modifiedAt, although that is not a property that was updated.',
  ],
  'updates-pile-up': [
    untrue('WHK-61', 'messageUpdates', {
      begin: () => {
        const known = new Map<App, ReadonlySet<string>>();
        return (_said, { event, app }) => {
          const names = new Set([...(known.get(app) ?? []), ...namesOf(event)]);
          known.set(app, names);
          return [...names];
        };
      },
    }),
    hasUpdates,
    'updates also names the properties of earlier updates.',
  ],
  'updates-of-tasks-are-empty': [
    otherNames('WHK-46', () => []),
    of(TASK),
    'The message of an updated task has an empty list of updates.',
    { also: ['WHK-45'] },
  ],
  'updates-of-the-same-properties-are-empty': [
    malformed('WHK-46', 'messageUpdates', {
      begin: () => {
        const told = new Map<App, string>();
        const shaped = new WeakMap<LabEvent, boolean>();
        return (_said, { event, app }) => {
          const names = JSON.stringify(event.updates?.toSorted());
          const same = shaped.get(event) ?? told.get(app) === names;
          shaped.set(event, same);
          told.set(app, names);
          return same ? [] : event.updates;
        };
      },
    }),
    of(OUTPUT),
    'updates of an output is empty if it would name the same properties as the previous message.',
    { also: ['WHK-45'] },
  ],
  'updates-are-used-up-by-the-first-subscriber': [
    malformed('WHK-46', 'messageUpdates', {
      begin: () => {
        const used = new WeakMap<LabEvent, App>();
        return (said, { event, app }) => {
          const first = used.get(event) ?? app;
          used.set(event, first);
          return first === app ? said : [];
        };
      },
    }),
    of(OUTPUT),
    'Only the first subscriber gets the updates of an output; for the others, updates is empty.',
    { also: ['WHK-45', 'WHK-29'] },
  ],
  'mappings-have-empty-updates': [
    malformed('WHK-47', 'messageUpdates', () => []),
    of(MAPPING),
    'The message of a completed mapping has an empty list of updates.',
  ],
  'mappings-with-a-schema-have-updates': [
    malformed('WHK-47', 'messageUpdates', () => ['mapping']),
    and(of(MAPPING), hasSchema),
    'The message about a completed mapping has updates if the group has a schema.',
  ],
  'mappings-after-an-update-have-its-updates': [
    malformed('WHK-47', 'messageUpdates', {
      begin: () => {
        const left = new Map<App, unknown>();
        return (said, { event, app }) => {
          if (event.type === TASK) left.set(app, said);
          return left.get(app);
        };
      },
    }),
    of(TASK, MAPPING),
    'The message about a completed mapping has the updates of the last task that the app got a message about.',
  ],
  'entries-have-updates-of-null': [
    malformed('WHK-48', 'messageUpdates', () => null),
    of(ENTRY),
    'The message about a created entry has updates of null.',
  ],
  'entries-with-a-schema-have-updates': [
    malformed('WHK-48', 'messageUpdates', () => []),
    and(of(ENTRY), hasSchema),
    'The message about an entry with a schema has empty updates.',
  ],
});
