import { useState } from 'react'

type Progress = 'loading' | 'failed' | null

/** A module that is loaded on first use. `load` answers null if it cannot be loaded, and may then be called again. */
export function useLoaded<Module>(importModule: () => Promise<Module>) {
  const [module, setModule] = useState<Module | null>(null)
  const [progress, setProgress] = useState<Progress>(null)
  async function load(): Promise<Module | null> {
    if (module) return module
    setProgress('loading')
    try {
      const loaded = await importModule()
      setModule(loaded)
      setProgress(null)
      return loaded
    } catch {
      setProgress('failed')
      return null
    }
  }
  return { module, progress, load }
}

/** @param what 'The preview' */
export function LoadProgress({ progress, what }: { progress: Progress; what: string }) {
  return (
    <p role="status" className="help">
      {progress === 'loading' && 'Loading'}
      {progress === 'failed' && `${what} could not be loaded. Try again once you are online.`}
    </p>
  )
}
