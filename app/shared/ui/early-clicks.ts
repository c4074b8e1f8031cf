/** Repeats clicks on buttons that need our script, if they were made before it had loaded. */

declare global {
  var earlyClicks: HTMLButtonElement[] | undefined
}

/** Part of every document. A button with a `command` needs no script: the browser carries it out. */
export const REMEMBER_EARLY_CLICKS = `earlyClicks=[];addEventListener("click",e=>{let b=e.target.closest("button.scripted:not([command])");if(b)earlyClicks?.push(b)},true)`

/** Call it once, after hydration. */
export function repeatEarlyClicks() {
  const buttons = globalThis.earlyClicks ?? []
  globalThis.earlyClicks = undefined
  for (const button of buttons) button.click()
}
