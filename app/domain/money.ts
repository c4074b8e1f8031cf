const pounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
})

/** Whole pounds as people read them: 285000 gives '£285,000'. */
export function formatGbp(amountGbp: number): string {
  return pounds.format(amountGbp)
}
