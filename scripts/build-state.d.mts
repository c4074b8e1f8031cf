export const BUILD_STAMP: string
export function hashOfSources(root?: string): string
export function hash(root: string, paths: string[]): string
export function findBuildProblem(root?: string): string | null
export function requireBuild(): void
export default requireBuild
