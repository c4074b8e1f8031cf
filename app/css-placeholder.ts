/**
 * Stands in a rendered document where the server writes the style sheet of every page (`server/style-sheet.ts`):
 * in the document itself, so that the first picture waits for no second journey. In a browser React finds the
 * element by its name and never looks at its text.
 */
export const STYLE_SHEET = '/* the style sheet of every page */'
