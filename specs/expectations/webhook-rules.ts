import type { Delivery } from '../../core/delivery.ts';
import { deliveredJson, envelopeOf, membersOf, messageOf } from '../../core/delivery.ts';
import type { Demanded } from '../../core/judgement.ts';
import type { EventType } from '../../drivers/world/event.ts';
import { appInstalled, canvasInitialized } from '../../drivers/world/event.ts';
import { isIsoDateTime } from '../../schemas/iso-date-time.ts';
import type { RequirementId } from '../requirements/index.ts';
import { envelopeFields, insteadOfEnvelope, isTextual } from './carried-envelope.ts';
import { deliveryDemand, shown } from './delivered.ts';

/** A rule for every delivery of a kind, from any cause. */
export interface Rule {
  readonly requirement: RequirementId;
  readonly expected: string;
  /** The kinds of delivery that it applies to; all unless given. */
  readonly kinds?: readonly EventType[];
  /** Reports whether a delivery has the part that the rule is about; all have it unless given. */
  readonly speaksOf?: (delivery: Delivery) => boolean;
  /** Returns what was seen instead, in past tense; undefined if the rule is kept or does not apply. */
  readonly wrong: (delivery: Delivery) => string | undefined;
}

export type Members = Readonly<Record<string, unknown>>;

/** Returns a rule about one member of an object; the rule does not judge whether the object itself exists. */
function member(
  requirement: RequirementId,
  holder: (delivery: Delivery) => Members | undefined,
  name: string,
  isRight: (value: unknown) => boolean,
  expected: string,
  kinds?: readonly EventType[],
): Rule {
  return {
    requirement,
    expected,
    ...(kinds === undefined ? {} : { kinds }),
    speaksOf: (delivery) => holder(delivery) !== undefined,
    wrong: (delivery) => {
      const members = holder(delivery);
      if (members === undefined || (Object.hasOwn(members, name) && isRight(members[name]))) return undefined;
      return Object.hasOwn(members, name) ? `had ${name} ${shown(members[name])}` : `had no ${name}`;
    },
  };
}

/** Returns a rule about a member that must be absent. */
function absent(requirement: RequirementId, name: string, kinds: readonly EventType[]): Rule {
  return {
    requirement,
    expected: `no ${name}`,
    kinds,
    speaksOf: hasMessage,
    wrong: (delivery) => {
      const message = messageOf(delivery);
      return message !== undefined && Object.hasOwn(message, name) ? `had ${name} ${shown(message[name])}` : undefined;
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const hasTextId = (value: unknown): boolean => isText(membersOf(value)?.['id']);
const isObject = (value: unknown): boolean => membersOf(value) !== undefined;
const hasMessage = (delivery: Delivery): boolean => messageOf(delivery) !== undefined;
const definitionOf = (delivery: Delivery): Members | undefined => membersOf(envelopeOf(delivery)?.['appDefinition']);

/** Rules about the body as a whole, before its members are judged ("Webhook deliveries"). */
export const bodyRules: readonly Rule[] = [
  {
    requirement: 'WHK-62',
    expected: `the envelope, an object with ${envelopeFields.join(', ')}`,
    speaksOf: isTextual,
    wrong: (delivery) => (isTextual(delivery) ? insteadOfEnvelope(delivery) : undefined),
  },
  {
    requirement: 'WHK-02',
    expected: 'one JSON object',
    wrong: (delivery) => {
      if (envelopeOf(delivery) !== undefined) return undefined;
      const value = deliveredJson(delivery);
      return value === undefined ? 'had a body that is no JSON' : `had the body ${shown(value)}`;
    },
  },
  {
    requirement: 'WHK-03',
    expected: 'a Content-Type that says JSON',
    wrong: ({ received }) => {
      const label = received.headers['content-type'];
      const text = typeof label === 'string' ? label : label?.join(', ');
      if (text === undefined) return 'had no Content-Type';
      const isJson = /^[\w.+-]+\/(?:[\w.+-]*\+)?json\s*(?:[;,]|$)/i.test(text.trim());
      return isJson ? undefined : `had the Content-Type ${shown(text)}`;
    },
  },
];

/** Rules about the envelope ("Events / Envelope"). */
export const envelopeRules: readonly Rule[] = [
  member('WHK-04', envelopeOf, 'app', hasTextId, 'app, an object with a string id'),
  {
    requirement: 'WHK-06',
    expected: 'appDefinition, an object with a string id',
    speaksOf: (delivery) => envelopeOf(delivery) !== undefined,
    wrong: (delivery) => {
      const envelope = envelopeOf(delivery);
      if (envelope === undefined || hasTextId(envelope['appDefinition'])) return undefined;
      return `had appDefinition ${shown(envelope['appDefinition'])}`;
    },
  },
  member('WHK-07', definitionOf, 'versionNumber', isText, 'appDefinition.versionNumber, a string'),
  member('WHK-09', envelopeOf, 'baseURL', isText, 'baseURL, a string'),
  member(
    'WHK-11',
    envelopeOf,
    'channel',
    (value) => value === 'events' || value === 'app_signals',
    'channel events or app_signals',
  ),
  member('WHK-12', envelopeOf, 'tenantId', isText, 'tenantId, a string'),
  member('WHK-14', envelopeOf, 'version', (value) => value === 0 || value === '0', 'version 0'),
  member('WHK-15', envelopeOf, 'message', isObject, 'message, an object'),
];

const fieldUpdates = ['v2.workflowOutput.updated.fields', 'v2.workflowTask.updated.fields'] as const;
const mapping = 'v2.workflowTaskGroup.mappingCompleted';
const entryCreated = 'v2.entry.created';
const standard: readonly EventType[] = [...fieldUpdates, mapping, entryCreated];
const canvas: readonly EventType[] = [canvasInitialized];

function typeRule(requirement: RequirementId, type: EventType): Rule {
  return member(requirement, messageOf, 'type', (value) => value === type, `type ${type}`, [type]);
}

/** Rules about the message ("Events / Message fields"). */
export const messageRules: readonly Rule[] = [
  member(
    'WHK-30',
    messageOf,
    'createdAt',
    (value) => isText(value) && isIsoDateTime(value),
    'createdAt, an ISO 8601 date and time',
    standard,
  ),
  member('WHK-32', messageOf, 'deprecated', (value) => typeof value === 'boolean', 'deprecated, a boolean'),
  member('WHK-33', messageOf, 'id', isText, 'id, a string', standard),
  member('WHK-35', messageOf, 'resourceId', isText, 'resourceId, a string', standard),
  member(
    'WHK-37',
    messageOf,
    'schema',
    (value) => value === null || hasTextId(value),
    'schema, null or an object with a string id',
    standard,
  ),
  typeRule('WHK-40', 'v2.workflowOutput.updated.fields'),
  typeRule('WHK-41', 'v2.workflowTask.updated.fields'),
  typeRule('WHK-42', mapping),
  absent('WHK-43', 'type', [entryCreated]),
  member(
    'WHK-44',
    messageOf,
    'updates',
    (value) => Array.isArray(value) && value.every(isText),
    'updates, a list of strings',
    fieldUpdates,
  ),
  absent('WHK-47', 'updates', [mapping]),
  absent('WHK-48', 'updates', [entryCreated]),
  member('WHK-49', messageOf, 'featureId', isText, 'featureId, a string', canvas),
  member('WHK-50', messageOf, 'resourceId', isText, 'resourceId, a string', canvas),
  member('WHK-51', messageOf, 'userId', isText, 'userId, a string', canvas),
  {
    requirement: 'WHK-54',
    expected: 'deprecated and nothing else',
    kinds: [appInstalled],
    speaksOf: hasMessage,
    wrong: (delivery) => {
      const more = Object.keys(messageOf(delivery) ?? {}).filter((name) => name !== 'deprecated');
      return more.length === 0 ? undefined : `had ${more.join(', ')}`;
    },
  },
];

/** Returns the rules that a delivery of this kind breaks. */
export function brokenRules(rules: readonly Rule[], delivery: Delivery, type: EventType): readonly Rule[] {
  return rules.filter(({ kinds, wrong }) => kinds?.includes(type) !== false && wrong(delivery) !== undefined);
}

/** Demands that a delivery of this kind keeps the rules. */
export function* keepsRules(
  rules: readonly Rule[],
  delivery: Delivery,
  type: EventType,
): Generator<Demanded<RequirementId>> {
  for (const { requirement, expected, kinds, speaksOf, wrong } of rules) {
    if (kinds?.includes(type) === false || speaksOf?.(delivery) === false) continue;
    const observed = wrong(delivery);
    const met = observed === undefined;
    yield deliveryDemand(met, requirement, `the delivery of ${type}`, observed ?? '', expected, delivery);
  }
}
