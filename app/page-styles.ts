/** What a route says of its page to the layout. */
export interface PageHandle {
  /** The style sheets of features that its document needs, by file name, in the order of `app.css`; all if absent. */
  styles?: readonly string[]
  /** Then its document has no script, and only a name above it and an address below. */
  isWithoutScript?: true
}

/** `server/render-document.ts` replaces this text with the style sheets. React never compares it in the browser. */
export const stylesPlaceholder = (names: readonly string[] | undefined) =>
  `/* style sheets: ${names?.join(' ') ?? 'all'} */`

export const STYLES_PLACEHOLDER = /\/\* style sheets: ([\w -]*) \*\//

let whole: Promise<void> | undefined

/** Adds the styles of all pages, for a page that follows the first one. It is shown even if they cannot be loaded. */
export function loadAllStyles(address: string): Promise<void> {
  whole ??= new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => resolve()
    document.head.append(link)
  })
  return whole
}
