/** The path of an installed Chromium or Chrome, or null; CHROMIUM_PATH overrides the search. */
export function findBrowser(): string | null
/** For Chromium as root, without a display or background traffic. */
export const BROWSER_ARGS: string[]
/** Chromium without a window. */
export const SHELL: string
export const OTHER_PACKAGES: string[]
export function findFirefox(): string | null
export function findWebkitDriver(): string | null
export function otherBrowsersMissing(): string | null
