import { jsonObject, succeeded } from '../../../core/exchange.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { ItemReader } from '../../expectations/listing-items.ts';
import type { Reader, Stock } from '../../expectations/listing-stock.ts';
import { listedIn } from '../../expectations/listing-stock.ts';
import type { Asked, WalkedPage } from '../../expectations/listing-walk.ts';
import { queryOf } from '../../expectations/listing-walk.ts';

/** One page of a listing: the first one, or the one of a page token. */
export async function onePage(
  scene: Scene,
  listing: Listing,
  { authorization }: Pick<Reader, 'authorization'>,
  asked: Asked,
  stock: Stock,
  token?: string,
): Promise<WalkedPage> {
  const { path } = listing;
  const query = { ...queryOf(asked), ...(token === undefined ? {} : { nextToken: token }) };
  const exchange = await scene.call(path, { authorization, query });
  const reader = new ItemReader(path, scene.target.settings.api, listedIn(stock, listing));
  const items = succeeded(exchange) ? reader.read(exchange)?.map(({ key }) => key) : undefined;
  return { exchange, token: jsonObject(exchange)?.['nextToken'], items };
}
