/** The little of opentype.js 2 that content/title-face.ts asks for; the package brings no types. */
declare module 'opentype.js' {
  export interface Font {
    getAdvanceWidth(text: string, fontSize: number): number
    getPath(
      text: string,
      x: number,
      y: number,
      fontSize: number,
    ): { toPathData(decimalPlaces: number): string }
  }
  const opentype: { parse(buffer: ArrayBuffer): Font }
  export default opentype
}
