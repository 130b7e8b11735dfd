import type { Exchange } from '../../core/exchange.ts';
import { identifierOf, itemsOf, textsIn } from '../../drivers/world/page.ts';
import type { PageSettings } from '../../drivers/world/page.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import { belongsToRecord } from '../../drivers/world/view.ts';

/** One item of a page. */
export interface ReadItem {
  /**
   * The unique name of the suite's record that the item is. For any other item: `unknown` and its identifier, or the
   * whole item if it has no identifier.
   */
  readonly key: string;
  /** The instant in milliseconds of its `modifiedAt`, if that can be read. */
  readonly modifiedAt?: number;
}

const strange = 'unknown ';

/** Reports whether a key is that of a record that the suite created, or found beforehand. */
export function isKnown(key: string): boolean {
  return !key.startsWith(strange);
}

/** Reads the items of pages of one listing, some of which are records that the suite created. */
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
    // a found record is recognised by its identifier alone: other items may mention its name
    this.#known = known.filter(({ found }) => found !== true);
    this.#byId = new Map(known.map((record) => [record.id, record]));
    this.#byName = new Map(this.#known.map((record) => [record.name, record]));
  }

  /** Returns the items of a page in its order; undefined if items cannot be distinguished from other content. */
  read(page: Exchange): readonly ReadItem[] | undefined {
    return itemsOf(page, this.#path, this.#settings)?.map((item) => this.#readOne(item));
  }

  #readOne(item: unknown): ReadItem {
    const identifier = identifierOf(item, this.#path, this.#settings);
    const byId = identifier === undefined ? undefined : this.#byId.get(identifier);
    const record = byId ?? this.#named(item) ?? this.#known.find((one) => belongsToRecord(item, one));
    const modifiedAt = instantIn(item);
    return {
      key: record?.name ?? `${strange}${identifier ?? JSON.stringify(item)}`,
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
    };
  }

  /** Returns the record whose name is one of the item's texts, without a search through all records. */
  #named(item: unknown): CreatedRecord | undefined {
    for (const text of textsIn(item)) {
      const record = this.#byName.get(text);
      if (record !== undefined) return record;
    }
    return undefined;
  }
}

/** The only unambiguous form of a date, with or without a time: 03/04 is a day in March or one in April. */
const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Returns the modification time that an item shows. Its form is free, so it may be unreadable (FRE-156). Without a
 * zone, all times of a listing are taken to be in the same zone.
 */
function instantIn(item: unknown): number | undefined {
  const [, date, time = '00:00', zone = 'Z'] = timeIn(item) ?? [];
  const instant = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Returns the modification time that an item shows with its zone. Times without a zone have no order in the hour that
 * occurs twice when summer time ends.
 */
export function zonedInstantIn(item: unknown): number | undefined {
  return timeIn(item)?.[3] === undefined ? undefined : instantIn(item);
}

function timeIn(item: unknown): RegExpExecArray | undefined {
  if (typeof item !== 'object' || item === null || !('modifiedAt' in item)) return undefined;
  const { modifiedAt } = item;
  return typeof modifiedAt === 'string' ? (isoTime.exec(modifiedAt) ?? undefined) : undefined;
}
