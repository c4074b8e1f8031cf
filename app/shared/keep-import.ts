/** Loads a module once. Later calls need no import, which waits for the next frame even if the module has been loaded. */
export function keepImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let kept: Module | undefined
  return async () => {
    kept ??= await load()
    return kept
  }
}
