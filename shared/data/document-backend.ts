/** Where the browser reads, as the document says. */
export function documentBackend() {
  const { backendUrl = '/rest/v1', backendKey = '' } = document.documentElement.dataset
  return { url: new URL(backendUrl, location.origin).href.replace(/\/+$/, ''), key: backendKey }
}
