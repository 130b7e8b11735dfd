/**
 * Returns the base64 characters that a value alone determines, regardless of the text before and after it, at each
 * offset.
 */
export function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const found: string[] = [];
  for (let offset = 0; offset < 3; offset++) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const from = Math.ceil((offset * 8) / 6);
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    const form = encoded.slice(from, whole);
    if (form.length >= 6) found.push(form, form.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return found;
}
