/** The part of opentype.js 2 that content/title-outlines.ts uses; the package has no types. */
declare module 'opentype.js' {
  export interface Command {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z'
    x1?: number
    y1?: number
    x2?: number
    y2?: number
    x?: number
    y?: number
  }
  export interface Font {
    /** 0 where the font has none. */
    charToGlyphIndex(char: string): number
    getAdvanceWidth(text: string, fontSize: number): number
    getPath(text: string, x: number, y: number, fontSize: number): { commands: Command[] }
  }
  const opentype: { parse(buffer: ArrayBuffer): Font }
  export default opentype
}
