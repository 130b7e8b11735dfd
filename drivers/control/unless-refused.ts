import { isRefusal } from '../../core/trouble.ts';

/** What the operator does, or undefined where the control refuses it: for what it need not be able to do. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (reason) {
    if (isRefusal(reason)) return undefined;
    throw reason;
  }
}
