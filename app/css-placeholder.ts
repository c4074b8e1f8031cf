/** `server/render-document.ts` replaces this text with the style sheet. React never compares it in the browser. */
export const CSS_PLACEHOLDER = '/* the style sheet of every page */'
