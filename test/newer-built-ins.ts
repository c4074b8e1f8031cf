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

export const BUILT_INS: BuiltIn[] = Object.values(features)
  .flatMap((feature) =>
    feature.kind === 'feature' ? Object.entries(feature.status.by_compat_key ?? {}) : [],
  )
  .flatMap(([key, { support }]) => {
    const { language, owner = '', name, isStatic } = KEY.exec(key)?.groups ?? {}
    if (owner === '' || owner === name || name?.endsWith('_event')) return []
    const since = new Map(Object.entries(support))
    const isNewer = OLDEST.some(
      ([engine, oldest]) => !(Number.parseFloat(since.get(engine)?.replace('≤', '') ?? '') <= oldest),
    )
    if (name === undefined) return { owner: 'Window', name: owner, isStatic: false, isNewer }
    return { owner, name, isStatic: language ? null : isStatic !== undefined, isNewer }
  })
