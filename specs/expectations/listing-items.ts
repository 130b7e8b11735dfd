import type { Exchange } from '../../core/exchange.ts';
import { identifierOf, itemsOf, textsIn } from '../../drivers/world/page.ts';
import type { PageSettings } from '../../drivers/world/page.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import { tellsOfRecord } from '../../drivers/world/view.ts';

/** What one item of a page is. */
export interface ReadItem {
  /**
   * The name of the record of the suite's that it is, which nobody else has; for any other item `unknown` and its
   * identifier, or the whole item where it has none.
   */
  readonly key: string;
  /** The instant in milliseconds that stands as its `modifiedAt`, where one can be read. */
  readonly modifiedAt?: number;
}

const strange = 'unknown ';

/** Whether a key is that of a record that the suite made, or found beforehand. */
export function isKnown(key: string): boolean {
  return !key.startsWith(strange);
}

/** Reads the items of pages of one listing, of which some are records that the suite made. */
export class ItemReader {
  readonly #path: string;
  readonly #settings: PageSettings;
  readonly #known: readonly CreatedRecord[];
  readonly #byId: ReadonlyMap<string, CreatedRecord>;
  readonly #byName: ReadonlyMap<string, CreatedRecord>;

  /** @param known records of the listing's kind */
  constructor(path: string, settings: PageSettings, known: readonly CreatedRecord[]) {
    this.#path = path;
    this.#settings = settings;
    // what was found is told by its identifier alone: other items may well name it
    this.#known = known.filter(({ found }) => found !== true);
    this.#byId = new Map(known.map((record) => [record.id, record]));
    this.#byName = new Map(this.#known.map((record) => [record.name, record]));
  }

  /** The items of a page in its order; undefined where they cannot be told from the rest. */
  read(page: Exchange): readonly ReadItem[] | undefined {
    return itemsOf(page, this.#path, this.#settings)?.map((item) => this.#readOne(item));
  }

  #readOne(item: unknown): ReadItem {
    const identifier = identifierOf(item, this.#path, this.#settings);
    const byId = identifier === undefined ? undefined : this.#byId.get(identifier);
    const record = byId ?? this.#named(item) ?? this.#known.find((one) => tellsOfRecord(item, one));
    const modifiedAt = instantIn(item);
    return {
      key: record?.name ?? `${strange}${identifier ?? JSON.stringify(item)}`,
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
    };
  }

  /** By a text that is its name and nothing else, which needs no look at every record. */
  #named(item: unknown): CreatedRecord | undefined {
    for (const text of textsIn(item)) {
      const record = this.#byName.get(text);
      if (record !== undefined) return record;
    }
    return undefined;
  }
}

/**
 * The one form of a date, with or without a time, that cannot be taken for another: 03/04 is a day in March or one in
 * April.
 */
const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * The modification time that an item shows; its form is free, so it may be in none that can be read (FRE-156). Without a
 * zone all times of a listing are of the same one.
 */
function instantIn(item: unknown): number | undefined {
  const [, date, time = '00:00', zone = 'Z'] = timeIn(item) ?? [];
  const instant = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * The modification time that an item shows with its zone. Without one, what was modified in the hour that comes twice
 * where summer time ends stands in no order.
 */
export function zonedInstantIn(item: unknown): number | undefined {
  return timeIn(item)?.[3] === undefined ? undefined : instantIn(item);
}

function timeIn(item: unknown): RegExpExecArray | undefined {
  if (typeof item !== 'object' || item === null || !('modifiedAt' in item)) return undefined;
  const { modifiedAt } = item;
  return typeof modifiedAt === 'string' ? (isoTime.exec(modifiedAt) ?? undefined) : undefined;
}
