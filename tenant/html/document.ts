import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --paper: #fff; --ground: #eef1f6; --line: #7d889b; --act: #1f4fa8; --on-act: #fff; --bad: #a3201d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebf3; --paper: #1b212c; --ground: #10141b; --line: #7f8ba1; --act: #8fb4ff; --on-act: #10141b; --bad: #ff9c96; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.3; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .4rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button { flex: 1 1 8rem; padding: .65rem 1rem; font: inherit; font-weight: 600; color: var(--act); background: transparent; border: 1px solid var(--act); border-radius: .4rem; cursor: pointer; }
button.main { color: var(--on-act); background: var(--act); }
button.plain { flex: 1 1 100%; border-color: transparent; text-decoration: underline; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
[role=alert] { color: var(--bad); font-weight: 600; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The content security policy of the documents: their own style, and nothing that is loaded from elsewhere. */
export const CONTENT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Returns a whole page. `title` is text, `content` is HTML. */
export function htmlDocument(title: string, content: string, head = ''): string {
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n${head}` +
    `<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n` +
    `<body>\n<main>\n<h1>${escapeHtml(title)}</h1>\n${content}\n</main>\n</body>\n</html>\n`
  );
}
