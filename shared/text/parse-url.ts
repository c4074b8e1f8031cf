/** As `URL.parse`, which some supported browsers lack: null for what is no absolute URL. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
