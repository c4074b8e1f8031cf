// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of programs
import type { Mutant } from './mutant.ts'

/** Faults that need a browser, or a look at the page: labels, focus, contrast, headings, width, hydration, Back, no script. */
export const INTERFACE: readonly Mutant[] = [
  {
    title: 'The search field of the stock has lost its label.',
    find: '<label htmlFor="stock-search" className="toolbar-label">',
    replace: '<label htmlFor="stock" className="toolbar-label">',
    spec: 'browse.spec.ts',
  },
  {
    title: 'The fields of the calculator, the eligibility check and the enquiries have lost their labels.',
    find: '<label htmlFor={name} className="field-label">',
    replace: '<label className="field-label">',
    spec: 'accessibility.spec.ts',
  },
  {
    title: 'The price in a row of the desk’s stock has no name.',
    find: 'aria-label={`Price of ${plate.registration}, in pounds`}',
    replace: '',
    spec: 'desk-stock.spec.ts',
  },
  {
    title: 'The focus is lost with the Next button on the last page of the explorer.',
    find: 'if (page.page >= page.pages) previous.current?.focus({ preventScroll: true })',
    replace: 'if (page.page >= page.pages) return',
    spec: 'explorer.spec.ts',
  },
  {
    title: 'An enquiry that is refused does not move the focus to its first wrong field.',
    find: 'if (field instanceof HTMLElement) field.focus()',
    replace: 'if (field instanceof HTMLFormElement) field.focus()',
    spec: 'enquiries.spec.ts',
  },
  {
    title: 'After Show more the focus stays below the plates that were added.',
    find: 'links?.[before.current.count]?.focus({ preventScroll: true })',
    replace: '',
    spec: 'large-stock.spec.ts',
  },
  {
    title: 'In the dark, quiet text has too little contrast.',
    find: '--color-quiet: #a3abb5;',
    replace: '--color-quiet: #5a616a;',
    spec: 'accessibility.spec.ts',
  },
  {
    title: 'In the dark, the text of buttons has too little contrast.',
    find: '--color-on-green: #0c1613;',
    replace: '--color-on-green: #ffffff;',
    spec: 'accessibility.spec.ts',
  },
  {
    title: 'The headings of the home page skip a level.',
    find: '<h3 className="font-serif text-2xl leading-tight">{title}</h3>',
    replace: '<h4 className="font-serif text-2xl leading-tight">{title}</h4>',
    spec: 'accessibility.spec.ts',
  },
  {
    title: 'The link that skips to the content leads nowhere.',
    find: '<main id="content" tabIndex={-1}>',
    replace: '<main tabIndex={-1}>',
    spec: 'accessibility.spec.ts',
  },
  {
    title: 'The facts of a plate are wider than a screen of 320 pixels.',
    find: 'grid-template-columns: 6rem minmax(0, 1fr);',
    replace: 'grid-template-columns: 6rem minmax(15rem, 1fr);',
    spec: 'accessibility.spec.ts',
  },
  {
    title: 'The explorer is hydrated with another text than the server has rendered.',
    find: 'Page ${page.page} of ${page.pages}',
    replace: 'Page ${page.page} of ${page.pages} ${typeof document}',
    spec: 'explorer.spec.ts',
  },
  {
    title: 'The page is not hydrated, since its scripts violate Trusted Types.',
    find: '\ninstallDefaultPolicy()\nkeepEarlyTexts()\n\ntype RouterWindow',
    replace: '\nkeepEarlyTexts()\n\ntype RouterWindow',
    spec: 'shell.spec.ts',
  },
  {
    title: 'Back leaves the explorer instead of undoing the last click.',
    find: 'replace: isTyping,',
    replace: 'replace: true,',
    spec: 'explorer.spec.ts',
  },
  {
    title: 'Back shows the former address with the present rows.',
    find: 'latest.current = url.parse(new URLSearchParams(query))',
    replace: '',
    spec: 'explorer.spec.ts',
  },
  {
    title: 'A search that was typed before hydration is ignored.',
    find: 'if (form.current) repeatEarlyInput(form.current)',
    replace: '',
    spec: 'early-typing.spec.ts',
  },
  {
    title: 'What was typed into an enquiry is lost when the page is loaded again.',
    find: 'if (stored && !refusal) restore(form.current, stored.values)',
    replace: '',
    spec: 'enquiries.spec.ts',
  },
  {
    title: 'Without script the pager of the explorer does not turn the page.',
    find: 'value={writeChange(makes)}',
    replace: 'value="page"',
    spec: 'no-script.spec.ts',
  },
  {
    title: 'Without script the menu is a button that does nothing.',
    find: '<a href="#site-links" className="icon-button unscripted" aria-label="Menu">',
    replace: '<a href="#site-menu" className="icon-button unscripted" aria-label="Menu">',
    spec: 'no-script.spec.ts',
  },
  {
    title: 'Escape in a row of the desk’s stock keeps the price that was typed.',
    find: "if (event.key === 'Escape') restore()",
    replace: "if (event.key === 'Escape') event.preventDefault()",
    spec: 'desk-stock.spec.ts',
  },
]
