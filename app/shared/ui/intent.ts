import { parseUrl } from '#shared/text/parse-url.ts'

/** Shorter than this, a pointer only passes a link, and the focus only moves on. */
const INTENT_MS = 50

/** Whether the visitor has asked the browser to fetch no more than it must. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false

/**
 * The page that a link opens in this tab; null if that is no page of ours, a place of the one that is shown, or a document
 * of its own (`data-document`).
 */
export function pageOfLink(link: Pick<Element, 'getAttribute'>, here: URL | Location): URL | null {
  // Links of drawings have no text as their property `href`.
  const page = parseUrl(link.getAttribute('href') ?? '', here.href)
  const isPage = page?.origin === here.origin && !/^\/desk(\/|$)|\.\w+$/.test(page.pathname)
  const opensHere = ['target', 'download', 'data-document'].every((name) => link.getAttribute(name) === null)
  return isPage && opensHere && !(page.hash && isShown(page, here)) ? page : null
}

const isShown = ({ pathname, search }: URL, here: URL | Location) =>
  pathname === here.pathname && search === here.search

/**
 * Calls back with the page of a link that somebody points at, touches or focuses, and at the latest when it is clicked.
 * Until then, nothing is begun for who asks to save data.
 */
export function watchIntent(begin: (page: URL) => void): AbortController {
  const watching = new AbortController()
  let page: URL | null = null
  let begun = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const start = (next: URL) => {
    begun = next.href
    begin(next)
  }
  const stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  const wait = ({ type }: Event) => {
    stop()
    const next = page
    if (!next) return
    if (type !== 'touchstart') timer = setTimeout(start, INTENT_MS, next)
    // Within two frames, a finger that scrolls has moved. Chromium runs no timer while a touch may become a scroll.
    else
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => start(next))
      })
  }
  const consider = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    page = link && pageOfLink(link, location)
    if (page && isShown(page, location)) page = null
    if (!savesData()) wait(event)
  }
  const forget = () => {
    page = null
    stop()
  }
  const decide = (event: Event) => {
    consider(event)
    stop()
    if (page && page.href !== begun) start(page)
  }
  const listen = (types: string[], listener: (event: Event) => void) => {
    for (const type of types)
      addEventListener(type, listener, { capture: true, passive: true, signal: watching.signal })
  }
  listen(['pointerover', 'touchstart', 'focusin'], consider)
  listen(['touchmove', 'pointercancel', 'focusout'], forget)
  listen(['scroll'], wait)
  listen(['click'], decide)
  return watching
}
