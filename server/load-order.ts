/**
 * What a browser should fetch first: the style sheet and the faces, for they make the first picture. The
 * modules of the application come last in the document, because everything named in the head competes with the
 * picture for a slow line. They are still asked for before any of them is run, and give way to what is seen.
 */
export function modulesLast(html: string): string {
  let modules = ''
  const rest = html.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    modules += link.replace('<link', '<link fetchpriority="low"')
    return ''
  })
  // Ahead of the scripts that React writes after everything that is seen.
  const at = rest.indexOf('<script', rest.lastIndexOf('</footer>'))
  if (modules === '' || at < 0) return html
  return rest.slice(0, at) + modules + rest.slice(at)
}
