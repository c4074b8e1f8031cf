/** Which built-ins of the language and of the web are missing in some supported browser, by the table of web-features. */
import { features } from 'web-features'
import { OLDEST_SUPPORTED } from '#scripts/supported-browsers.ts'

/** `isStatic` is null where the table does not say: for those of the language. The owner of a global is `Window`. */
interface BuiltIn {
  owner: string
  name: string
  isStatic: boolean | null
  isNewer: boolean
}

const { ios_saf, ...others } = OLDEST_SUPPORTED
const OLDEST = Object.entries({ ...others, safari_ios: ios_saf })
const KEY =
  /^(?:api|javascript\.(?<language>builtins))\.(?<owner>\w+)(?:\.(?<name>\w+?)(?<isStatic>_static)?)?$/

/** All have it; the table counts from the version that has the last detail. */
const IN_ALL = 'AbortSignal.timeout'

export const BUILT_INS: BuiltIn[] = Object.values(features)
  .flatMap((feature) =>
    feature.kind === 'feature' ? Object.entries(feature.status.by_compat_key ?? {}) : [],
  )
  .flatMap(([key, { support }]) => {
    const { language, owner = '', name, isStatic } = KEY.exec(key)?.groups ?? {}
    if (owner === '' || owner === name || name?.endsWith('_event')) return []
    const since = new Map(Object.entries(support))
    const builtIn = name === undefined ? { owner: 'Window', name: owner } : { owner, name }
    // What Chrome has in part the table does not count, and what no Chrome has fails in every end-to-end test.
    const isListed = since.has('chrome') && `${owner}.${name}` !== IN_ALL
    const isMissing = OLDEST.some(
      ([engine, oldest]) => !(Number.parseFloat(since.get(engine)?.replace('≤', '') ?? '') <= oldest),
    )
    return {
      ...builtIn,
      isStatic: language && name ? null : isStatic !== undefined,
      isNewer: isListed && isMissing,
    }
  })

/** What the tests and Playwright call in the page, and what Chromium requires of documents with our policy. */
const KEPT = /^(?:requestIdleCallback|checkVisibility|readText|trustedTypes|Trusted.*)$/

const removed = BUILT_INS.filter(
  ({ owner, name, isNewer }) => isNewer && !KEPT.test(name) && !KEPT.test(owner),
)

/** For a page before its own script runs: removes what the oldest supported browsers lack. */
export const WITHOUT_NEWER_BUILT_INS = `for (const { owner, name, isStatic } of ${JSON.stringify(removed)}) {
  const object = owner === 'Window' ? globalThis : globalThis[owner]
  if (owner === 'Window' || isStatic !== false) delete object?.[name]
  if (isStatic !== true) delete object?.prototype?.[name]
}`
