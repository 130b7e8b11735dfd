import { isRefusal } from '../../core/trouble.ts';

/**
 * Returns the result of an operation, or undefined if the control refuses it: for operations that the control need not
 * be able to do.
 */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (reason) {
    if (isRefusal(reason)) return undefined;
    throw reason;
  }
}
