/** '7', '7.5%' and '7,5' give 0.07 and 0.075; null if it is not a rate. */
export function parsePercent(given: string): number | null {
  const [, digits] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(given.trim()) ?? []
  return digits === undefined ? null : Number((Number(digits.replace(',', '.')) / 100).toFixed(4))
}
