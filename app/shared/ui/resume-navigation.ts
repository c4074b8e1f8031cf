import type { ClientInstrumentation } from 'react-router'

const KEY = 'navigation'

/**
 * The router reloads the current page if the code of the next one cannot be loaded. This remembers the target of a
 * navigation from its start, because the code may fail before React has rendered anything of it.
 * @param prefix the prefix of all addresses in a web archive
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
          // Every form that the router sends from these pages is a search.
          if (formData) next.search = `${new URLSearchParams([...formData] as [string, string][])}`
          target = next
          await run() // never resolves if the code cannot be loaded
          // A later navigation may have replaced it.
          if (target === next) target = undefined
        },
      }),
  }
}

/** In a document that was reloaded: continues to the page that the last one was navigating to. */
export const resumeNavigation = (isReload: boolean) =>
  attempt(() => {
    const target = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    // If the address is already that of the next page, loading it again would only undo the visitor's next click.
    if (target && isReload && target !== location.href) location.replace(target)
  })

/** Browsers may block storage. */
function attempt(work: () => void) {
  try {
    work()
  } catch {}
}
