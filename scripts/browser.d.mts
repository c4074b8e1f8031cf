/** The path of an installed Chromium or Chrome, or null; CHROMIUM_PATH goes first. */
export function findBrowser(): string | null
/** What Chromium needs to run as root on a machine without a display, and to leave the network alone. */
export const BROWSER_ARGS: string[]
