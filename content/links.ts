import { parseRegistration } from '#shared/registration/registration.ts'

/** What links of an article may lead to. */
interface LinkTargets {
  /** The path of the article itself. */
  here: string
  /** The ids on the page of an article; undefined if there is no article at the path. */
  idsAt(path: string): ReadonlySet<string> | undefined
  /** Whether another page of the site has the path. */
  isPage(path: string): boolean
  /** Links to our own plates are compared with the stock instead. */
  hasStock?: boolean
}

/** What is wrong with a link of ours, such as '/info/fees#vat', '#vat' or '/plate/AB1'; null if nothing is. */
export function linkProblem(
  url: string,
  { here, idsAt, isPage, hasStock = false }: LinkTargets,
): string | null {
  const target = URL.parse(url, `http://here${here}`)
  const isOurs = /^[/#]/.test(url) && target?.host === 'here'
  if (!target || !isOurs) return `the link ${url} must begin with /, # or https://`
  const named = registrationIn(target.pathname)
  if (named) {
    const isCheckedElsewhere = hasStock && named.kind === 'plate'
    if (!isCheckedElsewhere && !parseRegistration(named.registration).ok)
      return `the link ${url} leads to no registration that is possible`
    return target.hash ? `the link ${url} has a fragment that is not on the page` : null
  }
  const ids = idsAt(target.pathname)
  if (!ids && !isPage(target.pathname)) return `the link ${url} leads to no page of this site`
  const id = decoded(target.hash.slice(1))
  return id && !ids?.has(id) ? `the link ${url} has a fragment that is not on the page` : null
}

/** '/plate/AB%201' is the page of a plate of ours, '/registration/AB1' of any registration. */
export function registrationIn(
  path: string,
): { kind: 'plate' | 'registration'; registration: string } | null {
  const [, kind, name = ''] = /^\/(plate|registration)\/([^/?#]+)$/.exec(path) ?? []
  return kind ? { kind: kind as 'plate' | 'registration', registration: decoded(name) } : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
