import browserslist from 'browserslist'

/** Names of browserslist, and those of Vite for the same engines. */
const ENGINES = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }
type Engine = keyof typeof ENGINES
const NAMES = Object.keys(ENGINES) as Engine[]

// The oldest browsers of the list stay the same, however old the table of all browsers is.
process.env.BROWSERSLIST_IGNORE_OLD_DATA ??= '1'
const listed = browserslist()

/** The oldest version of each engine that the list in package.json supports, such as 16.4. */
export const OLDEST_SUPPORTED = Object.fromEntries(
  NAMES.map((name) => {
    const versions = listed
      .map((browser) => browser.split(' '))
      .filter(([engine]) => engine === name)
      .map(([, version]) => Number.parseFloat(version ?? ''))
    return [name, Math.min(...versions)]
  }),
) as Record<Engine, number>

const targetOf = (oldest: Record<Engine, number>) => NAMES.map((name) => `${ENGINES[name]}${oldest[name]}`)

export const SCRIPT_TARGET = targetOf(OLDEST_SUPPORTED)

/** Older ones are not supported, but have the layout of their width. */
export const STYLE_TARGET = targetOf({ ...OLDEST_SUPPORTED, safari: 15.4, ios_saf: 15.4 })
