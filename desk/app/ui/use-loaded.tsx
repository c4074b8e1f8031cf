import { useRef, useState } from 'react'

type Progress = 'loading' | 'failed' | null

/** A module that is loaded on first use. `load` answers null if it cannot be loaded, and may then be called again. */
export function useLoaded<Module>(importModule: () => Promise<Module>) {
  const [module, setModule] = useState<Module | null>(null)
  // For those who keep the `load` of an earlier rendering.
  const loaded = useRef<Module | null>(null)
  const [progress, setProgress] = useState<Progress>(null)
  async function load(): Promise<Module | null> {
    if (loaded.current) return loaded.current
    setProgress('loading')
    try {
      loaded.current = await importModule()
      setModule(loaded.current)
      setProgress(null)
      return loaded.current
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
    <p role="status" className="help empty:hidden">
      {progress === 'loading' && 'Loading'}
      {progress === 'failed' && `${what} could not be loaded. Try again, or reload the page.`}
    </p>
  )
}
