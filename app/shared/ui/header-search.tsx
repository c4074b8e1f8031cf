import { CROSS, LineIcon } from './line-icon.tsx'

const BAR = 'header-search'

/**
 * The site search: a field if there is room, otherwise a magnifier that opens the same field over the header. The
 * browser opens and closes it without script, and the form loads a page. Browsers without popovers get a link to that
 * page.
 */
export function HeaderSearch() {
  return (
    <>
      <Form className="header-search-wide" />
      <button
        type="button"
        className="icon-button header-search-opener"
        aria-label="Search"
        data-tooltip="Search"
        popoverTarget={BAR}
      >
        <Magnifier />
      </button>
      <a
        href="/search"
        className="icon-button header-search-opener header-search-without-popover"
        aria-label="Search"
      >
        <Magnifier />
      </a>
      <div id={BAR} popover="auto" className="header-search-bar">
        <div className="wrap flex h-full items-center gap-2">
          <Form isFocused />
          <button
            type="button"
            className="icon-button -mr-2"
            aria-label="Close search"
            popoverTarget={BAR}
            popoverTargetAction="hide"
          >
            <LineIcon lines={CROSS} />
          </button>
        </div>
      </div>
    </>
  )
}

function Form({ className = '', isFocused = false }: { className?: string; isFocused?: boolean }) {
  return (
    <search className={`header-search ${className}`}>
      <form action="/search" method="get">
        <input
          // Not type="search", whose native clear button would overlap the magnifier.
          type="text"
          inputMode="search"
          name="q"
          aria-label="Search the site"
          placeholder="Search"
          maxLength={40}
          required
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: a popover that the visitor opens moves the focus to it
          autoFocus={isFocused}
          className="toolbar-input"
        />
        <button type="submit" className="header-search-submit" aria-label="Search">
          <Magnifier />
        </button>
      </form>
    </search>
  )
}

function Magnifier() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" aria-hidden="true">
      <circle cx="10.500" cy="10.500" r="6.500" strokeWidth="1.75" />
      <path d="m15.500 15.500 5 5" strokeWidth="1.75" />
    </svg>
  )
}
