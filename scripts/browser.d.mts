/** The path of an installed Chromium or Chrome, or null; CHROMIUM_PATH overrides the search. */
export function findBrowser(): string | null
/** For Chromium as root, without a display or background traffic. */
export const BROWSER_ARGS: string[]
/** Chromium without a window. */
export const SHELL: string
