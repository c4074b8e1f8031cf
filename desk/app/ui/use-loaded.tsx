import { useState } from 'react'

/** A module that is loaded on first use. `load` answers null if it cannot be loaded, and may then be called again. */
export function useLoaded<Module>(importModule: () => Promise<Module>) {
  const [module, setModule] = useState<Module | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  async function load(): Promise<Module | null> {
    try {
      const loaded = await importModule()
      setModule(loaded)
      setHasFailed(false)
      return loaded
    } catch {
      setHasFailed(true)
      return null
    }
  }
  return { module, hasFailed, load }
}
