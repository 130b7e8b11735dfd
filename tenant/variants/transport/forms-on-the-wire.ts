import type { Call } from '../../call.ts';
import type { Variant } from '../variant.ts';

const isChunked = ({ request }: Call): boolean => request.headers.has('transfer-encoding');

/** Variants that refuse some forms of a request. */
export const formOnTheWireVariants: readonly Variant[] = [
  {
    id: 'transport/bodies-must-tell-their-length',
    freedoms: ['FRE-03'],
    summary: 'A body in chunks is refused with 411.',
    behaviour: () => ({
      accept: (call) => (isChunked(call) ? { status: 411, headers: [['Connection', 'close']], body: '' } : undefined),
    }),
  },
  {
    id: 'transport/chunks-are-not-implemented',
    freedoms: ['FRE-03'],
    summary: 'A body in chunks is refused with 501.',
    behaviour: () => ({
      accept: (call) => (isChunked(call) ? { status: 501, headers: [], body: 'Not Implemented' } : undefined),
    }),
  },
  {
    id: 'transport/nobody-is-asked-for-a-body',
    freedoms: ['FRE-34'],
    summary: 'A client that waits to be asked for its body is refused with 417 at once.',
    behaviour: () => ({ asksForBodies: () => false }),
  },
];
