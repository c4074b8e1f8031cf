/** Where the browser reads, as the document says. */
export function documentBackend() {
  const { backendKey = '' } = document.documentElement.dataset
  return { url: `${location.origin}/rest/v1`, key: backendKey }
}
