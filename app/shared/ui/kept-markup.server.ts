import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/** A card is a good kilobyte. Strangers choose what is searched for, so that not all can be kept. */
const MOST_KEPT = 2_000

const kept = new Map<string, string>()

/** The HTML of an element that depends on nothing but what is `told`. */
export function keepMarkup(told: string, element: ReactNode): string {
  let html = kept.get(told)
  if (html === undefined) {
    html = renderToString(element)
    if (kept.size === MOST_KEPT) kept.clear()
    kept.set(told, html)
  }
  return html
}
