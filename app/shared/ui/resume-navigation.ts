import type { ClientInstrumentation } from 'react-router'

const KEY = 'navigation'

/**
 * The router reloads the page that is left if the code of the next one cannot be loaded. This remembers where a
 * navigation goes to from its first moment, since the code may fail before React has rendered anything of it.
 * @param prefix of all addresses, in a web archive
 */
export function rememberNavigation(prefix: string): ClientInstrumentation {
  let target: URL | undefined
  addEventListener('pagehide', () =>
    attempt(() => {
      if (target) sessionStorage.setItem(KEY, target.href)
    }),
  )
  return {
    router: (router) =>
      router.instrument({
        async navigate(run, { to, formData }) {
          const next = new URL(`${to}`.replace(/^\//, `${prefix}/`), location.href)
          // Every form that the router sends here is a search.
          if (formData) next.search = `${new URLSearchParams([...formData] as [string, string][])}`
          target = next
          await run() // never ends where the code cannot be loaded
          // A later navigation may have taken its place.
          if (target === next) target = undefined
        },
      }),
  }
}

/** In a document that was reloaded: goes on to the page that the last one was on its way to. */
export const resumeNavigation = (isReload: boolean) =>
  attempt(() => {
    const target = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    // The address may already be that of the next page: to load it once more would only undo the visitor's next click.
    if (target && isReload && target !== location.href) location.replace(target)
  })

/** Browsers may forbid a page to store anything. */
function attempt(work: () => void) {
  try {
    work()
  } catch {}
}
