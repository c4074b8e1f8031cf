/** As `URL.parse`, which some supported browsers lack: null for what is no URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
