/** Repeats clicks on buttons that need our script, if they were made before it had loaded. */
import type { MouseEvent } from 'react'

declare global {
  var earlyClicks: HTMLButtonElement[] | undefined
}

/** Part of every document. A button with a `command` needs no script: the browser carries it out. */
export const REMEMBER_EARLY_CLICKS = `earlyClicks=[];addEventListener("click",e=>{let b=e.target.closest("button.scripted:not([command])");if(b)earlyClicks?.push(b)},true)`

/** For the body: React handles a click that comes while it hydrates, so that it must not be repeated. */
export function forgetEarlyClick({ target }: MouseEvent) {
  globalThis.earlyClicks = globalThis.earlyClicks?.filter((button) => !button.contains(target as Node))
}

/** Call it once, after hydration. */
export function repeatEarlyClicks() {
  const buttons = globalThis.earlyClicks ?? []
  globalThis.earlyClicks = undefined
  for (const button of buttons) button.click()
}
