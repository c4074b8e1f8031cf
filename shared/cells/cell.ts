/** A cell whose value cannot be used, such as a formula without a result. It is an error only if its column is read. */
export class UnreadableCell {
  readonly reason: string
  /** What a spreadsheet shows in it, if that is the error of a formula: '#REF!' */
  readonly shown: string | undefined

  constructor(reason: string, shown?: string) {
    this.reason = reason
    this.shown = shown
  }
}

export type Cell = string | UnreadableCell

export const isFilled = (cell: Cell) => typeof cell !== 'string' || cell.trim() !== ''

/** A number of a workbook or of JSON; '1249.9980', so that its three decimals are not taken for thousands. */
export const numberText = (number: number): string => String(number).replace(/\.\d{3}$/, '$&0')

/** 0 → 'A', 26 → 'AA' */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

export interface HeadingPlace {
  /** Whether row numbers count lines or sheet rows. */
  unit: 'line' | 'row'
  /** The line of the headings, the second of two; 0 for JSON, and for a list without headings. */
  headingLine: number
  /** The first of two lines of headings. */
  firstHeadingLine: number
}

export const hasTwoHeadingRows = ({ headingLine, firstHeadingLine }: HeadingPlace): boolean =>
  firstHeadingLine < headingLine

/** 'row 3', 'lines 1 and 2' */
export const placeOfHeadings = (place: HeadingPlace): string =>
  hasTwoHeadingRows(place)
    ? `${place.unit}s ${place.firstHeadingLine} and ${place.headingLine}`
    : `${place.unit} ${place.headingLine}`
