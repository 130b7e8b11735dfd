/**
 * The script of the page: it filters requirements, copies commands, and opens folded parts when a link leads into them.
 * The page can be read without it. The script contains neither `<` nor `&`, so that nothing in it can be taken for
 * markup. It writes only text, never markup.
 */
export const script = `
'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.querySelector('.filters');
  const requirements = all('.requirement').map((element) => ({
    element,
    profile: element.closest('.profile'),
    text: element.textContent.toLowerCase(),
  }));

  const filter = () => {
    const { text, verdict, profile, basis } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let shown = 0;
    for (const one of requirements) {
      const matches = [
        verdict === '' || (one.element.dataset.verdict ?? 'not-exercised') === verdict,
        basis === '' || (one.element.dataset.basis ?? 'stated') === basis,
        profile === '' || one.profile.dataset.profile === profile,
        words.every((word) => one.text.includes(word)),
      ].every((holds) => holds);
      one.element.hidden = !matches;
      if (matches) shown += 1;
    }
    const narrowed = shown !== requirements.length;
    for (const part of all('.profile')) {
      part.hidden = all('.requirement:not([hidden])', part).length === 0;
      for (const checks of all('.checks', part)) checks.hidden = narrowed;
      for (const group of all('.left-out', part)) {
        group.hidden = all('.requirement:not([hidden])', group).length === 0;
        group.open = narrowed;
      }
    }
    form.querySelector('.count').textContent =
      (narrowed ? shown + ' of ' : '') + requirements.length + ' requirements' + (shown === 0 ? ': none fits' : '');
  };

  if (form !== null) {
    form.hidden = false;
    let waiting;
    form.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(filter, 120);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      filter();
    });
    form.addEventListener('reset', () => setTimeout(filter));
  }

  for (const button of all('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const text = button.parentElement.querySelector('pre').textContent;
      let done = true;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(button.parentElement.querySelector('pre'));
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        done = document.execCommand('copy');
      }
      button.textContent = done ? 'Copied' : 'Selected';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }

  const reveal = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch {}
    const target = id === '' ? null : document.getElementById(id);
    if (target === null) return;
    if (target.closest('[hidden]') !== null) {
      form.reset();
      for (const part of all('.requirement, .profile, .checks, .left-out')) part.hidden = false;
    }
    for (let part = target; part !== null; part = part.parentElement) {
      if (part.tagName === 'DETAILS') part.open = true;
    }
    target.scrollIntoView({ block: 'start' });
  };
  addEventListener('hashchange', reveal);
  reveal();

  const links = new Map(all('.contents a').map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute('aria-current');
      links.get(target.id)?.setAttribute('aria-current', 'true');
    }
  }, { rootMargin: '-15% 0px -80% 0px' });
  for (const part of all('main > section')) seen.observe(part);
})();
`;
