import { readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { membersOf } from '../../core/delivery.ts';
import { deepestJson, jsonSize, mayBeStructured } from '../../core/json-text.ts';
import { ConfigurationError } from '../../core/trouble.ts';
import { deliveryIn, readDeliveryRecord } from './delivery-record.ts';
import { kindOfCapture, markLength } from './file-kind.ts';
import type { CaptureKind } from './file-kind.ts';
import { readHarEntry } from './har-entry.ts';
import { JsonItems } from './json-items.ts';
import { Lines } from './lines.ts';
import { isPacked, UnpackError, unpacked } from './packed.ts';
import type { RecordedDelivery, RecordedExchange } from './recorded.ts';
import { textOfMember } from './text-at.ts';
import { Tally } from './tally.ts';
import type { ItemSink } from './unfinished.ts';

/** The functions that judge the exchanges and deliveries of a capture. */
export interface CaptureReader {
  /** Reports whether requests to an address are of interest. Other requests are skipped without being parsed. */
  readonly wants: (url: string) => boolean;
  readonly exchange: (recorded: RecordedExchange) => void;
  readonly delivery: (recorded: RecordedDelivery) => void;
}

/** A file that exists and begins like a capture. */
export interface CaptureFile {
  readonly path: string;
  readonly kind: CaptureKind;
  /** Whether it is packed with gzip or zlib. */
  readonly packed: boolean;
}

/** Octets. Longer entries are skipped, so that memory does not depend on the recording. */
export const longestEntry = 32_000_000;
const chunkLength = 1 << 20;
/** Number of octets from which the kind of a file is recognised. */
const beginningLength = 65_536;
const expected = 'expected a HAR file, or webhook deliveries as JSON or NDJSON, e.g. traffic.har';
/** A member of every envelope that hardly any other request has. */
const markOfEnvelope = 'appDefinition';

/**
 * Recognises a capture by the beginning of its file.
 *
 * @throws {ConfigurationError} if the file does not exist, cannot be read, or is neither JSON nor NDJSON
 */
export async function findCapture(path: string): Promise<CaptureFile> {
  try {
    const plain = await beginningOf(path);
    const packed = isPacked(plain);
    const begin = packed ? await unpackedBeginningOf(path) : plain;
    const kind = kindOfCapture(packed ? path.replace(/\.gz$/i, '') : path, begin);
    if (typeof kind === 'object') {
      throw new ConfigurationError(`${path}: found ${kind.found}${packed ? ' in a packed file' : ''}, ${expected}`);
    }
    return { path, kind, packed };
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    if (error instanceof UnpackError) throw new ConfigurationError(`${path}: ${error.message}, ${expected}`);
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? 'there is no such file'
        : `it can't be read (${code ?? 'unknown error'})`;
    throw new ConfigurationError(`${path}: ${why}, ${expected}`);
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const begin = Buffer.alloc(beginningLength);
  await using handle = await open(path, 'r');
  if ((await handle.stat()).isDirectory()) throw new ConfigurationError(`${path}: found a folder, ${expected}`);
  const { bytesRead } = await handle.read(begin, 0, begin.length, 0);
  return begin.subarray(0, bytesRead);
}

async function unpackedBeginningOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of unpacked(path)) {
    parts.push(part);
    length += part.length;
    if (length >= beginningLength) break;
  }
  return Buffer.concat(parts).subarray(0, beginningLength);
}

/**
 * Reads a capture as a stream and passes its exchanges and deliveries to the reader, in their order. Memory does not
 * depend on its length. An entry that cannot be read is counted, and affects no other entry.
 *
 * @param numbering the number of the next exchange or delivery. It continues from one capture to the next
 */
export async function readCapture(
  { path, kind, packed }: CaptureFile,
  reader: CaptureReader,
  numbering: { next: number },
): Promise<Tally> {
  const items = new CaptureItems(path, kind, reader, numbering);
  try {
    if (packed) await passUnpacked(path, items);
    else {
      await using handle = await open(path, 'r');
      pass(handle, items);
    }
  } catch (error) {
    if (error instanceof UnpackError) {
      throw new ConfigurationError(`${path}: it can't be read to its end: ${error.message}, ${expected}`);
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigurationError(`${path}: it can't be read to its end (${code}), ${expected}`);
  }
  return items.tally;
}

/** Reads a file synchronously: there is nothing else to do meanwhile, and asynchronous reads are slower. */
function pass(handle: FileHandle, items: CaptureItems): void {
  const buffer = Buffer.allocUnsafeSlow(chunkLength);
  for (let first = true; ; first = false) {
    const length = readSync(handle.fd, buffer, 0, buffer.length, null);
    if (length === 0) break;
    const chunk = buffer.subarray(0, length);
    items.push(first ? chunk.subarray(markLength(chunk)) : chunk);
  }
  items.end();
}

async function passUnpacked(path: string, items: CaptureItems): Promise<void> {
  const ending = { cutOff: false };
  let first = true;
  for await (const chunk of unpacked(path, ending)) {
    items.push(first ? chunk.subarray(markLength(chunk)) : chunk);
    first = false;
  }
  items.end();
  if (ending.cutOff) items.tally.cutOff = true;
}

/** The items of one capture, each read as an exchange or as a delivery. */
class CaptureItems implements ItemSink {
  readonly tally = new Tally();
  readonly #file: string;
  readonly #lines: boolean;
  readonly #reader: CaptureReader;
  readonly #scanner: JsonItems | Lines;
  readonly #numbering: { next: number };
  #count = 0;

  constructor(path: string, kind: CaptureKind, reader: CaptureReader, numbering: { next: number }) {
    this.#file = basename(path);
    this.#lines = kind === 'lines';
    this.#reader = reader;
    this.#numbering = numbering;
    this.#scanner = kind === 'lines' ? new Lines(this, longestEntry) : new JsonItems(this, longestEntry);
  }

  push(chunk: Buffer): void {
    this.tally.bytes += chunk.length;
    this.#scanner.push(chunk);
  }

  end(): void {
    const ended = this.#scanner.end();
    if (ended?.cutOff === true) this.tally.cutOff = true;
  }

  item(bytes: Buffer): void {
    this.#count++;
    const url = textOfMember(bytes, 'request', 'url');
    const passes = url !== undefined && !this.#reader.wants(url) && !bytes.includes(markOfEnvelope);
    if (passes) {
      this.tally.elsewhere++;
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8'));
    } catch {
      this.tally.unread('that are no JSON', this.#place());
      return;
    }
    try {
      this.#read(value);
    } catch (error) {
      // recursive code runs out of stack on a value that is nested very deeply
      if (!(error instanceof RangeError)) throw error;
      this.tally.unread('that are nested too deeply', this.#place());
    }
  }

  tooLong(): void {
    this.#count++;
    this.tally.unread(`that are longer than ${longestEntry / 1e6} MB`, this.#place());
  }

  #read(value: unknown): void {
    const record = membersOf(value);
    const entries = membersOf(record?.['log'])?.['entries'];
    if (Array.isArray(entries)) entries.forEach((entry) => this.#read(entry));
    else if (record === undefined) this.tally.unread('that are no objects', this.#place());
    else if (typeof membersOf(record['request'])?.['url'] === 'string') this.#readExchange(record);
    else this.#readDelivery(record);
  }

  #readExchange(entry: Readonly<Record<string, unknown>>): void {
    const text = this.#place();
    const recorded = readHarEntry(entry, this.#numbering.next++, { file: this.#file, text });
    if ('why' in recorded) {
      this.tally.unread(recorded.why, text);
      return;
    }
    const body = recorded.exchange.response?.body ?? '';
    if (body.length > deepestJson && mayBeStructured(body) && jsonSize(body).depth > deepestJson) {
      this.tally.unread('that are nested too deeply', text);
      return;
    }
    const delivery = deliveryIn(recorded);
    if (delivery !== undefined) this.#passOn(delivery);
    else if (this.#reader.wants(recorded.exchange.request.url)) {
      this.tally.exchanges++;
      for (const problem of recorded.headersAre ?? []) this.tally.unread(problem, text);
      if (recorded.bodyIs !== undefined) this.tally.unread(`whose body ${recorded.bodyIs}`, text);
      this.#reader.exchange(recorded);
    } else this.tally.elsewhere++;
  }

  #readDelivery(record: Readonly<Record<string, unknown>>): void {
    const text = this.#place();
    const delivery = readDeliveryRecord(record, this.#numbering.next++, { file: this.#file, text });
    if (delivery === undefined) this.tally.unread('that are neither exchanges of a HAR nor deliveries', text);
    else this.#passOn(delivery);
  }

  #passOn(delivery: RecordedDelivery): void {
    this.tally.deliveries++;
    this.#reader.delivery(delivery);
  }

  #place(): string {
    return `${this.#lines ? 'record' : 'entry'} ${this.#count} of ${this.#file}`;
  }
}
