/** A fault put into the product on purpose: some test has to fail (scripts/mutants.ts). */
export interface Mutant {
  /** The fault, as a sentence. */
  title: string
  /** Occurs once in all files of the product. It names no file, since files move. */
  find: string
  replace: string
  /** The end-to-end test that should see it; all of them by default. */
  spec?: string
}
