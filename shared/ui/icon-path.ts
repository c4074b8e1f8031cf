import { DRAWN_LETTERS } from './logo-drawing.ts'

/** Whether the shipped icons show the letters of the firm. */
export const hasShippedIcons = (letters: string): boolean => letters === DRAWN_LETTERS

export const iconPath = (letters: string): string =>
  hasShippedIcons(letters) ? '/icon.svg' : `/icons/${letters}.svg`
