/**
 * Reports whether two paths with their queries are equivalent: the letter case of escapes and the escapes of letters,
 * digits and `-._~` make no difference (RFC 3986, section 6.2.2). Any other octet that only one of them escapes does
 * (2.2).
 */
export function areEquivalentTargets(one: string, other: string): boolean {
  return normalised(one) === normalised(other);
}

function normalised(target: string): string {
  return target.replace(/%[\da-f]{2}/gi, (escape) => {
    const sign = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : escape.toUpperCase();
  });
}
