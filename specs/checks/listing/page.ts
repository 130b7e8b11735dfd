import type { Exchange } from '../../../core/exchange.ts';
import { jsonObject, succeeded } from '../../../core/exchange.ts';
import { learnFrom, served } from '../../../drivers/world/listing-limits.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { ItemReader } from '../../expectations/listing-items.ts';
import type { Reader, StockAtHand } from '../../expectations/listing-stock.ts';
import { listedIn } from '../../expectations/listing-stock.ts';
import type { Asked, WalkedPage } from '../../expectations/listing-walk.ts';
import { queryOf } from '../../expectations/listing-walk.ts';

/** Requests one page of a listing: the first one, or the one of a page token. */
export async function onePage(
  scene: Scene,
  listing: Listing,
  { authorization }: Pick<Reader, 'authorization'>,
  asked: Asked,
  stock: StockAtHand,
  token?: string,
): Promise<WalkedPage> {
  const { path } = listing;
  const { target } = scene;
  const call = (some: Asked): Promise<Exchange> => {
    const query = { ...queryOf(some), ...(token === undefined ? {} : { nextToken: token }) };
    return scene.call(path, { authorization, query });
  };
  let exchange = await call(served(asked, target, path));
  // two attempts, because the tenant may refuse the order and then the size
  const most = token === undefined ? 2 : 0;
  for (let tries = 0; tries < most && !succeeded(exchange); tries++) {
    if (!(await learnFrom(exchange, served(asked, target, path), { target, path }, call))) break;
    exchange = await call(served(asked, target, path));
  }
  const reader = new ItemReader(path, scene.target.settings.api, listedIn(stock, listing));
  const items = succeeded(exchange) ? reader.read(exchange)?.map(({ key }) => key) : undefined;
  return { exchange, token: jsonObject(exchange)?.['nextToken'], items };
}
