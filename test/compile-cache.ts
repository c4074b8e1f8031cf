import { fileURLToPath } from 'node:url'

/**
 * For the environment of a process that a test starts: Node keeps there what it has compiled, which takes two thirds of
 * the CPU time of a command. The site itself has a cache in its build. The gate sets the folder for all its processes.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ??
    fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)),
}
