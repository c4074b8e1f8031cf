/** Titles of share images, which are outlines: those that ship are set when the site is built, those of the desk at run time. */
import { fileURLToPath } from 'node:url'
import type { SetTitle } from '#shared/articles/article.ts'
import { titleSetter } from './title-outlines.ts'

/** In pixels; the largest size that fits is used. */
const TITLE_WIDTH = 1040
const SIZES_UNDER_A_PLATE = [64, 56, 48]
const SIZES_ALONE = [104, 88, 72, 60]
/** Half the picture: the picture of the site shows it twice as large. */
const WORDMARK_WIDTH = 520
const WORDMARK_SIZES = [44, 36, 30, 24, 20, 16]

let set: ReturnType<typeof titleSetter> | undefined

function setter() {
  set ??= titleSetter(fileURLToPath(new URL('./title-face.ttf', import.meta.url)))
  return set
}

export const setShareTitle = (title: string, isUnderPlate: boolean): SetTitle =>
  setter()(title, TITLE_WIDTH, isUnderPlate ? SIZES_UNDER_A_PLATE : SIZES_ALONE)

/** On one line, if it can be. */
export function setWordmark(name: string): SetTitle {
  const marks = WORDMARK_SIZES.map((size) => setter()(name, WORDMARK_WIDTH, [size]))
  return marks.find(({ lines }) => lines <= 1) ?? (marks.at(-1) as SetTitle)
}
