import type { Tenant } from '../tenant.ts';
import type { Call, Route } from '../call.ts';
import { withHeader, type Answer, type Connection, type HttpRequest } from './message.ts';
import { refusal } from './refusal.ts';

/** Answers a request by the tenant's rules. */
export type Dispatch = (request: HttpRequest, connection: Connection) => Promise<Answer | 'disconnect'>;

export function createDispatch(tenant: Tenant): Dispatch {
  const { behaviour } = tenant;
  const byPath = Map.groupBy(behaviour.routes(behaviour), (route) => route.path);

  async function answerByRoute(call: Call): Promise<Answer> {
    const routes: readonly Route[] = byPath.get(behaviour.pathOf(call)) ?? [];
    const route = routes.find(({ method }) => method === call.request.method);
    if (route !== undefined) call.found.route = route;
    const limited = behaviour.rateLimit(call);
    if (limited !== undefined) return behaviour.refuse(call, limited);
    if (route !== undefined) {
      await behaviour.prepareCall(call);
      return route.answer(call);
    }
    const methods = routes.map(({ method }) => method);
    return behaviour.refuse(call, behaviour.unknownRoute(call, methods));
  }

  async function answer(call: Call): Promise<Answer | 'disconnect'> {
    if (!call.connection.secure) {
      const answered = behaviour.answerClearText(call);
      if (answered !== 'as-if-secure') return answered;
    }
    const early = await behaviour.accept(call);
    if (early !== undefined) return early;
    return behaviour.answer(await answerByRoute(call), call);
  }

  return async (request, connection) => {
    const call: Call = { tenant, request, connection, now: tenant.clock.now(), found: {} };
    let answered: Answer | 'disconnect';
    try {
      answered = await answer(call);
    } catch {
      answered = behaviour.refuse(call, refusal('internal-error', 'The tenant could not answer.'));
    }
    if (answered === 'disconnect') return answered;
    return answered.headers.some(([name]) => name.toLowerCase() === 'date')
      ? answered
      : withHeader(answered, 'Date', tenant.clock.now().toUTCString());
  };
}
